package till_test

import (
	"testing"

	"sanduq/core/journal"
)

// TestNoCashVanishesBetweenTwoShifts: what was counted in the evening is what the next
// shift begins with, and what is missing in the morning is a movement with a person and a
// reason.
func TestNoCashVanishesBetweenTwoShifts(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(700_000)
		set := d.Staff.Settings()
		set.ShowExpected = true
		d.do(d.Staff.SaveSettings(ctx, set, "Huda"))
		d.counts(700_000)
		d.closes("")
		v, err := d.Shifts.Day(ctx)
		d.do(err)
		if v.Last == nil || v.Last.Minor != 700_000 || v.Last.Z != 1 || v.Last.By != "Huda" {
			t.Fatalf("the last count: %+v", v.Last)
		}
		d.refused("500.000 less, and nobody says why", d.Shifts.OpenShift(ctx, "Amal", 200_000, " "), journal.CodeReason)
		d.do(d.Shifts.OpenShift(ctx, "Amal", 200_000, "to the bank"))
		moved, err := d.store.Movements(ctx, 2, 0, 10)
		d.do(err)
		if len(moved) != 1 || moved[0].Signed() != -500_000 || moved[0].By != "Amal" || moved[0].Reason != "to the bank" || !moved[0].Float {
			t.Fatalf("moved between the shifts: %+v", moved)
		}
		x, err := d.Shifts.X(ctx, "Huda")
		d.do(err)
		if dr := x.Drawer; dr.Float != 700_000 || dr.Out.Minor != 500_000 || dr.Expected != 200_000 || x.Opened.Counted != 1 || x.Opened.Between != -500_000 {
			t.Errorf("the drawer of the X: %+v, %+v", dr, x.Opened)
		}
		if row := d.newestAudit(journal.AuditFloat); row.By != "Amal" || row.Detail != "-500.000 LYD to the bank" {
			t.Errorf("the audit: %+v", row)
		}

		d.refused("corrected without a reason", d.Shifts.CorrectFloat(ctx, "Amal", 250_000, ""), journal.CodeReason)
		d.refused("the float that stands", d.Shifts.CorrectFloat(ctx, "Amal", 200_000, "the same"), journal.CodeSum)
		d.do(d.Shifts.CorrectFloat(ctx, "Bilal", 250_000, "a note was missed"))
		d.do(d.Shifts.CorrectFloat(ctx, "Bilal", 240_000, "two were one"))
		if sum := d.counts(240_000); sum.Difference != 0 || sum.Expected != 240_000 {
			t.Errorf("counted: %+v", sum)
		}
		d.closes("")
		d.do(d.Shifts.OpenShift(ctx, "Amal", 240_000, "no reason is needed"))
		if s := d.shift(); s.Opened.Between != 0 || s.Opened.Reason != "" || s.Opened.Float != 240_000 {
			t.Errorf("what did not differ: %+v", s.Opened)
		}
	})
}

// TestAShiftThatNobodyOpenedKeepsTheCountBefore: its Z counts nothing, and the next one
// begins with what was counted last; a drawer of another currency begins again.
func TestAShiftThatNobodyOpenedKeepsTheCountBefore(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(0)
		d.counts(5_000)
		d.closes("found a note")
		_, err := d.Shifts.CloseShift(ctx, 2, "Huda", "")
		d.do(err)
		v, err := d.Shifts.Day(ctx)
		d.do(err)
		if v.Last == nil || v.Last.Z != 1 || v.Last.Minor != 5_000 {
			t.Fatalf("the last count: %+v", v.Last)
		}
		set := d.Staff.Settings()
		set.Currency = "TND"
		d.do(d.Staff.SaveSettings(ctx, set, "Huda"))
		d.do(d.Shifts.OpenShift(ctx, "Amal", 1_000, ""))
		if o := d.shift().Opened; o.Float != 1_000 || o.Counted != 0 {
			t.Errorf("a drawer of another currency: %+v", o)
		}
	})
}

// TestWhoOpenedShiftsGoesOn: a list of people from before opening was a right keeps it,
// and a shop takes it away by saying so.
func TestWhoOpenedShiftsGoesOn(t *testing.T) {
	bubble(t, func(d *desk) {
		d.hire()
		d.managed(func() {
			d.must(d.Staff.SetRights(t.Context(), journal.RoleCashier, journal.RightSet{journal.RightCount}, ""))
		})
		if d.Staff.RightsOf(journal.RoleCashier).Has(journal.RightOpen) {
			t.Error("it was not taken away")
		}
		d.Close()
		again := open(t, d.store.Crash(), newGateway())
		if again.Staff.RightsOf(journal.RoleCashier).Has(journal.RightOpen) {
			t.Error("it came back with a start")
		}
		again.Close()
		store := again.store.Crash()
		sealed := []byte(`{"users":[{"id":"a","name":"Huda","role":"manager"},{"id":"b","name":"Amal","role":"cashier"}],"rights":{"cashier":["count"],"supervisor":["count","fly"]}}`)
		secrets, set := journal.NewSecrets(sealed), again.Staff.Settings()
		d.must(store.Commit(t.Context(), journal.Change{Settings: &set, Staff: &secrets}))
		old := open(t, store, newGateway())
		defer old.Close()
		for _, role := range []journal.Role{journal.RoleCashier, journal.RoleSupervisor} {
			if !old.Staff.RightsOf(role).Has(journal.RightOpen) {
				t.Errorf("a %s of an older list may not open: %v", role, old.Staff.RightsOf(role))
			}
		}
		if !old.Staff.RightsOf(journal.RoleSupervisor).Has("fly") {
			t.Error("a right of a newer program is gone")
		}
	})
}

// newestAudit is the newest row of an action.
func (d *desk) newestAudit(action journal.AuditAction) journal.AuditRow {
	d.t.Helper()
	rows, err := d.store.Audit(d.t.Context(), 0, 50)
	d.do(err)
	for _, r := range rows {
		if r.Action == action {
			return r
		}
	}
	return journal.AuditRow{}
}
