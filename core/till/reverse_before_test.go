package till_test

import (
	"testing"

	"sanduq/core/journal"
)

// TestCashFromBeforeThereWereShiftsIsTakenOff: it never was in the drawer of the shift, from which no more
// goes out than is there.
func TestCashFromBeforeThereWereShiftsIsTakenOff(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.use(false)
		wrong := d.cash(1_250_000, 1_250_000)
		d.use(true)
		d.do(d.Shifts.OpenShift(ctx, "Huda", 20_000, "the safe"))
		d.refused("more than is there", d.Refunds.ReverseCash(ctx, wrong.ID, "Huda", 0, "typed wrong"), journal.CodeDrawer)
		d.do(d.Shifts.MoveCash(ctx, "Huda", journal.MovementIn, 1_230_000, "from the safe", ""))
		d.do(d.Refunds.ReverseCash(ctx, wrong.ID, "Huda", 0, "typed wrong"))
		if x, err := d.Shifts.X(ctx, "Huda"); err != nil || x.Drawer.Expected != 0 {
			t.Errorf("%+v, %v", x.Drawer, err)
		}
	})
}
