package till_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

// TestWhatWasReturnedIsTold by the ledger: of the sales that a filter selects, in
// parts, and never what the shop kept.
func TestWhatWasReturnedIsTold(t *testing.T) {
	bubble(t, func(d *desk) {
		tell := func(q journal.SaleQuery, number, minor int64) {
			t.Helper()
			var want []journal.Line
			if number > 0 {
				want = []journal.Line{{Currency: amount.Currency, Tally: journal.Tally{Number: number, Minor: minor}}}
			}
			got, err := d.Refunds.Returned(t.Context(), q)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%+v: returned %+v, %v, want %+v", q, got, err, want)
			}
		}
		_, b := d.twice()
		tell(journal.SaleQuery{}, 0, 0)
		d.do(returns("FT-1")(d, 4_000, amount.Minor))
		tell(journal.SaleQuery{}, 1, 4_000)
		d.do(keeps(d, 500, amount.Minor-4_000))
		tell(journal.SaleQuery{}, 1, 4_000)
		d.pass(26 * time.Hour) // the next day
		d.do(returns("FT-2")(d, amount.Minor-4_500, amount.Minor-4_500))
		for _, q := range []journal.SaleQuery{{}, {From: b.Day(), To: b.Day()}, {Status: journal.StatusPaid}, {Search: "12.5", Limit: 7},
			{Route: core.RouteQR, Before: "20261120-000001"}} {
			tell(q, 2, amount.Minor-500)
		}
		for _, q := range []journal.SaleQuery{{From: d.Today()}, {To: "19991231"}, {Status: journal.StatusFailed}, {Search: "nothing like it"}, {Owed: true}} {
			tell(q, 0, 0)
		}
		for r, err := range queries.Returned(t.Context(), d.store, journal.SaleQuery{}, nil) {
			if err != nil || r.Sale.ID != b || r.At.IsZero() || r.Amount.Currency != amount.Currency {
				t.Errorf("%+v, %v", r, err)
			}
		}
	})
}

// TestTheSecondDebitWasNeverCounted, so that giving it back takes nothing off what was
// paid.
func TestTheSecondDebitWasNeverCounted(t *testing.T) {
	bubble(t, func(d *desk) {
		d.shifts(0)
		v := d.pays()
		d.do(d.Refunds.OweByStatement(t.Context(), v.ID, "Huda", amount, "BANK-1"))
		d.do(returns("FT-1")(d, amount.Minor, amount.Minor))
		d.pass(time.Second)
		if got, err := d.Refunds.Returned(t.Context(), journal.SaleQuery{}); err != nil || got != nil {
			t.Errorf("returned %+v, %v", got, err)
		}
		x, err := d.Shifts.X(t.Context(), "Huda")
		d.do(err)
		if got := x.Returned(amount.Currency); got != 0 || len(x.Owed) != 1 || x.Owed[0].Returned != amount.Minor {
			t.Errorf("the X takes %d off what was taken: %+v", got, x.Owed)
		}
		if s := d.sale(v.ID); s.Status() != journal.StatusPaid || s.Returned() || s.OwedEnd != journal.DebtReturned {
			t.Errorf("%s, returned %v, ended %q", s.Status(), s.Returned(), s.OwedEnd)
		}
	})
}

// ledgerReads counts how many entries of the ledger are read.
type ledgerReads struct {
	*storetest.Memory
	entries atomic.Int64 // the till's own walk reads beside the test
}

func (l *ledgerReads) Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error) {
	some, err := l.Memory.Debts(ctx, q)
	l.entries.Add(int64(len(some)))
	return some, err
}

// TestWhatWasReturnedIsReadWithoutTheWholeLedger, once it was walked: a refresh costs what
// was returned and not what was ever owed. It holds after each commit, and after a disk
// was in doubt about one.
func TestWhatWasReturnedIsReadWithoutTheWholeLedger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &ledgerReads{Memory: storetest.NewMemory()}
		e, err := till.Open(t.Context(), till.Config{Store: store, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.UTC,
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(newGateway(), &core.InMemoryTokenStore{}) }})
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		const old = 120
		for n := range uint64(old) { // an old ledger of which nothing was ever returned
			if err := store.Commit(t.Context(), journal.Change{Debts: []journal.DebtRow{{Seq: n + 1, Debt: n + 1, Kind: journal.DebtOpened, At: e.Now(), Cause: journal.DebtPaidTwice,
				Sale: journal.NewSaleID(e.Today(), 1), With: journal.NewSaleID(e.Today(), 2), Amount: amount}}}); err != nil {
				t.Fatal(err)
			}
		}
		read := func(what string, want ...uint64) (entries int) {
			t.Helper()
			synctest.Wait()
			store.entries.Store(0)
			all, err := e.ReturnedDebts(t.Context())
			var got []uint64
			for _, d := range all {
				got = append(got, d.Number)
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %v, %v, want %v", what, got, err, want)
			}
			return int(store.entries.Load())
		}
		if n := read("at first"); n < old {
			t.Errorf("nobody can know yet, and %d entries were read", n)
		}
		give := func(debt uint64, open int64) error {
			return e.Refunds.ReturnDebt(t.Context(), debt, "Huda", 500, open, fmt.Sprint("FT-", debt, "-", open))
		}
		for _, err := range []error{give(7, amount.Minor), give(7, amount.Minor-500), give(90, amount.Minor)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if n := read("three times of two", 90, 7); n != 2 {
			t.Errorf("%d entries were read", n)
		}
		for outcome, debt := range map[storetest.Outcome]uint64{storetest.Kept: 100, storetest.Lost: 101} {
			store.FailNext(outcome)
			if err := give(debt, amount.Minor); (err == nil) != (outcome == storetest.Kept) {
				t.Errorf("%v: %v", outcome, err)
			}
		}
		read("after a disk in doubt", 100, 90, 7)
		if n := read("once more", 100, 90, 7); n != 3 {
			t.Errorf("%d entries were read", n)
		}
	})
}

// TestSalesOfWhichAPartWasGivenBackAreFound with those that were given back whole, on the
// days on which that was; what is told of each adds up to what was returned.
func TestSalesOfWhichAPartWasGivenBackAreFound(t *testing.T) {
	bubble(t, func(d *desk) {
		_, whole := d.twice()
		_, part := d.twiceAs("TX-C", "TX-D")
		give := func(debt uint64, minor, open int64) {
			t.Helper()
			d.do(d.Refunds.ReturnDebt(t.Context(), debt, "Huda", minor, open, fmt.Sprint("FT-", debt, "-", open)))
		}
		first := d.Today()
		give(1, amount.Minor, amount.Minor)
		give(2, 1_000, amount.Minor)
		d.pass(26 * time.Hour)
		second := d.Today()
		give(2, 500, amount.Minor-1_000)
		on := func(from, to journal.Day) journal.SaleQuery {
			return journal.SaleQuery{Returned: true, Back: journal.BackDays{Zone: d.Now().Location(), From: from, To: to}}
		}
		for name, c := range map[string]struct {
			q    journal.SaleQuery
			want map[journal.SaleID]int64
		}{
			"ever":            {journal.SaleQuery{Returned: true}, map[journal.SaleID]int64{whole: amount.Minor, part: 1_500}},
			"on both days":    {on(first, second), map[journal.SaleID]int64{whole: amount.Minor, part: 1_500}},
			"on the first":    {on(first, first), map[journal.SaleID]int64{whole: amount.Minor, part: 1_000}},
			"on the second":   {on(second, second), map[journal.SaleID]int64{part: 500}},
			"on none":         {on("19991231", "19991231"), map[journal.SaleID]int64{}},
			"of an amount":    {journal.SaleQuery{Returned: true, Search: "nothing like it"}, map[journal.SaleID]int64{}},
			"of another day":  {journal.SaleQuery{Returned: true, From: second, To: second}, map[journal.SaleID]int64{}},
			"still owed back": {journal.SaleQuery{Returned: true, Owed: true}, map[journal.SaleID]int64{part: 1_500}},
		} {
			back, err := d.Refunds.GivenBack(t.Context(), c.q)
			if err != nil || !maps.Equal(back, c.want) {
				t.Errorf("%s: %v, %v", name, back, err)
			}
			q, listed, sum := c.q, []journal.SaleID{}, int64(0)
			for q.Limit = 1; ; { // a page at a time
				page, err := d.Sales(t.Context(), q)
				d.do(err)
				for _, s := range page.Sales {
					listed, q.Before = append(listed, s.ID), s.ID
					sum += back[s.ID]
				}
				if !page.More {
					break
				}
			}
			lines, err := d.Refunds.Returned(t.Context(), c.q)
			d.do(err)
			totals, err := d.Totals(t.Context(), c.q)
			d.do(err)
			n, returned := 0, int64(0)
			for _, x := range totals {
				n += x.Count
			}
			for _, l := range lines {
				returned += l.Minor
			}
			if len(listed) != len(c.want) || n != len(c.want) || sum != returned || !slices.IsSortedFunc(listed, func(a, b journal.SaleID) int { return -cmp.Compare(a, b) }) {
				t.Errorf("%s: %v are listed, %d counted, %d of %d is told", name, listed, n, sum, returned)
			}
		}
	})
}
