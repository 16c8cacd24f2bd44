package till_test

import (
	"testing"

	"sanduq/core/journal"
)

// TestNoCashVanishesBehindAShiftOfAnotherCurrency: what was counted in LYD is what the next drawer of LYD begins
// with, whatever was counted in TND meanwhile.
func TestNoCashVanishesBehindAShiftOfAnotherCurrency(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		in := func(currency string) {
			set := d.Staff.Settings()
			set.Currency = currency
			d.do(d.Staff.SaveSettings(ctx, set, "Huda"))
		}
		d.shifts(700_000)
		d.counts(700_000)
		d.closes("")
		in("TND")
		d.do(d.Shifts.OpenShift(ctx, "Amal", 1_000, ""))
		if o := d.shift().Opened; o.Float != 1_000 || o.Counted != 0 {
			t.Errorf("the first drawer of TND: %+v", o)
		}
		_, err := d.Shifts.CountDrawer(ctx, "Amal", journal.DrawerCount{Currency: "TND", Minor: 1_000})
		d.do(err)
		d.closes("")
		in("LYD")
		v, err := d.Shifts.Day(ctx)
		d.do(err)
		if v.Last == nil || v.Last.Minor != 700_000 || v.Last.Z != 1 {
			t.Errorf("the last count of LYD: %+v", v.Last)
		}
		d.refused("700.000 less, and nobody says why", d.Shifts.OpenShift(ctx, "Amal", 0, ""), journal.CodeReason)
		d.do(d.Shifts.OpenShift(ctx, "Amal", 0, "it is in the safe"))
		moved, err := d.store.Movements(ctx, 3, 0, 10)
		d.do(err)
		if len(moved) != 1 || moved[0].Signed() != -700_000 {
			t.Errorf("moved between the shifts: %+v", moved)
		}
	})
}
