package ui

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// TestLargeTextKeepsWhatMatters: at twice the size of text every primary is in
// view, and no amount is smaller than at the usual size. FIT=all walks every
// screen, in a small window and in a usual one.
func TestLargeTextKeepsWhatMatters(t *testing.T) {
	sizes, walk := []fyne.Size{fyne.NewSize(1366, 768), fyne.NewSize(1024, 640)}, everyScreen
	if os.Getenv("FIT") != "all" {
		sizes, walk = sizes[1:], oneSale
	}
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%.0f", size.Width), func(t *testing.T) {
			screens, usual := 0, map[string]float32{}
			for _, text := range []float32{1, 2} {
				walk(t, dress{size: size, text: text}, func(r *harness, name string) {
					if text == 1 {
						usual[name] = amountSize(r.win.Canvas())
						return
					}
					screens++
					r.picture(fmt.Sprintf("large-%.0f-%s", size.Width, name))
					elsewhere := strings.HasPrefix(name, "phone-") || // which takes the place of the screen then
						name == "owed-part" // where the label of what is typed says it
					if got := amountSize(r.win.Canvas()); got < usual[name]-.5 && !elsewhere {
						t.Errorf("%s: the amount is %.1f high, at the usual size %.1f", name, got, usual[name])
					}
					for _, b := range laws.InView(r.win.Canvas()) {
						t.Errorf("%s: %s", name, b)
					}
				})
			}
			t.Logf("%d screens", screens)
		})
	}
}

// oneSale shows the screens of one sale.
func oneSale(t *testing.T, in dress, look func(r *harness, name string)) {
	t.Helper()
	r := newHarness(t, shopFloor, allRoutes, everything)
	r.wear(in)
	walkThrough(r, func(name string) { look(r, name) })
}

// amountSize is the size of the largest amount that is drawn in the work area; 0
// without one.
func amountSize(c fyne.Canvas) (size float32) {
	layers := uitest.Scene(c)
	for _, d := range layers[len(layers)-1] {
		text, ok := d.Object.(*canvas.Text)
		if !ok || d.Seen.Empty() || len(d.In) == 0 {
			continue
		}
		for _, in := range d.In {
			if name := fmt.Sprintf("%T", in); name == "*typeset.Amount" || name == "*amount.Line" {
				size = max(size, text.TextSize)
			}
		}
	}
	return size
}

// TestPlacesHaveOneSizeOfWords: in the small sidebar too, whatever their words need.
func TestPlacesHaveOneSizeOfWords(t *testing.T) {
	for _, lang := range []string{words.English, words.Arabic, words.French} {
		r := newHarness(t, shopFloor, allRoutes, everything, rooms)
		r.wear(dress{size: fyne.NewSize(1024, 640), lang: lang, text: 2})
		r.pass(0)
		sizes := map[float32][]string{}
		for _, n := range uitest.All[*control.NavItem](r.shell.sidebar.Object()) {
			for _, text := range uitest.All[*canvas.Text](n) {
				sizes[text.TextSize] = append(sizes[text.TextSize], text.Text)
			}
		}
		if len(sizes) != 1 {
			t.Errorf("%s: words of %d sizes: %v", lang, len(sizes), sizes)
		}
	}
}

// TestAShopIsNamedOrNotInLargeWords: where words about the link leave its name no room,
// the badge stands alone: two letters name nobody.
func TestAShopIsNamedOrNotInLargeWords(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, shopFloor, allRoutes, everything, rooms)
		r.wear(dress{size: fyne.NewSize(1024, 640), lang: lang, text: 2})
		r.linkDown(true)
		r.at()
		r.picture("named-" + lang)
		top := r.shell.bar.Object()
		texts := parts[*typeset.Text](top)
		shop := texts[slices.IndexFunc(texts, func(text *typeset.Text) bool { return text.Text() == r.till.set.Shop })]
		if wide := shop.Size().Width - 1; shop.Visible() && wide < shop.Width() && wide < 2*72 {
			t.Errorf("%s: %.0f of %.0f of the name are there", lang, wide, shop.Width())
		}
		if !parts[*canvas.Image](top)[0].Visible() {
			t.Errorf("%s: there is no badge", lang)
		}
	}
}

// TestLargeWordsOfAQRComeBackWithTheBank: what was said in between took a line, and the
// screen was measured again.
func TestLargeWordsOfAQRComeBackWithTheBank(t *testing.T) {
	r := newHarness(t, everything)
	r.win.Resize(fyne.NewSize(1600, 1000))
	look := theme.Now()
	look.TextScale = 1.25
	r.shell.SetLook(look)
	r.charge()
	r.notice(sale(12, version(2)))
	before := r.reads()
	r.notice(sale(12, version(3), func(v *journal.View) { v.Live.Unanswered = true; v.Live.LastAnswer = time.Time{} }))
	r.notice(sale(12, version(4)))
	if after := r.reads(); after != before {
		t.Errorf("the bank answers again, and the window says\n%s\nand not\n%s", after, before)
	}
}
