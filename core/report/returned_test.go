package report_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report"
)

// ledger is a figures that has what is owed back too, entry n at place n-1.
type ledger struct {
	figures
	rows [][]journal.DebtRow
	err  error
}

func (l *ledger) Sales(_ context.Context, q journal.SaleQuery) (page journal.SalePage, _ error) {
	for _, s := range slices.Backward(l.figures) {
		if day := s.ID.Day(); day >= q.From && day <= q.To && (q.Before == "" || s.ID < q.Before) {
			page.Sales = append(page.Sales, s)
		}
	}
	slices.SortFunc(page.Sales, func(a, b journal.Sale) int { return cmp.Compare(b.ID, a.ID) })
	page.Sales = page.Sales[:min(len(page.Sales), q.Limit)]
	return page, nil
}

func (l *ledger) Debts(_ context.Context, q journal.DebtQuery) (all []journal.Debt, err error) {
	for n := len(l.rows); n > 0 && len(all) < q.Limit; n-- {
		if q.Before != 0 && uint64(n) >= q.Before {
			continue
		}
		var d journal.Debt
		for _, r := range l.rows[n-1] {
			if d, err = d.Append(r); err != nil {
				return nil, err
			}
		}
		all = append(all, d)
	}
	return all, l.err
}

func (l *ledger) DebtRows(_ context.Context, n uint64) ([]journal.DebtRow, error) {
	return l.rows[n-1], nil
}

// owe opens an entry of a sale; back and keep close parts of it.
func (l *ledger) owe(s journal.Sale, cause journal.DebtCause) {
	with := journal.SaleID("20261101-000999")
	if cause == journal.DebtBothLegs {
		with = s.ID
	}
	l.rows = append(l.rows, []journal.DebtRow{{Debt: uint64(len(l.rows) + 1), Kind: journal.DebtOpened, At: s.SettledAt, Cause: cause, Sale: s.ID, With: with, Amount: s.Amount}})
}

func (l *ledger) close(kind journal.DebtKind, at time.Time, minor int64) {
	n := len(l.rows)
	rows := l.rows[n-1]
	row := journal.DebtRow{Debt: uint64(n), Kind: kind, At: at.UTC(), Minor: minor, Open: rows[0].Amount.Minor}
	for _, r := range rows[1:] {
		row.Open -= r.Minor
	}
	if row.Reason = "agreed"; kind == journal.DebtReturned {
		row.Reason, row.Reference = "", at.String()
	}
	l.rows[n-1] = append(rows, row)
}

// TestWhatWasReturnedStandsOnItsDay and in its hour, by the route and the cashier of
// the sale, beside what was taken, which it never changes.
func TestWhatWasReturnedStandsOnItsDay(t *testing.T) {
	at := func(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 20, 0, 0, tripoli) }
	var l ledger
	sale := func(day, hour, number int, minor int64, currency string, route core.Route, cashier string) journal.Sale {
		s := saleAt(at(day, hour), number, journal.StatusPaid, minor, currency)
		s.Route, s.Cashier = route, cashier
		l.figures = append(l.figures, s)
		return s
	}
	a := sale(18, 9, 1, 12_500, "LYD", core.RouteQR, "Samira")
	b := sale(19, 10, 2, 8_000, "LYD", core.RouteWallet, "Yusuf")
	c := sale(19, 11, 3, 5_000, "LYD", core.RouteQR, "Samira")
	d := sale(10, 12, 4, 300, "EUR", core.RouteQR, "")
	e := sale(10, 12, 6, 400, "TND", core.RouteQR, "")
	sale(20, 9, 5, 1_000, "LYD", core.RouteQR, "Samira")
	l.owe(a, journal.DebtPaidTwice)
	l.close(journal.DebtReturned, at(18, 23), 2_500)
	l.close(journal.DebtReturned, at(20, 0), 10_000) // 22:20 of the 19th in UTC
	l.owe(b, journal.DebtAfterCash)
	l.close(journal.DebtKept, at(19, 12), 6_000)
	l.close(journal.DebtReturned, at(19, 13), 2_000)
	l.owe(c, journal.DebtBothLegs)
	l.close(journal.DebtReturned, at(19, 14), 5_000)
	l.owe(d, journal.DebtPaidTwice)
	l.close(journal.DebtReturned, at(19, 15), 300)
	l.owe(e, journal.DebtPaidTwice)
	l.close(journal.DebtReturned, at(17, 15), 400) // in the period that it is compared with, for which nobody asks
	q := report.Query{Filter: report.Filter{Period: report.Period{From: "20261119", To: "20261120"}}, Compare: report.CompareBefore}
	out := build(t, report.Kept(&l, tripoli), q)
	if !out.Returns || len(out.Reports) != 2 {
		t.Fatalf("%+v", out)
	}
	lyd, eur := out.Reports[0], out.Reports[1]
	taken := build(t, count(l.figures, tripoli), q)
	if taken.Returns || taken.Reports[0].Taken != lyd.Taken || taken.Reports[0].Returned.Figure != (report.Figure{}) {
		t.Errorf("what was taken is %+v, and by counting %+v", lyd.Taken, taken.Reports[0])
	}
	is := func(what string, got, want report.Figure) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %+v, want %+v", what, got, want)
		}
	}
	back := func(d report.Dimension, name string) report.Figure {
		i := slices.IndexFunc(lyd.Rows[d], func(row report.Row) bool { return row.Name == name })
		return lyd.Rows[d][i].Back
	}
	is("returned", lyd.Returned.Figure, report.Figure{Number: 2, Minor: 12_000})
	is("released to income", lyd.Ledger.Kept, report.Figure{Number: 1, Minor: 6_000})
	is("by one person alone", lyd.Ledger.Alone, report.Figure{Number: 4, Minor: 10_000 + 6_000 + 2_000 + 5_000})
	is("on the first day", lyd.Returned.On(report.OneDay("20261119")), report.Figure{Number: 1, Minor: 2_000})
	is("on the second day", lyd.Returned.On(report.OneDay("20261120")), report.Figure{Number: 1, Minor: 10_000})
	is("on both", lyd.Returned.On(q.Filter.Period), lyd.Returned.Figure)
	is("at midnight", lyd.Returned.Hours[0], report.Figure{Number: 1, Minor: 10_000})
	is("at one", lyd.Returned.Hours[13], report.Figure{Number: 1, Minor: 2_000})
	is("by QR", back(report.ByRoute, string(core.RouteQR)), report.Figure{Number: 1, Minor: 10_000})
	is("of Yusuf", back(report.ByCashier, "Yusuf"), report.Figure{Number: 1, Minor: 2_000})
	is("taken in euros", eur.Taken.Now, report.Figure{})
	is("returned in euros", eur.Returned.Figure, report.Figure{Number: 1, Minor: 300})
	if got := report.Stays(lyd.Taken.Now, lyd.Returned.Figure); got != 13_000+1_000-12_000 {
		t.Errorf("%d stays", got)
	}
	if got := report.Stays(eur.Taken.Now, eur.Returned.Figure); got != -300 {
		t.Errorf("%d euros stay", got)
	}
	of := q
	of.Filter = of.Filter.Of(report.ByCashier, "Yusuf")
	is("asked for Yusuf", build(t, report.Kept(&l, tripoli), of).Reports[0].Returned.Figure, report.Figure{Number: 1, Minor: 2_000})

	l.err = errors.New("broken")
	if _, err := report.Build(t.Context(), report.Kept(&l, tripoli), q); report.CodeOf(err) != report.CodeSource || !errors.Is(err, l.err) {
		t.Error(err)
	}
}
