package day

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/day/figures"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// TestWhoMayNotSeeWhatTheDrawerShouldHoldReadsItNowhere: not on the day, not on the X nor
// on its paper, which say why, and who may see it does.
func TestWhoMayNotSeeWhatTheDrawerShouldHoldReadsItNowhere(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, large := range []float32{1, 2} {
			for _, blind := range []bool{true, false} {
				r := newHarness(t, lang, theme.Look{TextScale: large}, func(r *harness) { r.till.blind = blind })
				x, _ := r.till.sum(0, 0, "", "")
				d := x.Drawer
				var cash []string
				for _, minor := range []int64{d.Expected, d.Sales.Minor, d.In.Minor, d.Out.Minor} {
					if minor != 0 {
						cash = append(cash, words.Plain(strings.ReplaceAll(figures.Sum(r.screen.env, minor, d.Currency), "\u00a0", " ")))
					}
				}
				if len(cash) < 3 {
					t.Fatalf("%q is too little to look for", cash)
				}
				if !blind {
					cash = cash[:1]
				}
				look := func(what, said string, wanted bool) {
					t.Helper()
					said = strings.NewReplacer(",", ".", "٫", ".").Replace(words.Plain(strings.ReplaceAll(said, "\u00a0", " ")))
					for _, sum := range cash {
						if strings.Contains(" "+strings.ReplaceAll(said, "\n", " "), " "+strings.ReplaceAll(sum, ",", ".")) != wanted {
							t.Errorf("%s, blind %v: %s has %q %v:\n%s", lang, blind, what, sum, !wanted, said)
						}
					}
				}
				picture := func(what string) {
					if !blind {
						return
					}
					uitest.Picture(t, r.window, "day-blind-"+what+"-"+lang+map[float32]string{2: "-largest"}[large])
					for _, b := range laws.Faults(r.window.Canvas()) {
						t.Errorf("%s, %s at %v: %s", lang, what, large, b)
					}
				}
				if blind {
					look("the day", r.words(), false)
				}
				picture("day")
				r.screen.goTo(stepX)
				picture("x")
				r.key(fyne.KeyF9)
				look("the paper of the X", onPaper(r.printed[len(r.printed)-1]), !blind)
				if note := r.screen.env.Words.T("slip.z.blind"); strings.Contains(onPaper(r.printed[0]), words.Plain(note)) != blind {
					t.Errorf("%s, blind %v: %s", lang, blind, onPaper(r.printed[0]))
				}
			}
		}
	}
}
