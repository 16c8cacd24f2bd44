package till_test

import (
	"errors"
	"testing"

	"sanduq/core/journal"
)

// TestAReferenceThatClosedAnotherEntryIsAskedAbout, however it is spelt and also after a
// restart; one transfer that returned both is recorded by the person who says so, and the audit
// names the other entry.
func TestAReferenceThatClosedAnotherEntryIsAskedAbout(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx, minor := t.Context(), amount.Minor
		d.twice()
		d.twiceAs("TX-C", "TX-D")
		first := d.debts()[0]
		d.do(d.Refunds.ReturnDebt(ctx, 1, "Huda", 100, minor, "FT-1 26 Nov"))
		d.do(d.Refunds.ReturnDebt(ctx, 1, "Huda", 100, minor-100, "FT-2"))
		asked := func(d *desk, reference string) {
			t.Helper()
			before := d.store.Commits()
			err := d.Refunds.ReturnDebt(ctx, 2, "Huda", minor, minor, reference)
			d.refused(reference, err, journal.CodeReferenceUsed)
			var used *journal.ReferenceUsedError
			if !errors.As(err, &used) || used.By.Number != 1 || used.By.Sale != first.Sale {
				t.Errorf("%q names %+v", reference, used)
			}
			if d.store.Commits() != before {
				t.Errorf("%q was refused and written", reference)
			}
		}
		asked(d, "FT-1 26 Nov")
		asked(d, " ft-1 26nov")
		asked(d, "FT-2")
		asked(d, "FT-٢")
		asked(d, "ft-۱ ۲٦ Nov")
		d.refused("the same entry again", d.Refunds.ReturnDebt(ctx, 1, "Huda", 100, minor-200, "ft-2"), journal.CodeReference)
		d.Close()

		e := open(t, d.store, d.gate)
		defer e.Close()
		asked(e, "FT-2")
		e.do(e.Refunds.ReturnDebtToo(ctx, 2, "Huda", 100, minor, "FT-2"))
		book, err := e.store.Audit(ctx, 0, 1)
		e.do(err)
		if row := book[0]; row.Action != journal.AuditReferenceAgain || row.By != "Huda" || row.SaleID != e.debts()[1].Sale || row.Detail != "FT-2 / "+first.Sale.Paper() {
			t.Errorf("the audit says %+v", row)
		}
		e.do(e.Refunds.KeepDebt(ctx, 2, "Huda", minor-100, minor-100, "FT-2")) // a reason is no reference
	})
}
