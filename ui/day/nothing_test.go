package day

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// TestNothingCountedIsNoCount: Done records nothing while nobody has typed anything, by
// tap and by Enter, and says what is missing; a drawer with nothing in it is counted by
// a nought.
func TestNothingCountedIsNoCount(t *testing.T) {
	ways := map[string]func(*harness){
		"a tap": func(r *harness) { test.Tap(r.primary()) },
		"Enter on each row": func(r *harness) {
			p := r.screen.page.(*countPage)
			for range max(1, len(p.rows)) {
				r.now = r.now.Add(time.Second)
				r.key(fyne.KeyReturn)
			}
		},
		"Enter on the key": func(r *harness) {
			r.window.Canvas().Focus(r.primary())
			r.key(fyne.KeyReturn)
			r.window.Canvas().Unfocus()
		},
	}
	for _, lang := range words.Languages() {
		for _, currency := range []string{"LYD", "CHF"} { // by notes and coins, and by the sum
			for way, done := range ways {
				t.Run(fmt.Sprint(lang, " ", currency, " ", way), func(t *testing.T) {
					r := newHarness(t, lang, theme.Look{}, func(r *harness) {
						r.till.set.Currency, r.till.shift.Opened.Currency, r.till.figs, r.till.open = currency, currency, journal.ShiftFigures{}, journal.StillOpen{}
					})
					r.screen.goTo(stepCount)
					r.now = r.now.Add(time.Second)
					refused := func(when string) {
						t.Helper()
						if len(r.till.shift.Counts) != 0 || r.memory.at != stepCount {
							t.Fatalf("%s: at %v after %d counts", when, r.memory.at, len(r.till.shift.Counts))
						}
						if want := r.env.Words.T("day.count.nothing"); !strings.Contains(strings.ReplaceAll(r.words(), " ", ""), strings.ReplaceAll(want, " ", "")) && lang != words.Arabic {
							t.Errorf("%s: it does not say %q but %q", when, want, r.words())
						}
						if p := r.screen.page.(*countPage); p.at != 0 {
							t.Errorf("%s: row %d is chosen", when, p.at)
						}
					}
					done(r)
					uitest.Picture(t, r.window, fmt.Sprintf("nothing-%s-%s", lang, currency))
					refused("with nothing typed")
					r.runes("5")
					r.key(fyne.KeyBackspace)
					done(r)
					refused("with all taken back")
					r.runes("0")
					if strings.Contains(r.words(), r.env.Words.T("day.count.nothing")) {
						t.Error("it says that nothing is counted, and a nought is")
					}
					done(r)
					if n := len(r.till.shift.Counts); n != 1 || r.till.shift.Counts[0].Cash.Minor != 0 || r.memory.at != stepDifference {
						t.Errorf("an empty drawer was counted %d times, at %v", n, r.memory.at)
					}
				})
			}
		}
	}
}

// TestAShiftThatTookNothingSaysNought: what was taken stands above the difference all the same.
func TestAShiftThatTookNothingSaysNought(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) { r.till.figs = journal.ShiftFigures{} })
	walk(r, func(name string) {
		if name != "closed" {
			return
		}
		uitest.Picture(t, r.window, "closed-nothing")
		if said := r.words(); !strings.Contains(said, "Taken") {
			t.Errorf("it does not say what was taken: %s", said)
		}
		sums := uitest.All[*typeset.Amount](r.screen.page.(*closedPage).frame.Body)
		if len(sums) != 2 || sums[0].Number() != "0.000" {
			t.Errorf("%d sums", len(sums))
		}
	})
}
