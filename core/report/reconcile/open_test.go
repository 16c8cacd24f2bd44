package reconcile_test

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/report/reconcile"
)

// book is a till's records, newest sale first; asked counts how often totals were read.
type book struct {
	sales []journal.Sale
	kept  []journal.Reconciled
	asked int
}

func (b *book) has(q journal.SaleQuery) (all []journal.Sale) {
	for _, s := range b.sales {
		day := s.ID.Day()
		if q.Booked {
			day = s.BookingDay()
		}
		if q.Within(day) && (q.Before == "" || s.ID < q.Before) && (q.Amounts.Currency == "" || s.Amount.Currency == q.Amounts.Currency) {
			all = append(all, s)
		}
	}
	return all
}

func (b *book) Sales(_ context.Context, q journal.SaleQuery) (page journal.SalePage, _ error) {
	all := b.has(q)
	page.More = len(all) > 2 // a page is short: several are walked
	page.Sales = all[:min(len(all), 2)]
	return page, nil
}

func (b *book) Totals(_ context.Context, q journal.SaleQuery) ([]journal.Total, error) {
	b.asked++
	t := journal.Total{Group: journal.GroupPaid, Currency: "LYD"}
	for _, s := range b.has(q) {
		t.Count, t.Minor = t.Count+1, t.Minor+s.Amount.Minor
	}
	return []journal.Total{t}, nil
}

func (b *book) Reconciled(_ context.Context, from, to journal.SaleID) (all []journal.Reconciled, _ error) {
	for _, r := range b.kept {
		if from <= r.Sale && r.Sale <= to {
			all = append(all, r)
		}
	}
	return all, nil
}

// TestStandingCountsByDaysOfBooking, as the figures above it do: money that came on another day
// than its sale's stands there.
func TestStandingCountsByDaysOfBooking(t *testing.T) {
	b := &book{}
	for i, c := range []struct {
		own, booked journal.Day
		settled     bool
	}{{"20261118", "", true}, {"20261118", "20261119", true}, {"20261118", "20261119", false}, {"20261117", "20261119", true}, {"20261119", "", true},
		{"20261119", "", false}, {"20261119", "20261123", true}, {"20261119", "20261122", false}, {"20261119", "20261122", true}, {"20261121", "20261120", true}, {"20261121", "", true}} {
		s := journal.Sale{ID: journal.NewSaleID(c.own, i+1), Amount: dinars(int64(1) << i), Booked: c.booked}
		b.sales = append(b.sales, s)
		if c.settled {
			b.kept = append(b.kept, journal.Reconciled{Sale: s.ID, Amount: s.Amount, Lines: []journal.BankLine{{Line: "a"}}})
		}
	}
	slices.SortFunc(b.sales, func(x, y journal.Sale) int { return cmp.Compare(y.ID, x.ID) })
	sum := func(places ...int) (minor int64) {
		for _, n := range places {
			minor += int64(1) << n
		}
		return minor
	}
	for p, want := range map[report.Period]reconcile.Standing{
		report.OneDay("20261118"):          {Sales: 1, Reconciled: 1, Minor: sum(0)},
		report.OneDay("20261119"):          {Sales: 5, Reconciled: 3, Minor: sum(1, 2, 3, 4, 5), Open: sum(2, 5)},
		report.OneDay("20261120"):          {Sales: 1, Reconciled: 1, Minor: sum(9)},
		report.OneDay("20261121"):          {Sales: 1, Reconciled: 1, Minor: sum(10)},
		report.OneDay("20261122"):          {Sales: 2, Reconciled: 1, Minor: sum(7, 8), Open: sum(7)},
		{From: "20261119", To: "20261122"}: {Sales: 9, Reconciled: 6, Minor: sum(1, 2, 3, 4, 5, 7, 8, 9, 10), Open: sum(2, 5, 7)},
		{From: "20261101", To: "20261130"}: {Sales: 11, Reconciled: 8, Minor: sum(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), Open: sum(2, 5, 7)},
		report.OneDay("20261117"):          {},
		{From: "20261201", To: "20261231"}: {},
		{From: "20261124", To: "20261130"}: {},
		{From: "20261123", To: "20261130"}: {Sales: 1, Reconciled: 1, Minor: sum(6)},
		{From: "20261101", To: "20261117"}: {},
		{From: "20261101", To: "20261118"}: {Sales: 1, Reconciled: 1, Minor: sum(0)},
		{From: "20261120", To: "20261121"}: {Sales: 2, Reconciled: 2, Minor: sum(9, 10)},
		{From: "20261119", To: "20261121"}: {Sales: 7, Reconciled: 5, Minor: sum(1, 2, 3, 4, 5, 9, 10), Open: sum(2, 5)},
	} {
		b.asked = 0
		got, err := reconcile.StandingOf(t.Context(), b, p, "LYD")
		if err != nil || got != want {
			t.Errorf("%s to %s: %+v, want %+v, %v", p.From, p.To, got, want, err)
		}
		if b.asked != min(1, int(want.Reconciled)) {
			t.Errorf("%s to %s: totals were read %d times", p.From, p.To, b.asked)
		}
	}
}
