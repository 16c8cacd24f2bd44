package exporting

import (
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/words"
)

// TestAZStandsOnItsOwnDay, also on one that has no midnight, since clocks go forward then.
func TestAZStandsOnItsOwnDay(t *testing.T) {
	zone, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	s := &shelf{zs: []journal.Z{{Seq: 1, At: time.Date(2026, 9, 6, 20, 0, 0, 0, zone)}}}
	for day, want := range map[journal.Day]int{"20260905": 0, "20260906": 1, "20260907": 0} {
		r := Request{Of: OfZs, Query: journal.SaleQuery{From: day, To: day}}
		if n, err := (Source{Books: s}).Count(t.Context(), r, zone); err != nil || n != want {
			t.Errorf("%s: %d Zs, want %d, %v", day, n, want, err)
		}
	}
}

// TestWhatIsReturnedStandsOnTheDayOfTheReport: the books are ahead of a clock that was put back.
func TestWhatIsReturnedStandsOnTheDayOfTheReport(t *testing.T) {
	clock := time.Date(2026, 11, 18, 12, 0, 0, 0, tripoli)
	s := &shelf{debts: [][]journal.DebtRow{{
		{Debt: 1, Kind: journal.DebtOpened, At: clock.AddDate(0, 0, -8), Cause: journal.DebtPaidTwice, Sale: "20261110-000004", With: "20261110-000005", Amount: money.Amount{Minor: 10_000, Currency: "LYD"}},
		{Debt: 1, Kind: journal.DebtReturned, At: clock, BookedAt: clock.AddDate(0, 0, 2), By: "Huda", Minor: 4_000, Open: 10_000, Reference: "FT-1"}}}}
	for day, want := range map[journal.Day]int{"20261118": 0, friday: 1} {
		r := Request{Of: OfOwed, Query: journal.SaleQuery{From: day, To: day}}
		if n, err := (Source{Books: s}).Count(t.Context(), r, tripoli); err != nil || n != want {
			t.Errorf("%s: %d lines, want %d, %v", day, n, want, err)
		}
	}
}

// TestTheCardCountsWhatTheFileHolds: money that came on another day counts there.
func TestTheCardCountsWhatTheFileHolds(t *testing.T) {
	h := history(6)
	late := &h.sales[len(h.sales)-1]
	late.ID, late.Booked = "20261112-000001", friday
	b := newBench(t, h, words.English)
	r := Request{Query: journal.SaleQuery{From: "20261116", To: friday}, Asked: "Any state"}
	c := b.card(r)
	c.format.pick(Plain)
	c.begin()
	if s := b.runner.State(); s.Err != nil || s.Done != 6 || c.total != s.Done {
		t.Errorf("the card counts %d, the file holds %d, %v", c.total, s.Done, s.Err)
	}
}
