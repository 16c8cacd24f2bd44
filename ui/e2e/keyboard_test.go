//go:build e2e

package e2e

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till"
)

// board is where the keys of the keyboard on the screen are in a window of the
// usual size, found by what is printed on them: a witness of its own.
type board struct{ rows []string }

const (
	boardX, boardWide     = 232., 1134.
	boardTop, boardPitch  = 690. - 320 + 8 + 28, 62.
	boardEdge, boardSpace = 8., 6.
)

var (
	latinBoard  = board{[]string{"q w e r t y u i o p @", "a s d f g h j k l _ :", "⇧ z x c v b n m , . /"}}
	arabicBoard = board{[]string{"ض ص ث ق ف غ ع ه خ ح ج د", "ش س ي ب ل ا ت ن م ك ط ذ", "ئ ء ؤ ر لا ى ة و ز ظ أ إ"}}
)

// key is the middle of a key.
func (b board) key(t *testing.T, label string) (x, y int) {
	t.Helper()
	type share struct {
		label string
		wide  float64
	}
	var all [][]share
	add := func(keys string, more ...share) {
		var row []share
		for _, k := range strings.Fields(keys) {
			row = append(row, share{k, 1})
		}
		all = append(all, append(row, more...))
	}
	add("1 2 3 4 5 6 7 8 9 0", share{"back", 1.5})
	for _, r := range b.rows {
		add(r)
	}
	add("", share{"language", 1.25}, share{"signs", 1.25}, share{"'", 1}, share{" ", 4}, share{"-", 1}, share{"done", 1.5}, share{"enter", 1.5})
	for r, row := range all {
		var shares float64
		for _, k := range row {
			shares += k.wide
		}
		unit := (boardWide - 2*boardEdge - float64(len(row)-1)*boardSpace) / shares
		at := boardX + boardEdge
		for _, k := range row {
			if k.label == label {
				return int(at + k.wide*unit/2), int(boardTop + float64(r)*boardPitch)
			}
			at += k.wide*unit + boardSpace
		}
	}
	t.Fatalf("no key %q", label)
	return 0, 0
}

// TestAReferenceByTouchAlone: two sales on a till without keys. Their
// references are typed on the screen, in Latin with an accent and in Arabic,
// and both reach the sales.
func TestAReferenceByTouchAlone(t *testing.T) {
	t.Parallel()
	c := newHands(t)
	screen := c.screen
	c.inStore(func(d *till.Till) { // nobody presses Esc to skip the first run
		c.must(d.Staff.SaveSettings(t.Context(), journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD"}, "Samira"))
	})
	c.start()
	tap := func(x, y int) {
		t.Helper()
		c.must(screen.Click(x, y))
		time.Sleep(250 * time.Millisecond)
	}
	tapAll := func(b board, labels ...string) {
		t.Helper()
		for _, l := range labels {
			x, y := b.key(t, l)
			tap(x, y)
		}
	}
	show := func(name string) {
		t.Helper()
		c.must(screen.SaveStable(filepath.Join(pictures(t), "keyboard", name+".png")))
	}
	// pay goes on from a reference: amount 12 on the pad, Charge, QR.
	pay := func() {
		t.Helper()
		time.Sleep(500 * time.Millisecond)
		tap(914, 157)
		tap(1037, 157)
		tap(800, 630)
		time.Sleep(500 * time.Millisecond)
		tap(430, 400)
		line := c.wait("msg=sale", "status=waiting", "order=")
		c.order = orderIn.FindStringSubmatch(line)[1]
	}

	tap(500, 516)
	time.Sleep(time.Second)
	show("1-latin")
	tapAll(latinBoard, "⇧", "a", "b", "-", "1", "x", "back")
	x, y := latinBoard.key(t, "e")
	c.must(screen.LongPress(x, y, 700*time.Millisecond))
	time.Sleep(300 * time.Millisecond)
	show("2-accents")
	tap(x-150, y-62) // the first of four, in a row above
	show("3-typed")
	tapAll(latinBoard, "done")
	pay()
	first := c.order
	tap(120, 120) // New sale
	time.Sleep(500 * time.Millisecond)
	tap(500, 516)
	time.Sleep(500 * time.Millisecond)
	tapAll(latinBoard, "language")
	time.Sleep(500 * time.Millisecond)
	tapAll(arabicBoard, "ط", "ل", "ب", " ", "7")
	show("4-arabic")
	tapAll(arabicBoard, "enter")
	show("5-entered")
	time.Sleep(500 * time.Millisecond)
	tap(914, 157)
	tap(800, 630)
	time.Sleep(500 * time.Millisecond)
	tap(430, 400)
	c.wait("msg=sale", "number=2 ", "status=waiting")
	c.must(c.app.Stop())
	c.inStore(func(d *till.Till) {
		page, err := d.Sales(t.Context(), journal.SaleQuery{})
		c.must(err)
		got := map[bool]string{}
		for _, s := range page.Sales {
			got[s.OrderID == first] = s.Reference
		}
		if len(page.Sales) != 2 || got[true] != "Ab-1é" || got[false] != "طلب 7" {
			t.Errorf("%d sales, with the references %q and %q", len(page.Sales), got[true], got[false])
		}
	})
}
