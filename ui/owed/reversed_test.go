package owed

import (
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestCashThatWasReversedWasReturnedByNoBank: it was recorded by mistake. No bank knows of it, and a manager who holds
// what was returned this month against the bank's transfers must not look for it there.
func TestCashThatWasReversedWasReturnedByNoBank(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, lang, theme.Look{}, func(f *fakeTill) {
			f.rows[3].Cause, f.rows[3].With = journal.DebtReversed, f.rows[3].Sale
			f.rows = append(f.rows, journal.DebtRow{Seq: 6, Debt: 4, Kind: journal.DebtReturned, At: noon.Add(-4 * time.Hour), By: "Huda", Minor: 15_250, Open: 15_250, Reference: "C-0015"})
		})
		w, d := words.MustLoad(lang), r.till.debt(4)
		r.memory.Select(d.Sale)
		r.screen.load()
		if got := r.screen.entry.title.Text(); got != w.T("owed.cause.reversed", "first", "#8") && !strings.Contains(words.Plain(got), "8") {
			t.Fatalf("%s: the entry that is shown is %s", lang, got)
		}
		if said := r.words(); lang == words.English && (strings.Contains(said, "through the bank") || !strings.Contains(said, "15.250 LYD reversed, Huda")) {
			t.Errorf("says %s", said)
		}
		if got := r.screen.sums.month.sum.Number(); got != "12.500" {
			t.Errorf("%s: returned this month %s, where 12.500 went back through the bank", lang, got)
		}
	}
}
