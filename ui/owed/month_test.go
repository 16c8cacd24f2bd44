package owed

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/exporting"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// give records a return, at a moment.
func (f *fakeTill) give(debt uint64, at time.Time, minor int64, reference string) {
	f.rows = append(f.rows, journal.DebtRow{Seq: uint64(len(f.rows) + 1), Debt: debt, Kind: journal.DebtReturned, At: at, By: "Huda", Minor: minor, Open: f.debt(debt).Open(), Reference: reference})
}

// monthly is a ledger with returns on both sides of the first of the month by the
// shop's clock, which is two hours ahead, and one in another currency.
func monthly(f *fakeTill) {
	first := time.Date(2026, 11, 1, 0, 0, 0, 0, tripoli)
	f.rows = f.rows[:4]
	f.give(2, first.Add(-time.Second), 1_000, "FT-1")
	f.give(2, first, 20_000, "FT-2")
	f.give(4, noon, 250, "FT-3")
	f.rows = append(f.rows, journal.DebtRow{Seq: 8, Debt: 4, Kind: journal.DebtKept, At: noon, By: "Huda", Minor: 5_000, Open: f.debt(4).Open(), Reason: "a present"})
	f.rows[0].Amount = money.Amount{Minor: 9_900, Currency: "EUR"}
	f.give(1, noon, 4_200, "FT-4")
}

var tripoli = time.FixedZone("Tripoli", 2*3600)

// TestWhatWasReturnedThisMonthStandsBesideWhatIsOwed: by the shop's own clock, by
// currency, what was kept is not returned, and what was read is not read again.
func TestWhatWasReturnedThisMonthStandsBesideWhatIsOwed(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, lang, theme.Look{}, monthly)
		r.screen.env.Zone, r.screen.ledger.env.Zone = tripoli, tripoli
		r.screen.ledger.known = nil
		r.screen.load()
		uitest.Picture(t, r.window, "owed-month-"+lang)
		for _, b := range laws.Faults(r.window.Canvas()) {
			t.Errorf("%s: %s", lang, b)
		}
		v := r.screen.sums.month
		if got := words.Plain(v.label.Text()) + " " + v.sum.Number() + " " + words.Plain(v.others.Text()); lang == words.English && got != "Returned this month, 2 20.250 and 42.00 EUR, 1" {
			t.Errorf("it says %q", got)
		}
		if v.sum.Number() != "20.250" {
			t.Errorf("%s: %s was returned", lang, v.sum.Number())
		}
	}
	r := newHarness(t, words.English, theme.Look{}, monthly)
	before := r.till.read
	r.screen.load()
	if again := r.till.read - before; again != 1 { // of the entry that is shown
		t.Errorf("%d entries are read again", again)
	}
	r.runes("FT-9")
	r.key(fyne.KeyReturn)
	if got := words.Plain(r.screen.sums.month.label.Text()) + " " + r.screen.sums.month.sum.Number(); got != "Returned this month, 2 10.250" { // by a clock of UTC
		t.Errorf("after one more was returned it says %q", got)
	}
}

// TestTheMonthIsThatOfTheReport: the books are ahead of a clock that was put back.
func TestTheMonthIsThatOfTheReport(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, monthly, func(f *fakeTill) {
		for i := range f.rows {
			if f.rows[i].Reference == "FT-1" { // by the clock it was in October
				f.rows[i].BookedAt = noon
			}
		}
	})
	r.screen.env.Zone, r.screen.ledger.env.Zone = tripoli, tripoli
	r.screen.ledger.known = nil
	r.screen.load()
	if got := words.Plain(r.screen.sums.month.label.Text()) + " " + r.screen.sums.month.sum.Number(); got != "Returned this month, 3 21.250" {
		t.Errorf("it says %q", got)
	}
}

// TestWhoMayNotSeeSumsSeesNoneOfTheMonth, and none is read for them.
func TestWhoMayNotSeeSumsSeesNoneOfTheMonth(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, monthly, func(f *fakeTill) { f.rights = journal.RightSet{journal.RightOwed} })
	if said := r.words(); strings.Contains(said, "this month") || strings.Contains(said, "20.250") || r.till.read > 1 {
		t.Errorf("%d read: %s", r.till.read, said)
	}
}

// TestAMonthThatCannotBeReadIsNotSaid: no sum is better than a wrong one.
func TestAMonthThatCannotBeReadIsNotSaid(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, monthly)
	r.till.torn = true
	r.screen.ledger.known = nil
	r.screen.load()
	if said := r.words(); strings.Contains(said, "this month") || !strings.Contains(said, "To be returned") {
		t.Error(said)
	}
}

// TestTheLedgerIsTakenAlong, of whatever days a person chooses.
func TestTheLedgerIsTakenAlong(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.screen.Export()()
	if len(r.taken) != 1 || r.taken[0].Of != exporting.OfOwed || !r.taken[0].Choose {
		t.Errorf("%+v", r.taken)
	}
	r.screen.deps.Export = nil
	if r.screen.Export() != nil {
		t.Error("it is offered where nothing is exported")
	}
}

// TestWhatIsOwedIsCountedByCurrency: how many stands beside the sum of just as many.
func TestWhatIsOwedIsCountedByCurrency(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, lang, theme.Look{}, func(f *fakeTill) {
			f.rows = f.rows[:4]
			f.rows[0].Amount = money.Amount{Minor: 9_900, Currency: "EUR"}
			f.rows[1].Amount = money.Amount{Minor: 500, Currency: "USD"}
			f.rows[2].Amount = money.Amount{Minor: 100, Currency: "EUR"}
		})
		uitest.Picture(t, r.window, "owed-currencies-"+lang)
		for _, b := range laws.Faults(r.window.Canvas()) {
			t.Errorf("%s: %s", lang, b)
		}
		s := r.screen
		if s.sums.sum.Number() != "15.250" {
			t.Errorf("%s: %s of the shop's own is owed", lang, s.sums.sum.Number())
		}
		if got := words.Plain(s.sums.count.Text()) + " " + s.sums.sum.Number() + " " + words.Plain(s.sums.others.Text()); lang == words.English && got != "To be returned, 1 15.250 and 100.00 EUR, 2 · and 5.00 USD, 1" {
			t.Errorf("it says %q", got)
		}
	}
}
