package till_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// Anyone who pays after cash was taken for the same order is owed the money back.
func TestBankMoneyAfterCashIsOwedBack(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(0)
		old := d.charge()
		v, err := d.TakeCash(ctx, journal.Draft{Amount: amount, Replaces: old.ID, Cashier: "Amal"}, 13_000)
		d.do(err)
		aside := d.sale(old.ID)
		if aside.SetAside == nil || aside.SetAside.Reason != journal.AsidePaidCash || !slices.Contains(aside.Instead, v.ID) {
			t.Errorf("the sale that cash was taken instead of: %+v", aside.Sale)
		}
		_, err = d.Charge(ctx, journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: old.ID})
		d.refused("a payment beside cash", err, journal.CodeStep)
		_, err = d.TakeCash(ctx, journal.Draft{Amount: amount, Replaces: v.ID}, 13_000)
		d.refused("cash twice", err, journal.CodeStep)
		attempts, err := d.Attempts(ctx, old.ID)
		d.do(err)
		if c := journal.Conclude(attempts); c.Outcome != journal.OutcomeTaken || c.Sale != v.ID || c.Other != old.ID {
			t.Errorf("before the bank's money: %+v", c)
		}
		d.gate.set(old.OrderID, "SUCCESS", "TX-A")
		d.pass(7 * time.Minute)
		d.owes(old.ID, v.ID, journal.HistoryPaidTwice)
		d.owes(v.ID, old.ID, journal.HistoryAlsoPaid)
		debts, err := d.store.Debts(ctx, journal.DebtQuery{})
		d.do(err)
		if len(debts) != 1 || debts[0].Cause != journal.DebtAfterCash || debts[0].Sale != old.ID || debts[0].With != v.ID || debts[0].Amount != amount {
			t.Errorf("owed back: %+v", debts)
		}
		if s := d.sale(v.ID); s.Status() != journal.StatusCash {
			t.Errorf("the cash sale is %s", s.Status())
		}
	})
}

func TestPaidTwiceOpensOneEntry(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		a, b := d.twice()
		debts, err := d.store.Debts(ctx, journal.DebtQuery{})
		d.do(err)
		if len(debts) != 1 || debts[0].Cause != journal.DebtPaidTwice || debts[0].Sale != b || debts[0].With != a {
			t.Fatalf("owed back: %+v", debts)
		}
		d.refused("of what was open before", d.Refunds.ReturnDebt(ctx, 1, "Huda", 100, 1, "R 1"), journal.CodeDebtMoved)
		d.refused("too much", d.Refunds.ReturnDebt(ctx, 1, "Huda", 12_501, 12_500, "R 1"), journal.CodeDebtSum)
		d.refused("no reference", d.Refunds.ReturnDebt(ctx, 1, "Huda", 100, 12_500, " "), journal.CodeReference)
		d.do(d.Refunds.ReturnDebt(ctx, 1, "Huda", 12_000, 12_500, "R 1"))
		d.do(d.Refunds.KeepDebt(ctx, 1, "Huda", 500, 500, "for the next purchase"))
		d.do(d.Refunds.NoteDebt(ctx, 1, "Amal"))
		d.do(d.Refunds.NoteDebt(ctx, 1, "Amal")) // twice is well
		if s := d.sale(b); s.PaidTwice() || s.Owed() || s.OwedEnd != journal.DebtKept {
			t.Errorf("after the tap: alarm %v, owed %v", s.PaidTwice(), s.Owed())
		}
		debts, _ = d.store.Debts(ctx, journal.DebtQuery{})
		rows, _ := d.store.DebtRows(ctx, 1)
		if debts[0].Open() != 0 || debts[0].Noted == nil || len(rows) != 4 {
			t.Errorf("closed: %+v, %+v", debts, rows)
		}
	})
}

// TestCashInDoubt: the commit of the cash reported an error. What became of it is
// said once the disk was read back, and money that came for the order meanwhile
// finds it.
func TestCashInDoubt(t *testing.T) {
	for _, outcome := range []storetest.Outcome{storetest.Kept, storetest.Lost} {
		bubble(t, func(d *desk) {
			ctx := t.Context()
			d.shifts(0)
			old := d.charge()
			hit := time.Time{}
			d.store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
				if !hit.IsZero() && time.Since(hit) < 20*time.Second && c.Receipt == nil && c.Sale.ID == old.ID {
					return storetest.Lost // so that the money comes before the order knows of the cash
				}
				if c.Cash == nil || !hit.IsZero() {
					return storetest.Stored
				}
				hit = time.Now()
				d.gate.set(old.OrderID, "SUCCESS", "TX-A") // in this very moment
				return outcome
			})
			v, err := d.TakeCash(ctx, journal.Draft{Amount: amount, Replaces: old.ID, Cashier: "Amal"}, 13_000)
			d.pass(10 * time.Minute)
			head, _ := d.store.Head(ctx, d.Today())
			paid := d.want(old.ID, journal.StatusPaid)
			if outcome == storetest.Lost {
				d.refused("cash that was not recorded", err, journal.CodeStore)
				if head.Cash != 0 || paid.Owed() {
					t.Errorf("cash that was not recorded: %d receipts, owed back %v", head.Cash, paid.Owed())
				}
				return
			}
			d.do(err)
			if head.Cash != 1 || paid.PaidTwiceWith != v.ID || !slices.Contains(paid.Instead, v.ID) {
				t.Errorf("cash that was recorded: %d receipts, paid beside it %+v", head.Cash, paid.Sale)
			}
			d.balances()
		})
	}
}

// TestCashIsTakenNoteOfWhenItsOrderKnows: until the sale that cash was taken
// instead of says so on the disk, a start must read the cash sale.
func TestCashIsTakenNoteOfWhenItsOrderKnows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := storetest.NewMemory(), newGateway()
		d := open(t, store, gate)
		d.shifts(0)
		old := d.charge()
		store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
			if c.Sale != nil && c.Sale.ID == old.ID {
				return storetest.Lost // the disk takes everything but this
			}
			return storetest.Stored
		})
		v, err := d.TakeCash(t.Context(), journal.Draft{Amount: amount, Replaces: old.ID, Cashier: "Amal"}, 13_000)
		d.do(err)
		go func() {
			for range 1000 { // the disk has a fault most of the time
				if d.Acknowledge(t.Context(), v.ID) == nil {
					return
				}
				time.Sleep(37 * time.Millisecond)
			}
		}()
		d.pass(time.Minute)
		disk := store.Crash()
		store.OnCommit(nil)
		d.Close()
		e := open(t, disk, gate)
		defer e.Close()
		gate.set(old.OrderID, "SUCCESS", "TX-A")
		e.pass(30 * time.Minute)
		e.balances()
		e.owes(old.ID, v.ID, journal.HistoryPaidTwice)
	})
}
