package till_test

import (
	"testing"
	"time"

	"sanduq/core/journal"
)

// TestCashTypedWrongIsTakenOffInItsShift: 1,250.000 for 12.500. What counts as taken less
// what was returned is the right sum again, and so is the drawer.
func TestCashTypedWrongIsTakenOffInItsShift(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(20_000)
		wrong := d.cash(1_250_000, 1_250_000)
		d.refused("without a reason", d.Refunds.ReverseCash(ctx, wrong.ID, "Huda", 0, " "), journal.CodeReason)
		d.refused("missing in a shift that goes on", d.Refunds.ReverseCash(ctx, wrong.ID, "Huda", 1, "typed wrong"), journal.CodeSum)
		d.do(d.Refunds.ReverseCash(ctx, wrong.ID, "Huda", 0, "typed wrong"))
		d.refused("twice", d.Refunds.ReverseCash(ctx, wrong.ID, "Huda", 0, "typed wrong"), journal.CodeStep)
		d.cash(12_500, 20_000)
		moved, err := d.store.Movements(ctx, 1, 0, 9)
		d.do(err)
		if len(moved) != 1 || moved[0].Signed() != -1_250_000 || moved[0].Sale != wrong.ID || moved[0].By != "Huda" || moved[0].Reason != "typed wrong" {
			t.Errorf("moved: %+v", moved)
		}
		s := d.sale(wrong.ID)
		if s.Status() != journal.StatusCash || s.Reversed == nil || s.TookCash() || !s.Returned() || s.Owed() {
			t.Errorf("the sale: %+v", s.Sale)
		}
		if o := d.concludes(wrong.ID); o != journal.OutcomeReversed {
			t.Errorf("its outcome: %s", o)
		}
		if sum := d.counts(32_500); sum.Difference != 0 {
			t.Errorf("the drawer: %+v", sum)
		}
		z := d.closes("")
		sums, err := z.Sums()
		d.do(err)
		if len(z.Owed) != 1 || sums[0].Minor-z.Owed[0].Returned != 12_500 || z.Owed[0].Returned != z.Owed[0].Opened {
			t.Errorf("the Z: %+v, %+v", sums, z.Owed)
		}
		today := d.Today()
		back, err := d.Refunds.Returned(ctx, journal.SaleQuery{From: today, To: today})
		d.do(err)
		if len(back) != 1 || back[0].Minor != 1_250_000 {
			t.Errorf("returned in the report: %+v", back)
		}
		if row := d.newestAudit(journal.AuditCashReversed); row.SaleID != wrong.ID || row.By != "Huda" || row.Detail != "C-0001 1250.000 LYD typed wrong" {
			t.Errorf("audit: %+v", row)
		}
	})
}

// TestCashTypedWrongIsTakenOffInALaterShift: the count has found most of it missing, so
// that only the rest leaves the drawer's book, and the closed Z stays.
func TestCashTypedWrongIsTakenOffInALaterShift(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(20_000)
		wrong := d.cash(1_250_000, 1_250_000)
		d.counts(32_500)
		closed := d.closes("nobody knows")
		d.refused("before a shift is open", d.Refunds.ReverseCash(ctx, wrong.ID, "Huda", 0, "typed wrong"), journal.CodeShift)
		d.do(d.Shifts.OpenShift(ctx, "Amal", 32_500, ""))
		r, err := d.Refunds.Reversal(ctx, wrong.CashSeq)
		d.do(err)
		if r.Missing != 1_237_500 || r.Z != 1 {
			t.Fatalf("found missing: %+v", r)
		}
		d.refused("more than is there", d.Refunds.ReverseCash(ctx, wrong.ID, "Huda", 0, "typed wrong"), journal.CodeDrawer)
		d.refused("more missing than the Z says", d.Refunds.ReverseCash(ctx, wrong.ID, "Huda", 1_237_501, "typed wrong"), journal.CodeSum)
		d.do(d.Refunds.ReverseCash(ctx, wrong.ID, "Huda", 1_237_500, "typed wrong"))
		d.cash(12_500, 12_500)
		if sum := d.counts(32_500); sum.Difference != 0 {
			t.Errorf("the drawer: %+v", sum)
		}
		if z, err := d.store.Z(ctx, 1); err != nil || len(z.Owed) != 0 || z.Drawer.Difference != closed.Drawer.Difference {
			t.Errorf("the closed Z: %+v, %v", z, err)
		}
		z := d.closes("")
		if sums, _ := z.Sums(); sums[0].Minor-z.Owed[0].Returned != 12_500-1_250_000 {
			t.Errorf("the second Z: %+v, %+v", sums, z.Owed)
		}
	})
}

// TestWhatAZFoundMissingIsPutBackOnce: two sales in cash were recorded wrongly, and the count
// found the sum of one of them missing. Neither its Z nor the next one finds it twice.
func TestWhatAZFoundMissingIsPutBackOnce(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(20_000)
		all := [3]journal.View{d.cash(10_000, 10_000), d.cash(10_000, 10_000), d.cash(10_000, 10_000)}
		d.counts(35_000) // 15,000 are missing
		d.closes("nobody knows")
		d.do(d.Shifts.OpenShift(ctx, "Amal", 35_000, ""))
		for i, want := range []int64{10_000, 5_000, 0} {
			r, err := d.Refunds.Reversal(ctx, all[i].CashSeq)
			d.do(err)
			if r.Missing != want {
				t.Errorf("of sale %d, %d are missing, want %d", i, r.Missing, want)
			}
			d.refused("more than is missing still", d.Refunds.ReverseCash(ctx, all[i].ID, "Huda", want+1, "typed wrong"), journal.CodeSum)
			d.do(d.Refunds.ReverseCash(ctx, all[i].ID, "Huda", want, "typed wrong"))
		}
		if f := d.shift().Figures; f.In.Minor != 15_000 || f.Out.Minor != 30_000 {
			t.Errorf("the drawer: %+v", f)
		}
	})
}

// TestMoneyAfterCashThatWasTakenOffIsNotOwed: the bank's is the only money of its order.
func TestMoneyAfterCashThatWasTakenOffIsNotOwed(t *testing.T) {
	bubble(t, func(d *desk) {
		d.shifts(20_000)
		old := d.charge()
		v, err := d.TakeCash(t.Context(), journal.Draft{Amount: amount, Cashier: "Amal", Replaces: old.ID}, 999_000)
		d.do(err)
		d.do(d.Refunds.ReverseCash(t.Context(), v.ID, "Huda", 0, "the wrong customer"))
		d.comes(old)
		if all := d.debts(); len(all) != 1 || all[0].Cause != journal.DebtReversed {
			t.Errorf("owed back: %+v", all)
		}
		if o := d.concludes(old.ID); o != journal.OutcomePaid && o != journal.OutcomePaidCash {
			t.Errorf("its outcome: %s", o)
		}
	})
}

// TestTheSlipOfCashThatWasTakenOffSaysSo: it comes by itself where slips do, and each later
// one says it too, so that no slip of a reversed sale reads as one that stands.
func TestTheSlipOfCashThatWasTakenOffSaysSo(t *testing.T) {
	for _, byItself := range []bool{true, false} {
		printing(t, func(d *desk, r *roll) {
			d.shifts(20_000)
			r.set(func(r *roll) {
				if !byItself {
					r.wanted = 0
				}
			})
			wrong := d.cash(1_250_000, 1_250_000)
			d.pass(time.Second)
			before := r.count()
			d.do(d.Refunds.ReverseCash(d.t.Context(), wrong.ID, "Huda", 0, "typed wrong"))
			d.pass(time.Second)
			if byItself != (r.count() == before+1) {
				d.t.Fatalf("by itself %v: %d slips, and %d before", byItself, r.count(), before)
			}
			d.do(d.Slips.Print(d.t.Context(), wrong.ID, "Samira"))
			for _, s := range r.slips[before:] {
				if s.Cash == nil || s.Off == nil || s.Off.By != "Huda" || s.Off.Reason != "typed wrong" {
					d.t.Errorf("a slip after the reversal: %+v", s)
				}
			}
			if byItself && (r.slips[0].Off != nil || r.slips[before].Copy != 1 || r.slips[before].By != "Huda") {
				d.t.Errorf("slips: %+v", r.slips)
			}
		})
	}
}
