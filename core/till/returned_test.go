package till_test

import (
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/till"
)

// TestWhatWasReturnedIsTold by the ledger: of the sales that a filter selects, in
// parts, and never what the shop kept.
func TestWhatWasReturnedIsTold(t *testing.T) {
	bubble(t, func(d *desk) {
		tell := func(q till.SaleQuery, number, minor int64) {
			t.Helper()
			var want []till.Line
			if number > 0 {
				want = []till.Line{{Currency: amount.Currency, Tally: till.Tally{Number: number, Minor: minor}}}
			}
			got, err := d.Returned(t.Context(), q)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%+v: returned %+v, %v, want %+v", q, got, err, want)
			}
		}
		_, b := d.twice()
		tell(till.SaleQuery{}, 0, 0)
		d.do(returns("FT-1")(d, 4_000, amount.Minor))
		tell(till.SaleQuery{}, 1, 4_000)
		d.do(keeps(d, 500, amount.Minor-4_000))
		tell(till.SaleQuery{}, 1, 4_000)
		d.pass(26 * time.Hour) // the next day
		d.do(returns("FT-2")(d, amount.Minor-4_500, amount.Minor-4_500))
		for _, q := range []till.SaleQuery{{}, {From: b.Day(), To: b.Day()}, {Status: till.StatusPaid}, {Search: "12.5", Limit: 7},
			{Route: core.RouteQR, Before: "20261120-000001"}} {
			tell(q, 2, amount.Minor-500)
		}
		for _, q := range []till.SaleQuery{{From: d.Today()}, {To: "19991231"}, {Status: till.StatusFailed}, {Search: "nothing like it"}, {Owed: true}} {
			tell(q, 0, 0)
		}
		for r, err := range till.Returned(t.Context(), d.store, till.SaleQuery{}, nil) {
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
		v := d.pays()
		d.do(d.OweByStatement(t.Context(), v.ID, "Huda", amount, "BANK-1"))
		d.do(returns("FT-1")(d, amount.Minor, amount.Minor))
		d.pass(time.Second)
		if got, err := d.Returned(t.Context(), till.SaleQuery{}); err != nil || got != nil {
			t.Errorf("returned %+v, %v", got, err)
		}
		if s := d.sale(v.ID); s.Status() != till.StatusPaid || s.Returned() || s.OwedEnd != till.DebtReturned {
			t.Errorf("%s, returned %v, ended %q", s.Status(), s.Returned(), s.OwedEnd)
		}
	})
}
