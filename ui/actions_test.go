package ui

import (
	"os"
	"strings"
	"testing"

	"sanduq/ui/theme"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
)

// TestEveryActionOfASaleIsInView: on every screen of a sale, whatever its language,
// in the windows of most tills and with the largest words, all that can be done and
// every key of a pad is seen without scrolling, and no words lie over others.
func TestEveryActionOfASaleIsInView(t *testing.T) {
	inEveryDress(t, func(r *harness, name string) {
		if strings.Contains(name, "-1280-") && os.Getenv("FIT") != "all" {
			return // between the others, and the walks are long
		}
		size, look, lang := r.win.Canvas().Size(), theme.Now(), r.shell.env.Words.Lang()
		see := func(r *harness, screen string) {
			if !r.shell.nav.selling() && r.shell.nav.at.spot != spotSale {
				return
			}
			r.picture("act-" + name + "-" + screen)
			c := r.win.Canvas()
			for _, b := range append(append(laws.Actions(c), laws.InView(c)...), overflow.Faults(c)...) {
				t.Errorf("%s, %s: %s", name, screen, b)
			}
		}
		for _, walk := range []func(*harness, func(*harness, string)){
			func(r *harness, look func(*harness, string)) { walkThrough(r, func(screen string) { look(r, screen) }) },
			walkEnds, walkForms, walkGuard, walkCash, walkBanners,
		} {
			one := newHarness(t, shopFloor, allRoutes, everything, rooms, withDay)
			one.win.Resize(size)
			one.pass(0)
			one.speak(lang)
			one.shell.SetLook(look)
			walk(one, see)
			one.shell.Leave()
		}
		quick := newHarness(t, shopFloor, allRoutes, everything, func(r *harness, _ *Options) { r.till.set.Quick, r.till.set.Repeat = "5 10 20 50 100 2.5", true })
		quick.win.Resize(size)
		quick.pass(0)
		quick.speak(lang)
		quick.shell.SetLook(look)
		walkQuick(quick, see)
	})
}
