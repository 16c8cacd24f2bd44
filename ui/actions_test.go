package ui

import (
	"fmt"
	"os"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/shell/navigation"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestEveryActionOfASaleIsInView: on every screen of a sale, whatever its language, with
// the largest words, all that can be done and every key of a pad is seen without
// scrolling, and no words lie over others. English in the smallest window is walked by
// TestEveryScreenKeepsTheLaws, and the longest words are held here in the others too:
// each window costs seconds. FIT=all walks all of them.
func TestEveryActionOfASaleIsInView(t *testing.T) {
	small, usual := fyne.NewSize(1024, 640), fyne.NewSize(1366, 768)
	dresses := []dress{{size: small, lang: words.Arabic, text: 2}, {size: small, lang: words.French, text: 2}, {size: usual, lang: words.French, text: 2}, {size: small, lang: words.French, text: 1}}
	if os.Getenv("FIT") == "all" {
		dresses = nil
		for _, lang := range words.Languages() {
			for _, size := range []fyne.Size{small, fyne.NewSize(1280, 800), usual} {
				for _, text := range []float32{1, 1.25, 1.5, 2} {
					dresses = append(dresses, dress{size: size, lang: lang, text: text})
				}
			}
		}
	}
	for _, d := range dresses {
		name := fmt.Sprintf("%s-%.0f-%.0f", d.lang, d.size.Width, d.text*100)
		see := func(r *harness, screen string) {
			r.picture("act-" + name + "-" + screen)
			for _, b := range append(r.hasActions(), laws.InView(r.win.Canvas())...) {
				t.Errorf("%s, %s: %s", name, screen, b)
			}
		}
		begin := func(change ...func(*harness, *Options)) *harness {
			r := newHarness(t, append([]func(*harness, *Options){shopFloor, allRoutes, everything}, change...)...)
			r.wear(d)
			return r
		}
		for _, walk := range []func(*harness, func(*harness, string)){
			func(r *harness, look func(*harness, string)) { walkThrough(r, func(screen string) { look(r, screen) }) },
			walkEnds, walkForms, walkGuard, walkCash, walkBanners, walkDecisions,
		} {
			r := begin(rooms, withDay)
			walk(r, see)
			r.shell.Detach()
		}
		walkQuick(begin(quickAmounts), see)
	}
}

// quickAmounts is a shop with keys for its usual amounts.
func quickAmounts(r *harness, _ *Options) {
	r.till.set.Quick, r.till.set.Repeat = "5 10 20 50 100 2.5", true
}

// hasActions finds what of a sale's screen cannot be pressed without scrolling, and words
// over others there; nothing on other pages, which may be longer than the window.
func (r *harness) hasActions() []string {
	if r.shell.input.Away() || !r.shell.nav.Selling() && r.shell.nav.At.Location != navigation.Sale {
		return nil
	}
	return append(laws.Actions(r.win.Canvas()), overflow.Faults(r.win.Canvas())...)
}
