package till_test

import (
	"testing"
	"time"

	"sanduq/core/journal"
)

// TestLateMoneyOfWhoLeftIsOwed: the customer went without the goods, and the money came
// after all. It is owed until it was returned, or kept with a reason, and the Z says so.
func TestLateMoneyOfWhoLeftIsOwed(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(0)
		var left [2]journal.View
		for i := range left {
			left[i] = d.charge()
			d.do(d.SetAside(ctx, left[i].ID, journal.AsideCustomerLeft))
		}
		for _, v := range left {
			d.gate.set(v.OrderID, "SUCCESS", "TX-"+string(v.ID))
			d.WatchNow()
			d.pass(10 * time.Minute)
			d.want(v.ID, journal.StatusPaid)
		}
		all := d.debts()
		if len(all) != 2 || all[0].Cause != journal.DebtLate || all[0].Open() != amount.Minor || all[0].Sale != all[0].With {
			t.Fatalf("owed back: %+v", all)
		}
		x, err := d.Shifts.X(ctx, "Huda")
		d.do(err)
		if len(x.Owed) != 1 || x.Owed[0].Opened != 2*amount.Minor {
			t.Errorf("the X: %+v", x.Owed)
		}
		d.do(d.Refunds.ReturnDebt(ctx, 1, "Huda", amount.Minor, amount.Minor, "FT-1"))
		if row := d.newestAudit(journal.AuditAlone); row.By != "Huda" || row.SaleID != left[0].ID && row.SaleID != left[1].ID {
			t.Errorf("nothing says that it was Huda alone: %+v", row)
		}
		d.refused("kept without a reason", d.Refunds.KeepDebt(ctx, 2, "Huda", amount.Minor, amount.Minor, " "), journal.CodeReference)
		d.do(d.Refunds.KeepDebt(ctx, 2, "Huda", amount.Minor, amount.Minor, "the customer came for the goods"))
		today := d.Today()
		back, err := d.Refunds.Returned(ctx, journal.SaleQuery{From: today, To: today})
		d.do(err)
		if len(back) != 1 || back[0].Minor != amount.Minor {
			t.Errorf("returned: %+v", back)
		}
		d.counts(0)
		if o := d.closes("").Owed[0]; o.Opened != 2*amount.Minor || o.Returned != amount.Minor || o.Kept != amount.Minor || o.Alone != 2*amount.Minor {
			t.Errorf("the Z: %+v", o)
		}
	})
}

// TestLateMoneyIsOwedByAManagersWord: once for a sale, and never of one that is not paid.
func TestLateMoneyIsOwedByAManagersWord(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		v, open := d.pays(), d.charge()
		d.refused("without a reason", d.Refunds.OweLate(ctx, v.ID, "Huda", ""), journal.CodeReason)
		d.refused("not paid", d.Refunds.OweLate(ctx, open.ID, "Huda", "left"), journal.CodeStep)
		d.do(d.Refunds.OweLate(ctx, v.ID, "Huda", "left without the goods"))
		d.refused("twice", d.Refunds.OweLate(ctx, v.ID, "Huda", "left"), journal.CodeReference)
		if all := d.debts(); len(all) != 1 || all[0].Cause != journal.DebtLate || all[0].Sale != v.ID {
			t.Errorf("owed back: %+v", all)
		}
		if row := d.newestAudit(journal.AuditOwed); row.By != "Huda" || row.SaleID != v.ID {
			t.Errorf("audit: %+v", row)
		}
	})
}

// TestLateMoneyThatIsOwedIsRead: anyone who says that the customer left has read that the
// money came, and nothing sounds any more.
func TestLateMoneyThatIsOwedIsRead(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		d.do(d.SetAside(t.Context(), v.ID, journal.AsideNoCode))
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		d.WatchNow()
		d.pass(10 * time.Minute)
		if s := d.want(v.ID, journal.StatusPaid); !s.LateMoney() {
			t.Fatalf("the money did not come late: %+v", s)
		}
		d.do(d.Refunds.OweLate(t.Context(), v.ID, "Huda", "left without the goods"))
		if s := d.want(v.ID, journal.StatusPaid); s.LateMoney() {
			t.Errorf("it still sounds: read at %v", s.LateAlertRead)
		}
		if row := d.newestAudit(journal.AuditAlertRead); row.By != "Huda" || row.SaleID != v.ID {
			t.Errorf("audit: %+v", row)
		}
	})
}

// TestTwoPersonsAreNotAlone: a return on a right that was granted is the word of two.
func TestTwoPersonsAreNotAlone(t *testing.T) {
	bubble(t, func(d *desk) {
		d.hire()
		v := d.pays()
		d.managed(func() { d.must(d.Refunds.OweLate(t.Context(), v.ID, "", "left without the goods")) })
		d.lend(journal.RightOwed)
		d.must(d.Refunds.ReturnDebt(t.Context(), 1, "", amount.Minor, amount.Minor, "FT-1"))
		if row := d.newestAudit(journal.AuditOwedReturned); row.DelegatedBy == "" {
			t.Errorf("the return: %+v", row)
		}
		if row := d.newestAudit(journal.AuditAlone); row.Seq != 0 {
			t.Errorf("two persons are called one: %+v", row)
		}
	})
}
