package till_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till"
)

// shifts switches shifts and cash on, and opens the first shift.
func (d *desk) shifts(float int64) {
	d.t.Helper()
	set := d.Settings()
	set.Shifts, set.Cash = true, true
	d.do(d.Staff.SaveSettings(d.t.Context(), set, "Huda"))
	d.do(d.Shifts.OpenShift(d.t.Context(), "Amal", float, "the safe"))
}

// pays lets a sale of the desk be paid.
func (d *desk) pays() journal.View {
	d.t.Helper()
	v := d.charge()
	d.gate.set(v.OrderID, "SUCCESS", "TX-"+string(v.ID))
	d.pass(5 * time.Second)
	return d.want(v.ID, journal.StatusPaid)
}

func (d *desk) cash(minor, given int64) journal.View {
	d.t.Helper()
	v, err := d.TakeCash(d.t.Context(), journal.Draft{Amount: lyd(minor), Cashier: "Amal"}, given)
	d.do(err)
	return v
}

func lyd(minor int64) money.Amount { return money.Amount{Minor: minor, Currency: "LYD"} }

func (d *desk) shift() journal.ShiftState {
	d.t.Helper()
	s, err := d.store.Shift(d.t.Context(), 0)
	d.do(err)
	return s
}

// counts counts the drawer without naming its notes.
func (d *desk) counts(minor int64) journal.DrawerSum {
	d.t.Helper()
	sum, err := d.Shifts.CountDrawer(d.t.Context(), "Amal", journal.DrawerCount{Currency: "LYD", Minor: minor})
	d.do(err)
	return sum
}

func (d *desk) closes(reason string) journal.Z {
	d.t.Helper()
	z, err := d.Shifts.CloseShift(d.t.Context(), d.shift().Number, "Huda", reason)
	d.do(err)
	return z
}

func TestADayFromItsFloatToItsZ(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(20_000)
		d.pays()
		v := d.cash(12_500, 20_000)
		if v.Status() != journal.StatusCash || v.Watchable() || v.ReceiptSeq != 0 || v.CashSeq != 1 {
			t.Errorf("cash: %+v", v.Sale)
		}
		d.do(d.Shifts.MoveCash(ctx, "Amal", journal.MovementOut, 5_000, "bread for the shop", ""))
		d.do(d.Shifts.HandOver(ctx, "Amal", "Bilal"))
		open := d.charge()
		if sum := d.counts(27_000); sum.Expected != 27_500 || sum.Difference != -500 {
			t.Errorf("counted: %+v", sum)
		}
		_, err := d.Shifts.CloseShift(ctx, 1, "Huda", " ")
		d.refused("a difference without a reason", err, journal.CodeReason)
		z := d.closes("a coin was torn")
		if z.Seq != 1 || z.Before != 0 || z.Receipts.Last != 1 || z.Cash.Last != 1 || len(z.Open.Sales) != 1 || z.Open.Sales[0] != open.ID || z.By != "Huda" {
			t.Errorf("Z: %+v", z)
		}
		if z.Drawer.Sales.Minor != 12_500 || z.Drawer.Reason != "a coin was torn" || z.Drawer.Counts != 1 {
			t.Errorf("its drawer: %+v", z.Drawer)
		}
		again, err := d.Shifts.CloseShift(ctx, 1, "Amal", "")
		d.refused("closed twice", err, journal.CodeShiftClosed)
		if again.Seq != 1 || again.By != "Huda" {
			t.Errorf("the second one sees %+v", again)
		}

		if !d.Shifts.NoShift() {
			t.Error("nobody says that no shift is open")
		}
		_, err = d.Charge(ctx, journal.Draft{Amount: amount, Route: core.RouteQR})
		d.refused("a sale before the shift is opened", err, journal.CodeShift)
		_, err = d.TakeCash(ctx, journal.Draft{Amount: amount}, 99_999)
		d.refused("cash before the shift is opened", err, journal.CodeShift)
		d.gate.set(open.OrderID, "SUCCESS", "TX-LATE") // the customer of the day before
		d.pass(7 * time.Minute)
		rec, err := d.Receipt(ctx, d.want(open.ID, journal.StatusPaid).ReceiptSeq)
		if err != nil || rec.Shift != 2 || rec.Opened != 1 {
			t.Errorf("late money: %+v, %v", rec, err)
		}
		x, err := d.Shifts.X(ctx, "Huda")
		d.do(err)
		if late, err := x.Late(); err != nil || len(late) != 1 || late[0].Opened != 1 || late[0].Minor != amount.Minor || x.Seq != 0 {
			t.Errorf("late money in the X: %+v, %v", late, err)
		}
	})
}

func TestWhatAShiftRefuses(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.refused("no shifts", d.Shifts.OpenShift(ctx, "Amal", 0, "the safe"), journal.CodeShift)
		_, err := d.TakeCash(ctx, journal.Draft{Amount: amount}, 99_999)
		d.refused("no cash", err, journal.CodeRoute)
		none := d.Shifts.NoShift()
		d.shifts(1_000)
		if none || d.Shifts.NoShift() {
			t.Errorf("a shift is missing where there are none: %v, where one is open: %v", none, d.Shifts.NoShift())
		}
		for what, c := range map[string]struct {
			err  error
			want journal.Code
		}{
			"opened twice":         {d.Shifts.OpenShift(ctx, "Amal", 0, "the safe"), journal.CodeShiftOpen},
			"out without a reason": {d.Shifts.MoveCash(ctx, "Amal", journal.MovementOut, 5, "", ""), journal.CodeReason},
			"nothing out":          {d.Shifts.MoveCash(ctx, "Amal", journal.MovementOut, 0, "x", ""), journal.CodeSum},
			"below nothing in":     {d.Shifts.MoveCash(ctx, "Amal", journal.MovementIn, -1, "x", ""), journal.CodeSum},
			"beyond 64 bits":       {d.Shifts.MoveCash(ctx, "Amal", journal.MovementIn, 1<<63-1, "x", ""), journal.CodeSum},
			"handed to oneself":    {d.Shifts.HandOver(ctx, "Amal", " amal"), journal.CodeName},
			"handed to nobody":     {d.Shifts.HandOver(ctx, "Amal", ""), journal.CodeName},
			"a debt that is not":   {d.Refunds.NoteDebt(ctx, 1, "Amal"), journal.CodeDebt},
			"a return that is not": {d.Refunds.ReturnDebt(ctx, 1, "Huda", 1, 1, "R"), journal.CodeDebt},
			"invented sales":       {d.Import(ctx, "20261101", []till.Past{{}}, ""), journal.CodePractice},
		} {
			d.refused(what, c.err, c.want)
		}
		_, err = d.Shifts.CloseShift(ctx, 1, "Huda", "")
		d.refused("not counted", err, journal.CodeCount)
		_, err = d.Shifts.CountDrawer(ctx, "Amal", journal.DrawerCount{Currency: "TND"})
		d.refused("counted in another currency", err, journal.CodeShiftCurrency)
		_, err = d.Shifts.CountDrawer(ctx, "Amal", journal.DrawerCount{Currency: "LYD", Minor: 7, Pieces: []journal.Pieces{{Value: 1_000, Number: 1}}})
		d.refused("a count that does not add up", err, journal.CodeSum)
		_, err = d.TakeCash(ctx, journal.Draft{Amount: money.Amount{Minor: 5_000, Currency: "TND"}}, 99_999)
		d.refused("cash in another currency", err, journal.CodeShiftCurrency)
		_, err = d.TakeCash(ctx, journal.Draft{Amount: lyd(5_000)}, 4_999)
		d.refused("too little", err, journal.CodeTooLittle)
		d.counts(1_000)
		d.cash(2_000, 2_000)
		_, err = d.Shifts.CloseShift(ctx, 1, "Huda", "")
		d.refused("counted before the newest cash", err, journal.CodeCountStale)
		_, err = d.Shifts.CloseShift(ctx, 7, "Huda", "")
		d.refused("a shift that is not", err, journal.CodeShift)
		set := d.Settings()
		set.Shifts = false
		d.refused("switched off while open", d.Staff.SaveSettings(ctx, set, "Huda"), journal.CodeShiftOpen)
		set.Shifts, set.Currency = true, "TND"
		d.refused("another currency while open", d.Staff.SaveSettings(ctx, set, "Huda"), journal.CodeShiftCurrency)
		d.counts(3_000)
		d.closes("")
		d.do(d.Staff.SaveSettings(ctx, set, "Huda"))
		set.Shifts = false
		d.do(d.Staff.SaveSettings(ctx, set, "Huda"))
		if _, err := d.store.Z(ctx, 2); err != nil {
			t.Errorf("the last shift has no Z: %v", err)
		}
		d.pays()
		set.Shifts = true
		d.do(d.Staff.SaveSettings(ctx, set, "Huda"))
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
		d.must(d.Staff.SignIn(t.Context(), huda.ID, pin("12345")))
		all, err := d.Shifts.Day(t.Context())
		d.do(err)
		if all.Blank || all.X.Drawer.Expected != 32_500 || all.X.Taken[0].Minor != 12_500 || !all.Present {
			t.Errorf("a manager sees %+v", all)
		}
		d.must(d.Staff.SignIn(t.Context(), samira.ID, pin("2580")))
		d.Staff.SignOut(t.Context())
		d.must(d.Staff.SignIn(t.Context(), samira.ID, pin("2580")))
		v, err := d.Shifts.Day(t.Context())
		d.do(err)
		if x := v.X; !v.Blank || len(x.Taken) != 2 || x.Taken[0].Number != 1 || x.Drawer.Float != 20_000 || x.Drawer.Sales.Number != 1 {
			t.Errorf("a cashier does not see how many: %+v", x)
		}
		for _, sum := range []string{"12500", "32500"} {
			for who, sees := range map[string]any{"a manager": all, "a cashier": v} {
				text, err := json.Marshal(sees) // all that pointers lead to, and no address, which may look like a sum
				d.do(err)
				if strings.Contains(string(text), sum) != (who == "a manager") {
					t.Errorf("%s and %s: %s", who, sum, text)
				}
			}
		}
	})
}

// TestAShiftThatWasCountedOftenCanBeClosed: only counts that say nothing new are too
// many.
func TestAShiftThatWasCountedOftenCanBeClosed(t *testing.T) {
	bubble(t, func(d *desk) {
		d.shifts(0)
		for range 100 {
			d.counts(0)
		}
		count := journal.DrawerCount{Currency: "LYD"}
		_, err := d.Shifts.CountDrawer(t.Context(), "Amal", count)
		d.refused("a count of the same", err, journal.CodeStep)
		d.cash(1_000, 1_000)
		_, err = d.Shifts.CloseShift(t.Context(), 1, "Huda", "")
		d.refused("cash that nobody counted", err, journal.CodeCountStale)
		if sum := d.counts(1_000); sum.Difference != 0 {
			t.Errorf("counted once more: %+v", sum)
		}
		_, err = d.Shifts.CountDrawer(t.Context(), "Amal", count)
		d.refused("and again", err, journal.CodeStep)
		if z := d.closes(""); z.Drawer.Counts != 101 || z.Drawer.Counted.Minor != 1_000 {
			t.Errorf("closed: %+v", z.Drawer)
		}
	})
}
