package till_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// TestPlugPulledDuringADay pulls the plug after each commit of a day, and lets
// each commit fail both ways. What was said is on the disk, nothing is there twice,
// and the day can be closed.
func TestPlugPulledDuringADay(t *testing.T) {
	acts := []func(d *desk) error{
		func(d *desk) error {
			set := d.Settings()
			set.Shifts, set.Cash = true, true
			return d.Staff.SaveSettings(d.t.Context(), set, "Huda")
		},
		func(d *desk) error { return d.Shifts.OpenShift(d.t.Context(), "Amal", 20_000, "the safe") },
		func(d *desk) error {
			_, err := d.TakeCash(d.t.Context(), journal.Draft{Amount: lyd(3_000), Cashier: "Amal"}, 5_000)
			return err
		},
		func(d *desk) error {
			return d.Shifts.MoveCash(d.t.Context(), "Amal", journal.MovementIn, 4_000, "change", "")
		},
		func(d *desk) error {
			old, err := d.Charge(d.t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
			if err != nil {
				return err
			}
			synctest.Wait()
			_, err = d.TakeCash(d.t.Context(), journal.Draft{Amount: amount, Replaces: old.ID, Cashier: "Amal"}, 13_000)
			return err
		},
		func(d *desk) error {
			_, err := d.Shifts.CountDrawer(d.t.Context(), "Amal", journal.DrawerCount{Currency: "LYD", Minor: 39_500})
			return err
		},
		func(d *desk) error {
			_, err := d.Shifts.CloseShift(d.t.Context(), 1, "Huda", "counted in the dark")
			return err
		},
	}
	total := 0
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		defer d.Close()
		for n, act := range acts {
			if err := act(d); err != nil {
				t.Fatalf("act %d: %v", n, err)
			}
		}
		d.pass(time.Second)
		total = d.store.Commits()
	})
	for k := range total {
		for _, outcome := range []storetest.Outcome{storetest.Stored, storetest.Lost, storetest.Kept} {
			t.Run(fmt.Sprintf("%d/%d", k, outcome), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { plugDuringADay(t, acts, k, outcome) })
			})
		}
	}
}

func plugDuringADay(t *testing.T, acts []func(*desk) error, k int, outcome storetest.Outcome) {
	store, gate := storetest.NewMemory(), newGateway()
	d := open(t, store, gate)
	hit := false
	store.OnCommit(func(n int, _ journal.Change) storetest.Outcome {
		if n == k && !hit {
			hit = true
			return outcome
		}
		return storetest.Stored
	})
	for _, act := range acts {
		if err := act(d); err != nil && journal.CodeOf(err) == "" {
			t.Errorf("an error without a code: %v", err)
		}
		if hit {
			break
		}
	}
	if outcome == storetest.Stored { // the plug
		store = store.At(k + 1)
	} else {
		d.pass(time.Minute)
	}
	d.Close()
	e := open(t, store, gate)
	defer e.Close()
	for _, order := range gate.orders() { // every payment that was opened is paid
		gate.set(order, "SUCCESS", "TX-"+order)
	}
	e.pass(30 * time.Minute)
	e.balances()
	if set := e.Settings(); !set.Shifts {
		return
	}
	if e.shift().Opened == nil {
		e.do(e.Shifts.OpenShift(t.Context(), "Amal", 0, "the safe"))
	}
	e.counts(1)
	e.closes("the plug was pulled")
	e.balances()
}

// balances holds every record of the day against every other, with sums of its own.
func (d *desk) balances() {
	d.t.Helper()
	ctx := d.t.Context()
	page, err := d.store.Sales(ctx, journal.SaleQuery{Limit: 1000})
	d.do(err)
	head, err := d.store.Head(ctx, d.Today())
	d.do(err)
	var cash, receipts uint64
	owed := 0
	for _, s := range page.Sales {
		if s.CashSeq != 0 {
			cash++
			rec, err := d.store.CashReceipt(ctx, s.CashSeq)
			if err != nil || rec.SaleID != s.ID || rec.Amount != s.Amount {
				d.t.Errorf("cash of %s: %+v, %v", s.ID, rec, err)
			}
		}
		if s.ReceiptSeq != 0 {
			receipts++
		}
		if s.PaidTwiceWith != "" || s.AfterCash() {
			owed++
		}
		if s.CashSeq != 0 && s.Replaces != "" {
			if old := d.sale(s.Replaces); old.ReceiptSeq != 0 && old.PaidTwiceWith != s.ID {
				d.t.Errorf("%s was paid beside the cash of %s, and nobody is told", old.ID, s.ID)
			}
		}
	}
	debts, err := d.store.Debts(ctx, journal.DebtQuery{Limit: 1000})
	d.do(err)
	if cash != head.Cash || receipts != head.Receipt || len(debts) != owed {
		d.t.Errorf("%d cash sales and receipts up to %d; %d paid and up to %d; %d owed and %d entries", cash, head.Cash, receipts, head.Receipt, owed, len(debts))
	}
	zs, err := d.store.Zs(ctx, 0, 100)
	d.do(err)
	var inZ int64
	shifts := map[uint64]bool{}
	for _, z := range zs {
		if shifts[z.Shift] {
			d.t.Errorf("two Zs of shift %d", z.Shift)
		}
		shifts[z.Shift] = true
		for _, taken := range z.Taken {
			inZ += taken.Number
		}
	}
	if head.Shift != 0 {
		for _, taken := range d.shift().Figures.Taken {
			inZ += taken.Number
		}
	}
	if d.Settings().Shifts && uint64(inZ) != cash+receipts {
		d.t.Errorf("%d sales in shifts, %d were taken", inZ, cash+receipts)
	}
}
