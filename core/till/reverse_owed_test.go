package till_test

import (
	"testing"
	"time"

	"sanduq/core/journal"
)

// TestCashTakenOffAfterTheBankMoneyCame: it is the only money of its order then, and none of
// it is owed back any more, as where it came later. What was returned stays returned.
func TestCashTakenOffAfterTheBankMoneyCame(t *testing.T) {
	for name, c := range map[string]struct {
		returned, kept int64
		outcome        journal.Outcome
	}{
		"open":        {0, amount.Minor, journal.OutcomePaidCash},
		"in part":     {5_000, amount.Minor - 5_000, journal.OutcomePaidCash},
		"all of it":   {amount.Minor, 0, journal.OutcomeReturned},
		"two of them": {0, amount.Minor, journal.OutcomePaidTwice},
	} {
		bubble(t, func(d *desk) {
			ctx := t.Context()
			d.shifts(20_000)
			a, b := d.charge(), journal.View{}
			if name == "two of them" {
				b = a
				a = d.instead(b.ID)
			}
			v, err := d.TakeCash(ctx, journal.Draft{Amount: amount, Cashier: "Amal", Replaces: a.ID}, 999_000)
			d.do(err)
			d.comes(a)
			if b.ID != "" {
				d.comes(b)
			}
			if c.returned > 0 {
				d.do(d.Refunds.ReturnDebt(ctx, 1, "Huda", c.returned, amount.Minor, "FT-1"))
			}
			d.do(d.Refunds.ReverseCash(ctx, v.ID, "Huda", 0, "the wrong customer"))
			d.pass(time.Second)
			first := d.debts()[0]
			if first.Sale != a.ID || first.Returned != c.returned || first.Kept != c.kept || first.Open() != 0 {
				t.Errorf("%s: the bank's money: %+v", name, first)
			}
			if s, two := d.sale(a.ID), b.ID != ""; s.PaidTwice() != two || s.Owed() != two {
				t.Errorf("%s: the sale says owed %v, ended %q", name, s.Owed(), s.OwedEnd)
			}
			if s := d.sale(v.ID); s.Owed() || !s.Returned() {
				t.Errorf("%s: the cash says owed %v, ended %q", name, s.Owed(), s.OwedEnd)
			}
			if got := d.concludes(a.ID); got != c.outcome {
				t.Errorf("%s: the order is %s, want %s", name, got, c.outcome)
			}
			row := d.newestAudit(journal.AuditOwedKept)
			if c.kept == 0 != (row.Seq == 0) || c.kept > 0 && (row.By != "Huda" || row.SaleID != a.ID) {
				t.Errorf("%s: audit %+v", name, row)
			}
		})
	}
}
