package account

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
)

// TestThePracticeNumbersHaveTheOnlyRing, opened by hand or by keys, from wherever the
// focus was: anyone who looks sees where the next key goes.
func TestThePracticeNumbersHaveTheOnlyRing(t *testing.T) {
	for name, from := range map[string]func(*fixture, *Account){
		"the list":   func(_ *fixture, a *Account) { a.toList() },
		"the number": func(_ *fixture, a *Account) { a.toNumber() },
		"the search": func(_ *fixture, a *Account) {
			fyne.CurrentApp().Driver().CanvasForObject(a.list.search).Focus(a.list.search.Focusable())
		},
		"the button": func(_ *fixture, a *Account) {
			fyne.CurrentApp().Driver().CanvasForObject(a.practice.open).Focus(a.practice.open)
		},
	} {
		r := newFixture(t)
		r.deps.Numbers = func(core.Route) []PracticeNumber { return []PracticeNumber{{Number: "1234567890"}} }
		a := New(r.Env, r.deps, harness.Sale(), core.RouteAccount)
		w := r.Window(a)
		a.Shown()
		from(r, a)
		test.Tap(a.practice.open)
		framed := 0
		for _, d := range uitest.Scene(w.Canvas())[0] {
			if f, ok := d.Object.(*canvas.Rectangle); ok && f.StrokeWidth > theme.Border() && f.StrokeColor == theme.Primary.NRGBA() {
				framed++
			}
		}
		if framed != 1 {
			t.Errorf("from %s: %d frames look like that of the focus", name, framed)
		}
		uitest.Picture(t, w, "rings-"+name)
	}
}
