package till_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/till"
	"sanduq/core/till/storetest"
)

// shifts switches shifts and cash on, and opens the first shift.
func (d *desk) shifts(float int64) {
	d.t.Helper()
	set := d.Settings()
	set.Shifts, set.Cash = true, true
	d.do(d.SaveSettings(d.t.Context(), set, "Huda"))
	d.do(d.OpenShift(d.t.Context(), "Amal", float))
}

// pays lets a sale of the desk be paid.
func (d *desk) pays() till.View {
	d.t.Helper()
	v := d.charge()
	d.gate.set(v.OrderID, "SUCCESS", "TX-"+string(v.ID))
	d.pass(5 * time.Second)
	return d.want(v.ID, till.StatusPaid)
}

func (d *desk) cash(minor, given int64) till.View {
	d.t.Helper()
	v, err := d.TakeCash(d.t.Context(), till.Draft{Amount: lyd(minor), Cashier: "Amal"}, given)
	d.do(err)
	return v
}

func lyd(minor int64) money.Amount { return money.Amount{Minor: minor, Currency: "LYD"} }

func (d *desk) shift() till.ShiftState {
	d.t.Helper()
	s, err := d.store.Shift(d.t.Context(), 0)
	d.do(err)
	return s
}

// counts counts the drawer without naming its notes.
func (d *desk) counts(minor int64) till.DrawerSum {
	d.t.Helper()
	sum, err := d.CountDrawer(d.t.Context(), "Amal", till.DrawerCount{Currency: "LYD", Minor: minor})
	d.do(err)
	return sum
}

func (d *desk) closes(reason string) till.Z {
	d.t.Helper()
	z, err := d.CloseShift(d.t.Context(), d.shift().Number, "Huda", reason)
	d.do(err)
	return z
}

func TestADayFromItsFloatToItsZ(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(20_000)
		d.pays()
		v := d.cash(12_500, 20_000)
		if v.Status() != till.StatusCash || v.Watchable() || v.ReceiptSeq != 0 || v.CashSeq != 1 {
			t.Errorf("cash: %+v", v.Sale)
		}
		d.do(d.MoveCash(ctx, "Amal", till.MovementOut, 5_000, "bread for the shop", ""))
		d.do(d.HandOver(ctx, "Amal", "Bilal"))
		open := d.charge()
		if sum := d.counts(27_000); sum.Expected != 27_500 || sum.Difference != -500 {
			t.Errorf("counted: %+v", sum)
		}
		_, err := d.CloseShift(ctx, 1, "Huda", " ")
		d.refused("a difference without a reason", err, till.CodeReason)
		z := d.closes("a coin was torn")
		if z.Seq != 1 || z.Before != 0 || z.Receipts.Last != 1 || z.Cash.Last != 1 || len(z.Open.Sales) != 1 || z.Open.Sales[0] != open.ID || z.By != "Huda" {
			t.Errorf("Z: %+v", z)
		}
		if z.Drawer.Sales.Minor != 12_500 || z.Drawer.Reason != "a coin was torn" || z.Drawer.Counts != 1 {
			t.Errorf("its drawer: %+v", z.Drawer)
		}
		again, err := d.CloseShift(ctx, 1, "Amal", "")
		d.refused("closed twice", err, till.CodeShiftClosed)
		if again.Seq != 1 || again.By != "Huda" {
			t.Errorf("the second one sees %+v", again)
		}

		_, err = d.Charge(ctx, till.Draft{Amount: amount, Route: core.RouteQR})
		d.refused("a sale before the shift is opened", err, till.CodeShift)
		_, err = d.TakeCash(ctx, till.Draft{Amount: amount}, 99_999)
		d.refused("cash before the shift is opened", err, till.CodeShift)
		d.gate.set(open.OrderID, "SUCCESS", "TX-LATE") // the customer of the day before
		d.pass(7 * time.Minute)
		rec, err := d.Receipt(ctx, d.want(open.ID, till.StatusPaid).ReceiptSeq)
		if err != nil || rec.Shift != 2 || rec.Opened != 1 {
			t.Errorf("late money: %+v, %v", rec, err)
		}
		x, err := d.X(ctx, "Huda")
		d.do(err)
		if late, err := x.Late(); err != nil || len(late) != 1 || late[0].Opened != 1 || late[0].Minor != amount.Minor || x.Seq != 0 {
			t.Errorf("late money in the X: %+v, %v", late, err)
		}
	})
}

func TestWhatAShiftRefuses(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.refused("no shifts", d.OpenShift(ctx, "Amal", 0), till.CodeShift)
		_, err := d.TakeCash(ctx, till.Draft{Amount: amount}, 99_999)
		d.refused("no cash", err, till.CodeRoute)
		d.shifts(1_000)
		for what, c := range map[string]struct {
			err  error
			want till.Code
		}{
			"opened twice":         {d.OpenShift(ctx, "Amal", 0), till.CodeShiftOpen},
			"out without a reason": {d.MoveCash(ctx, "Amal", till.MovementOut, 5, "", ""), till.CodeReason},
			"nothing out":          {d.MoveCash(ctx, "Amal", till.MovementOut, 0, "x", ""), till.CodeSum},
			"below nothing in":     {d.MoveCash(ctx, "Amal", till.MovementIn, -1, "x", ""), till.CodeSum},
			"beyond 64 bits":       {d.MoveCash(ctx, "Amal", till.MovementIn, 1<<63-1, "x", ""), till.CodeSum},
			"handed to oneself":    {d.HandOver(ctx, "Amal", " amal"), till.CodeName},
			"handed to nobody":     {d.HandOver(ctx, "Amal", ""), till.CodeName},
			"a debt that is not":   {d.NoteDebt(ctx, 1, "Amal"), till.CodeDebt},
			"a return that is not": {d.ReturnDebt(ctx, 1, "Huda", 1, 1, "R"), till.CodeDebt},
			"invented sales":       {d.Import(ctx, "20261101", []till.Past{{}}, ""), till.CodePractice},
		} {
			d.refused(what, c.err, c.want)
		}
		_, err = d.CloseShift(ctx, 1, "Huda", "")
		d.refused("not counted", err, till.CodeCount)
		_, err = d.CountDrawer(ctx, "Amal", till.DrawerCount{Currency: "TND"})
		d.refused("counted in another currency", err, till.CodeShiftCurrency)
		_, err = d.CountDrawer(ctx, "Amal", till.DrawerCount{Currency: "LYD", Minor: 7, Pieces: []till.Pieces{{Value: 1_000, Number: 1}}})
		d.refused("a count that does not add up", err, till.CodeSum)
		_, err = d.TakeCash(ctx, till.Draft{Amount: money.Amount{Minor: 5_000, Currency: "TND"}}, 99_999)
		d.refused("cash in another currency", err, till.CodeShiftCurrency)
		_, err = d.TakeCash(ctx, till.Draft{Amount: lyd(5_000)}, 4_999)
		d.refused("too little", err, till.CodeTooLittle)
		d.counts(1_000)
		d.cash(2_000, 2_000)
		_, err = d.CloseShift(ctx, 1, "Huda", "")
		d.refused("counted before the newest cash", err, till.CodeCountStale)
		_, err = d.CloseShift(ctx, 7, "Huda", "")
		d.refused("a shift that is not", err, till.CodeShift)
		set := d.Settings()
		set.Shifts = false
		d.refused("switched off while open", d.SaveSettings(ctx, set, "Huda"), till.CodeShiftOpen)
		set.Shifts, set.Currency = true, "TND"
		d.refused("another currency while open", d.SaveSettings(ctx, set, "Huda"), till.CodeShiftCurrency)
		d.counts(3_000)
		d.closes("")
		d.do(d.SaveSettings(ctx, set, "Huda"))
		set.Shifts = false
		d.do(d.SaveSettings(ctx, set, "Huda"))
		if _, err := d.store.Z(ctx, 2); err != nil {
			t.Errorf("the last shift has no Z: %v", err)
		}
		d.pays()
		set.Shifts = true
		d.do(d.SaveSettings(ctx, set, "Huda"))
		if s := d.shift(); s.Number != 3 || s.After != 2 {
			t.Errorf("switched on again: %+v", s)
		}
	})
}

// TestDayWithoutSums: who may not see sums learns how many, and no sum but the float
// that they counted themselves.
func TestDayWithoutSums(t *testing.T) {
	bubble(t, func(d *desk) {
		d.shifts(20_000)
		d.pays()
		d.cash(12_500, 20_000)
		d.charge()
		huda, samira := d.hire()
		d.must(d.SignIn(t.Context(), huda.ID, pin("12345")))
		all, err := d.Day(t.Context())
		d.do(err)
		if all.X.Drawer.Expected != 32_500 || all.X.Taken[0].Minor != 12_500 || !all.Present {
			t.Errorf("a manager sees %+v", all)
		}
		d.must(d.SignIn(t.Context(), samira.ID, pin("2580")))
		d.SignOut(t.Context())
		d.must(d.SignIn(t.Context(), samira.ID, pin("2580")))
		v, err := d.Day(t.Context())
		d.do(err)
		if x := v.X; len(x.Taken) != 2 || x.Taken[0].Number != 1 || x.Drawer.Float != 20_000 || x.Drawer.Sales.Number != 1 {
			t.Errorf("a cashier does not see how many: %+v", x)
		}
		text := fmt.Sprintf("%+v", v)
		for _, sum := range []string{"12500", "32500"} {
			if strings.Contains(text, sum) {
				t.Errorf("a cashier sees %s: %s", sum, text)
			}
		}
	})
}

// Whoever pays after cash was taken for the same order is owed the money back.
func TestBankMoneyAfterCashIsOwedBack(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(0)
		old := d.charge()
		v, err := d.TakeCash(ctx, till.Draft{Amount: amount, Replaces: old.ID, Cashier: "Amal"}, 13_000)
		d.do(err)
		aside := d.sale(old.ID)
		if aside.SetAside == nil || aside.SetAside.Reason != till.AsidePaidCash || !slices.Contains(aside.Instead, v.ID) {
			t.Errorf("the sale that cash was taken instead of: %+v", aside.Sale)
		}
		_, err = d.Charge(ctx, till.Draft{Amount: amount, Route: core.RouteQR, Replaces: old.ID})
		d.refused("a payment beside cash", err, till.CodeStep)
		_, err = d.TakeCash(ctx, till.Draft{Amount: amount, Replaces: v.ID}, 13_000)
		d.refused("cash twice", err, till.CodeStep)
		attempts, err := d.Attempts(ctx, old.ID)
		d.do(err)
		if c := till.Conclude(attempts); c.Outcome != till.OutcomeTaken || c.Sale != v.ID || c.Other != old.ID {
			t.Errorf("before the bank's money: %+v", c)
		}
		d.gate.set(old.OrderID, "SUCCESS", "TX-A")
		d.pass(7 * time.Minute)
		d.owes(old.ID, v.ID, till.HistoryPaidTwice)
		d.owes(v.ID, old.ID, till.HistoryAlsoPaid)
		debts, err := d.store.Debts(ctx, till.DebtQuery{})
		d.do(err)
		if len(debts) != 1 || debts[0].Cause != till.DebtAfterCash || debts[0].Sale != old.ID || debts[0].With != v.ID || debts[0].Amount != amount {
			t.Errorf("owed back: %+v", debts)
		}
		if s := d.sale(v.ID); s.Status() != till.StatusCash {
			t.Errorf("the cash sale is %s", s.Status())
		}
	})
}

func TestPaidTwiceOpensOneEntry(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		a, b := d.twice()
		debts, err := d.store.Debts(ctx, till.DebtQuery{})
		d.do(err)
		if len(debts) != 1 || debts[0].Cause != till.DebtPaidTwice || debts[0].Sale != b || debts[0].With != a {
			t.Fatalf("owed back: %+v", debts)
		}
		d.refused("of what was open before", d.ReturnDebt(ctx, 1, "Huda", 100, 1, "R 1"), till.CodeDebtMoved)
		d.refused("too much", d.ReturnDebt(ctx, 1, "Huda", 12_501, 12_500, "R 1"), till.CodeDebtSum)
		d.refused("no reference", d.ReturnDebt(ctx, 1, "Huda", 100, 12_500, " "), till.CodeReference)
		d.do(d.ReturnDebt(ctx, 1, "Huda", 12_000, 12_500, "R 1"))
		d.do(d.KeepDebt(ctx, 1, "Huda", 500, 500, "for the next purchase"))
		d.do(d.NoteDebt(ctx, 1, "Amal"))
		d.do(d.NoteDebt(ctx, 1, "Amal")) // twice is well
		if s := d.sale(b); s.PaidTwice() || !s.Owed() {
			t.Errorf("after the tap: alarm %v, owed %v", s.PaidTwice(), s.Owed())
		}
		debts, _ = d.store.Debts(ctx, till.DebtQuery{})
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
			d.store.OnCommit(func(_ int, c till.Change) storetest.Outcome {
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
			v, err := d.TakeCash(ctx, till.Draft{Amount: amount, Replaces: old.ID, Cashier: "Amal"}, 13_000)
			d.pass(10 * time.Minute)
			head, _ := d.store.Head(ctx, d.Today())
			paid := d.want(old.ID, till.StatusPaid)
			if outcome == storetest.Lost {
				d.refused("cash that was not recorded", err, till.CodeStore)
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
		store.OnCommit(func(_ int, c till.Change) storetest.Outcome {
			if c.Sale != nil && c.Sale.ID == old.ID {
				return storetest.Lost // the disk takes everything but this
			}
			return storetest.Stored
		})
		v, err := d.TakeCash(t.Context(), till.Draft{Amount: amount, Replaces: old.ID, Cashier: "Amal"}, 13_000)
		d.do(err)
		go func() {
			for range 1000 { // the disk is in trouble most of the time
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
		e.owes(old.ID, v.ID, till.HistoryPaidTwice)
	})
}

// TestPlugPulledDuringADay pulls the plug after each commit of a day, and lets
// each commit fail both ways. What was said is on the disk, nothing is there twice,
// and the day can be closed.
func TestPlugPulledDuringADay(t *testing.T) {
	acts := []func(d *desk) error{
		func(d *desk) error {
			set := d.Settings()
			set.Shifts, set.Cash = true, true
			return d.SaveSettings(d.t.Context(), set, "Huda")
		},
		func(d *desk) error { return d.OpenShift(d.t.Context(), "Amal", 20_000) },
		func(d *desk) error {
			_, err := d.TakeCash(d.t.Context(), till.Draft{Amount: lyd(3_000), Cashier: "Amal"}, 5_000)
			return err
		},
		func(d *desk) error { return d.MoveCash(d.t.Context(), "Amal", till.MovementIn, 4_000, "change", "") },
		func(d *desk) error {
			old, err := d.Charge(d.t.Context(), till.Draft{Amount: amount, Route: core.RouteQR})
			if err != nil {
				return err
			}
			synctest.Wait()
			_, err = d.TakeCash(d.t.Context(), till.Draft{Amount: amount, Replaces: old.ID, Cashier: "Amal"}, 13_000)
			return err
		},
		func(d *desk) error {
			_, err := d.CountDrawer(d.t.Context(), "Amal", till.DrawerCount{Currency: "LYD", Minor: 39_500})
			return err
		},
		func(d *desk) error {
			_, err := d.CloseShift(d.t.Context(), 1, "Huda", "counted in the dark")
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
	store.OnCommit(func(n int, _ till.Change) storetest.Outcome {
		if n == k && !hit {
			hit = true
			return outcome
		}
		return storetest.Stored
	})
	for _, act := range acts {
		if err := act(d); err != nil && till.CodeOf(err) == "" {
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
		e.do(e.OpenShift(t.Context(), "Amal", 0))
	}
	e.counts(1)
	e.closes("the plug was pulled")
	e.balances()
}

// balances holds every record of the day against every other, with sums of its own.
func (d *desk) balances() {
	d.t.Helper()
	ctx := d.t.Context()
	page, err := d.store.Sales(ctx, till.SaleQuery{Limit: 1000})
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
		if s.PaidTwiceWith != "" {
			owed++
		}
		if s.CashSeq != 0 && s.Replaces != "" {
			if old := d.sale(s.Replaces); old.ReceiptSeq != 0 && old.PaidTwiceWith != s.ID {
				d.t.Errorf("%s was paid beside the cash of %s, and nobody is told", old.ID, s.ID)
			}
		}
	}
	debts, err := d.store.Debts(ctx, till.DebtQuery{Limit: 1000})
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
