package till_test

import (
	"fmt"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/money"
)

// use switches shifts on or off; cash is taken either way, and an X says all of it.
func (d *desk) use(shifts bool) {
	d.t.Helper()
	set := d.Settings()
	set.Shifts, set.Cash, set.ShowExpected = shifts, true, true
	d.do(d.Staff.SaveSettings(d.t.Context(), set, "Huda"))
	d.pass(time.Second)
}

// takes takes cash of an amount.
func (d *desk) takes(minor int64, currency string) {
	d.t.Helper()
	_, err := d.TakeCash(d.t.Context(), journal.Draft{Amount: money.Amount{Minor: minor, Currency: currency}, Cashier: "Amal"}, minor)
	d.do(err)
}

// zed counts what must be there and ends the shift.
func (d *desk) zed() journal.Z {
	d.t.Helper()
	ctx := d.t.Context()
	x, err := d.Shifts.X(ctx, "Huda")
	d.do(err)
	_, err = d.Shifts.CountDrawer(ctx, "Huda", journal.DrawerCount{Currency: x.Drawer.Currency, Minor: x.Drawer.Expected})
	d.do(err)
	z, err := d.Shifts.CloseShift(ctx, x.Shift, "Huda", "")
	d.do(err)
	return z
}

func said(u queries.OutsideShift) string {
	out := ""
	for _, l := range u.Sums {
		out += fmt.Sprintf("%d %d %s, ", l.Number, l.Minor, l.Currency)
	}
	return fmt.Sprintf("%sT-%d to %d, C-%d to %d, more %v", out, u.Receipts.First, u.Receipts.Last, u.Cash.First, u.Cash.Last, u.More)
}

// TestWhatCameWhileShiftsWereOffIsFound before the shift that came after it, whole and
// once: what a Z holds is not in it, and what came before there were any shifts neither.
func TestWhatCameWhileShiftsWereOffIsFound(t *testing.T) {
	const nothing = "T-0 to 0, C-0 to 0, more false"
	bubble(t, func(d *desk) {
		ctx := t.Context()
		of := func(z journal.Z) string {
			t.Helper()
			u, err := d.OutsideShift(ctx, z)
			d.do(err)
			return said(u)
		}
		now := func() journal.Z {
			t.Helper()
			x, err := d.Shifts.X(ctx, "Huda")
			d.do(err)
			return x
		}
		d.use(false)
		d.pays() // T-1 before there was any
		d.takes(500, "LYD")
		d.use(true)
		d.do(d.Shifts.OpenShift(ctx, "Huda", 0, "the safe"))
		d.pays() // T-2
		d.takes(750, "LYD")
		if got := of(now()); got != nothing {
			t.Errorf("the first shift: %s", got)
		}
		first := d.zed()
		if got := of(now()); got != nothing {
			t.Errorf("a shift that follows its Z: %s", got)
		}
		d.use(false) // with a Z of its own, empty
		d.pays()     // T-3
		d.pays()     // T-4
		d.takes(1_250, "LYD")
		set := d.Settings()
		set.Currency = "USD"
		d.do(d.Staff.SaveSettings(ctx, set, "Huda"))
		d.takes(1_000, "USD")
		set.Currency = "LYD"
		d.do(d.Staff.SaveSettings(ctx, set, "Huda"))
		d.use(true)
		const want = "3 26250 LYD, 1 1000 USD, T-3 to 4, C-3 to 4, more false"
		if got := of(now()); got != want {
			t.Errorf("before anything was taken: %s", got)
		}
		d.do(d.Shifts.OpenShift(ctx, "Huda", 0, "the safe"))
		d.pays() // T-5
		if got := of(now()); got != want {
			t.Errorf("after a payment: %s", got)
		}
		d.takes(2_000, "LYD")
		late := d.charge()
		third := d.zed()
		if got := of(third); got != want {
			t.Errorf("at its Z: %s", got)
		}
		zs, err := d.Zs(ctx, 0, 10)
		d.do(err)
		for _, z := range zs {
			if got := of(z); z.Seq != third.Seq && got != nothing {
				t.Errorf("Z %d: %s", z.Seq, got)
			}
		}
		d.use(false)
		d.comes(late) // T-6: of the third shift, in none
		d.use(true)
		if got := of(now()); got != "1 12500 LYD, T-6 to 6, C-0 to 0, more false" {
			t.Errorf("late money: %s", got)
		}
		if got := of(third); got != want || first.Seq != 1 {
			t.Errorf("the Z before: %s", got)
		}
		d.use(false) // the shift that nobody opened ends with an empty Z
		d.takes(3_000, "LYD")
		d.use(true)
		const both = "2 15500 LYD, T-6 to 6, C-6 to 6, more false"
		if got := of(now()); got != both {
			t.Errorf("around a shift that took nothing: %s", got)
		}
		d.do(d.Shifts.OpenShift(ctx, "Huda", 0, "the safe"))
		empty := d.zed()
		d.do(d.Shifts.OpenShift(ctx, "Huda", 0, "the safe"))
		d.pays()
		for _, z := range []journal.Z{empty, now()} {
			if got := of(z); got != map[bool]string{true: both, false: nothing}[z.Seq == empty.Seq] {
				t.Errorf("Z %d: %s", z.Seq, got)
			}
		}
		zs, err = d.Zs(ctx, 0, 10)
		d.do(err)
		told := 0
		for _, z := range zs {
			if of(z) != nothing {
				told++
			}
		}
		if told != 2 {
			t.Errorf("told with %d Zs", told)
		}
		d.store.FailReads(journal.ErrCorrupt)
		if _, err := d.OutsideShift(ctx, third); journal.CodeOf(err) != journal.CodeStore {
			t.Errorf("of a disk that cannot be read: %v", err)
		}
		d.store.FailReads(nil)
	})
}
