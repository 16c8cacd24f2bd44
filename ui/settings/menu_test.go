package settings

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestTheMenuIsOneList: its words stand whole and in one size, whatever the size of
// the text, and it scrolls only where the window has no room for it.
func TestTheMenuIsOneList(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range []fyne.Size{fyne.NewSize(928, 560), fyne.NewSize(1048, 720), fyne.NewSize(1134, 610), fyne.NewSize(1688, 1000)} {
			for _, scale := range overflow.Some[float32](1, 1.25, 1.5, 2) {
				t.Run(fmt.Sprintf("%s/%.0f/%.0f%%", lang, size.Width, scale*100), func(t *testing.T) {
					r := newHarness(t)
					if err := r.env.Words.Use(lang); err != nil {
						t.Fatal(err)
					}
					theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, Small: size.Width < 1000, TextScale: scale, RTL: lang == words.Arabic})
					r.show()
					r.win.Resize(size)
					r.screen.goTo(atShop)
					r.picture(fmt.Sprintf("menu-%s-%.0f-%.0f", lang, size.Width, scale*100))
					sizes, seen := map[float32]string{}, 0
					var foot float32
					for _, d := range uitest.Scene(r.win.Canvas())[0] {
						n, is := d.Object.(*control.NavItem)
						if !is {
							continue
						}
						for _, text := range uitest.All[*canvas.Text](n) {
							sizes[text.TextSize] = text.Text
						}
						if got := uitest.Words(n); strings.Contains(got, "…") {
							t.Errorf("%q is cut: %q", n.Label(), got)
						}
						foot = max(foot, d.Seen.Bottom)
						if !d.Seen.Empty() && d.Box.Within(d.Seen, 1) {
							seen++
						}
					}
					if len(sizes) != 1 {
						t.Errorf("words of %d sizes: %v", len(sizes), sizes)
					}
					for size := range sizes {
						if size < theme.Caption.Base() {
							t.Errorf("its words are %.1f high", size)
						}
					}
					if all := len(r.screen.nav); seen < all && foot < size.Height-theme.S5()-2*theme.Target {
						t.Errorf("%d of %d are seen, and below %.0f nothing stands", seen, all, foot)
					} else if scale == 1 && seen < all {
						t.Errorf("%d of %d are seen at the usual size", seen, all)
					}
				})
			}
		}
	}
}

// TestTwoPagesStandBehindOnePlace: an arrow leads from one
// to the other and keeps the focus.
func TestTwoPagesStandBehindOnePlace(t *testing.T) {
	r := newHarness(t)
	for second, p := range seconds {
		r.screen.goTo(p.first)
		r.win.Canvas().Focus(r.screen.pair)
		r.screen.pair.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
		if r.screen.memory.at != second || r.win.Canvas().Focused() != fyne.Focusable(r.screen.pair) {
			t.Errorf("at %d of %d, the focus is on %T", r.screen.memory.at, second, r.win.Canvas().Focused())
		}
		r.screen.goTo(atShop)
		if r.screen.pair != nil {
			t.Error("a page that stands alone has two names")
		}
	}
}
