package account

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/core"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// TestANameIsReadWhole: what tells one bank from another may be the end of its name, so no
// row cuts it, chosen or not, whatever the size of words and the window.
func TestANameIsReadWhole(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, text := range []float32{1, 1.5, 2} {
			r := newFixture(t)
			r.Env.Words = words.MustLoad(lang)
			r.Size = fyne.NewSize(928, 560)
			r.Apply(theme.Look{Small: true, RTL: r.Env.Words.RTL(), TextScale: text})
			r.Till.Banks = append(slices.Clone(practiceBanks), core.Institution{Code: "CDB", Name: "Commerce and Development Bank of the Coast", Rail: core.RailBank},
				core.Institution{Code: "CDR", Name: "مصرف التجارة والتنمية والاستثمار", Rail: core.RailBank})
			r.Remember(core.RouteAccount, "CDB")
			a, w := formIn(r)
			check := func(at string) {
				dress := fmt.Sprintf("banks-whole-%s-%.0f-%s", lang, text*100, at)
				uitest.Picture(t, w, dress)
				for _, row := range a.list.rows {
					drawn := uitest.All[*canvas.Text](row.words)
					if len(drawn) == 0 {
						t.Errorf("%s: nothing of %q is there", dress, row.text)
					}
					for _, ink := range drawn {
						if strings.Contains(ink.Text, "…") || ink.Position().Y+ink.Size().Height > row.Size().Height {
							t.Errorf("%s: %q is cut: %q", dress, row.text, ink.Text)
						}
					}
				}
				for _, b := range laws.Faults(w.Canvas()) {
					t.Errorf("%s: %s", dress, b)
				}
			}
			check("list")
			for range len(a.list.all) {
				a.Press(harness.Name(fyne.KeyDown))
			}
			check("last")
			harness.Keys(a, "3")
			check("chosen")
		}
	}
}
