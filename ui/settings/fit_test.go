package settings

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/desktop/autostart"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestEverySectionFits lays every section out at every size, in text up to
// 150 % (at 200 % rows of keys are still cut) and in every language, and looks
// for words that are cut off or over others.
func TestEverySectionFits(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1134, 610), fyne.NewSize(1688, 1000), fyne.NewSize(928, 560)) {
			for _, text := range overflow.Some[float32](1, 1.25, 1.5) {
				t.Run(fmt.Sprintf("%s/%.0f/%.0f%%", lang, size.Width, text*100), func(t *testing.T) {
					r := newHarness(t, keptLive, func(r *harness) {
						r.deps.Login = &system{state: autostart.State{On: true, Other: `"/opt/old till/sanduq"`}}
					})
					if err := r.deps.Words.Use(lang); err != nil {
						t.Fatal(err)
					}
					theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, Small: size.Width < 1000, TextScale: text, RTL: lang == words.Arabic})
					r.show()
					r.win.Resize(size)
					for i := range r.screen.sections {
						r.screen.turn(i)
						for _, f := range overflow.Faults(r.win.Canvas()) {
							t.Errorf("%s: %s", sectionNames[i], f)
						}
					}
				})
			}
		}
	}
}
