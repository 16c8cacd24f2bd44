package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// inSmall is a busy till in a window of the small size class.
func inSmall(t *testing.T, lang string, scale float32) *harness {
	r := newHarness(t, tenSales, everyPlace)
	r.wear(dress{size: fyne.NewSize(1024, 640), lang: lang, text: scale})
	r.pass(0)
	return r
}

// deadCounts are the counts of the sidebar, such as "+3", that nothing can be done with.
func (r *harness) deadCounts() (all []string) {
	for _, d := range uitest.Scene(r.win.Canvas())[0] {
		text, is := d.Object.(*canvas.Text)
		if !is || !strings.HasPrefix(text.Text, "+") || !d.Inside(r.shell.sidebar.Object()) {
			continue
		}
		leads := false
		for _, in := range d.In {
			_, taps := in.(fyne.Tappable)
			_, keys := in.(fyne.Focusable)
			leads = leads || taps && keys
		}
		if !leads {
			all = append(all, text.Text)
		}
	}
	return all
}

// walkStrip is a till with more sales than its sidebar has room for.
func walkStrip(r *harness, look func(*harness, string)) {
	look(r, "strip")
	for _, count := range r.deadCounts() {
		r.t.Errorf("strip: %s leads nowhere", count)
	}
	if rest := r.more(); rest.Visible() {
		test.Tap(rest)
		look(r, "strip-all")
		r.shell.decisions.Close()
	}
}

// TestWhatHasNoRoomInTheStripIsOnePressAway, by finger and by keys: every sale stands
// on one card, whole, and is opened from there.
func TestWhatHasNoRoomInTheStripIsOnePressAway(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, scale := range []float32{1, 2} {
			t.Run(fmt.Sprintf("%s/%.0f%%", lang, scale*100), func(t *testing.T) {
				r := inSmall(t, lang, scale)
				rest := r.more()
				if !rest.Visible() || len(r.deadCounts()) > 0 {
					t.Fatalf("nothing leads to what has no room: %v", r.deadCounts())
				}
				if word := r.shell.env.Words.T("nav.rest"); !strings.Contains(r.reads(), fmt.Sprintf("+%d", rest.N())) || !strings.Contains(r.reads(), word) {
					t.Errorf("%q does not stand whole below %d: %s", word, rest.N(), r.reads())
				}
				r.picture(fmt.Sprintf("rest-strip-%s-%.0f", lang, scale*100))
				test.Tap(rest)
				r.picture(fmt.Sprintf("rest-card-%s-%.0f", lang, scale*100))
				for _, f := range laws.Faults(r.win.Canvas()) {
					t.Error(f)
				}
				for n := 11; n <= 20; n++ {
					r.says(fmt.Sprintf("#%d", n))
				}
				r.says(r.shell.env.Words.T("state.waiting"), present.Major(r.shell.env.Words, lyd(12500)))
				tiles := uitest.All[*list.SaleTile](r.win.Canvas().Overlays().Top())
				test.Tap(tiles[len(tiles)-1])
				if r.shell.nav.At.Sale.Number() != 11 || r.shell.decisions.Card() != nil {
					t.Errorf("the last one led to %v", r.shell.nav.At)
				}
			})
		}
	}
}

func TestTheCardOfEverySaleIsWalkedByKeys(t *testing.T) {
	r := inSmall(t, words.English, 1)
	from := r.shell.nav.At
	for range 40 {
		if r.win.Canvas().FocusNext(); r.win.Canvas().Focused() == fyne.Focusable(r.more()) {
			break
		}
	}
	r.keys(fyne.KeyReturn)
	if r.shell.decisions.Card() == nil {
		t.Fatal("Tab and Enter do not open it")
	}
	r.keys(fyne.KeyEscape)
	if r.shell.decisions.Card() != nil || r.shell.nav.At != from {
		t.Errorf("Esc led to %v", r.shell.nav.At)
	}
	for _, c := range []struct {
		keys []fyne.KeyName
		want int
	}{
		{nil, 20}, {[]fyne.KeyName{fyne.KeyRight}, 19}, {[]fyne.KeyName{fyne.KeyRight, fyne.KeyDown, fyne.KeyDown, fyne.KeyLeft, fyne.KeyUp}, 17},
		{[]fyne.KeyName{fyne.KeyUp, fyne.KeyLeft}, 20}, {[]fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown}, 11},
	} {
		test.Tap(r.more())
		r.keys(append(c.keys, fyne.KeyReturn)...)
		if got := r.shell.nav.At.Sale.Number(); got != c.want {
			t.Errorf("%v and Enter opened #%d, not #%d", c.keys, got, c.want)
		}
	}
	r.asked()
}

// TestTheCardOfEverySaleFollowsThem: what happens meanwhile is seen on it, in the
// order of the sidebar, and the paid ones that were seen are cleared from it too.
func TestTheCardOfEverySaleFollowsThem(t *testing.T) {
	r := inSmall(t, words.English, 1)
	r.looked(19)
	test.Tap(r.more())
	r.notice(sale(13, version(2), capped))
	r.notice(sale(19, version(2), paid))
	tiles := uitest.All[*list.SaleTile](r.win.Canvas().Overlays().Top())
	if one := tiles[0].Spec(); one.Number != "#13" || one.Word != "Not known" || len(tiles) != len(r.tiles()) {
		t.Errorf("%d tiles, the first says %+v", len(tiles), one)
	}
	r.keys(fyne.KeyEscape)
	r.looked(19)
	test.Tap(r.more())
	r.says("1 paid")
	for _, tile := range uitest.All[*list.SaleTile](r.win.Canvas().Overlays().Top()) {
		if tile.Spec().Fold {
			test.Tap(tile)
		}
	}
	r.asked("acknowledge #19")
	if r.shell.decisions.Card() != nil {
		t.Error("the card stands there still")
	}
	var none journal.SaleID
	if r.shell.nav.At.Sale != none {
		t.Errorf("clearing led to %v", r.shell.nav.At)
	}
}

// TestTheKeysStayOnTheCardOfEverySale: where the sale that has them leaves it, what
// stands in its place takes them, and Enter opens nothing that is not seen.
func TestTheKeysStayOnTheCardOfEverySale(t *testing.T) {
	r := inSmall(t, words.English, 1)
	test.Tap(r.more())
	r.notice(sale(20, version(9), paid, func(v *journal.View) { v.AcknowledgedAt = noon }))
	tiles := uitest.All[*list.SaleTile](r.win.Canvas().Overlays().Top())
	if f := r.win.Canvas().Focused(); len(tiles) != 9 || f != fyne.Focusable(tiles[0]) {
		t.Fatalf("of %d tiles the keys are with %v", len(tiles), f)
	}
	r.keys(fyne.KeyReturn)
	if r.shell.decisions.Card() == nil || r.shell.nav.At.Sale.Number() != 0 {
		t.Errorf("what has just come there was opened, or the card is away, at %v", r.shell.nav.At)
	}
	r.pass(time.Second)
	r.keys(fyne.KeyRight, fyne.KeyReturn)
	if got := r.shell.nav.At.Sale.Number(); got != 18 {
		t.Errorf("Enter opened #%d", got)
	}
}
