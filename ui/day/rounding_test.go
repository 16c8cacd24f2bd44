package day

import (
	"strings"
	"testing"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestWhatCashWasRoundedByIsToldWherePartsOfTheDrawerAre: on the day, on the X and on the
// Z, with its direction as a word. Anyone who counts blind, or may not see sums, is told none,
// and what did not happen is not told of.
func TestWhatCashWasRoundedByIsToldWherePartsOfTheDrawerAre(t *testing.T) {
	for key, minor := range map[string]int64{"receipt.cash.up": 135, "receipt.cash.down": -135, "": 0} {
		for _, who := range []string{"sees", "blind", "no sums"} {
			r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
				for i, one := range r.till.figs.Taken {
					if one.Route == journal.RouteCash {
						r.till.figs.Taken[i].Rounding = minor
					}
				}
				r.till.blind, r.till.blank = who == "blind", who == "no sums"
			})
			told := func(said string) bool {
				word := "no such word"
				if key != "" {
					word = r.screen.env.Words.T(key)
				}
				if strings.Contains(said, "0.135") != strings.Contains(said, word) {
					t.Errorf("%s, %s: half of it is said: %s", key, who, said)
				}
				return strings.Contains(said, "0.135")
			}
			wanted := minor != 0 && who == "sees"
			if said := r.words(); told(said) != wanted {
				t.Errorf("%s, %s, on the day: %s", key, who, said)
			}
			if who == "no sums" { // then there is no X either
				continue
			}
			r.screen.goTo(stepX)
			r.screen.page.(*xPage).sheet.toPrinter()
			if said := onPaper(r.printed[0]); told(said) != wanted {
				t.Errorf("%s, %s, on the X: %s", key, who, said)
			}
			z, err := r.till.sum(42, 41, "", "")
			if err != nil {
				t.Fatal(err)
			}
			r.memory.z = &z
			r.screen.goTo(stepClosed)
			r.screen.page.(*closedPage).sheet.toPrinter()
			if said := onPaper(r.printed[1]); told(said) != (minor != 0) {
				t.Errorf("%s, %s, on the Z: %s", key, who, said)
			}
		}
	}
}
