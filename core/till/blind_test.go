package till_test

import (
	"fmt"
	"strings"
	"testing"

	"sanduq/core/journal"
)

// TestWhoMayNotSeeWhatTheDrawerShouldHoldDoesNot, neither in the X nor on the day: not the
// sum, and nothing that it could be reckoned from. Each role is asked with each right
// taken away; the right alone decides, or the shop that shows it to everyone. Where nobody
// signs in the shop alone decides.
func TestWhoMayNotSeeWhatTheDrawerShouldHoldDoesNot(t *testing.T) {
	bubble(t, func(d *desk) {
		d.shifts(20_000)
		d.pays()
		d.cash(3_250, 3_250)
		d.do(d.Shifts.MoveCash(t.Context(), "Amal", journal.MovementIn, 1_125, "change", ""))
		d.do(d.Shifts.MoveCash(t.Context(), "Amal", journal.MovementOut, 2_375, "bread", ""))
		look := func(sees bool) {
			t.Helper()
			x, err := d.Shifts.X(t.Context(), "")
			d.do(err)
			day, err := d.Shifts.Day(t.Context())
			d.do(err)
			for name, z := range map[string]journal.Z{"X": x, "day": day.X} {
				text, drawer := fmt.Sprintf("%+v %+v", z, *z.Drawer), *z.Drawer
				if z.Blind == sees || sees && drawer.Expected != 20_000+3_250+1_125-2_375 || drawer.Float != 20_000 || drawer.Sales.Number != 1 || drawer.In.Number != 1 {
					t.Errorf("%s, seen %v: %s", name, sees, text)
				}
				for _, sum := range []string{"22000", "3250", "1125", "2375"} {
					if strings.Contains(text, sum) != sees {
						t.Errorf("%s, seen %v, %s: %s", name, sees, sum, text)
					}
				}
				if !strings.Contains(text, fmt.Sprint(amount.Minor)) {
					t.Errorf("%s has lost what the bank took: %s", name, text)
				}
			}
		}
		look(false) // nobody signs in: nobody has a right that others lack
		shown := func(on bool) {
			t.Helper()
			shop := d.Settings()
			shop.ShowExpected = on
			d.must(d.Staff.SaveSettings(t.Context(), shop, "Huda"))
		}
		shown(true)
		look(true)
		shown(false)
		huda, samira := d.hire()
		d.must(d.Staff.SignIn(t.Context(), huda.ID, pin("12345")))
		look(true)
		for _, without := range append(journal.Rights(), "") {
			var rest []journal.Right
			for _, r := range journal.Rights() {
				if r != without {
					rest = append(rest, r)
				}
			}
			if without == journal.RightSums { // then there is no X at all
				continue
			}
			set, err := journal.NewRightSet(rest...)
			d.do(err)
			d.must(d.Staff.SignIn(t.Context(), huda.ID, pin("12345")))
			d.must(d.Staff.SetRights(t.Context(), journal.RoleCashier, set, ""))
			d.must(d.Staff.SignIn(t.Context(), samira.ID, pin("2580")))
			look(without != journal.RightExpected)
		}
		d.must(d.Staff.SignIn(t.Context(), huda.ID, pin("12345")))
		set, err := journal.NewRightSet(journal.RightSums, journal.RightCount)
		d.do(err)
		d.must(d.Staff.SetRights(t.Context(), journal.RoleCashier, set, ""))
		d.must(d.Staff.SignIn(t.Context(), samira.ID, pin("2580")))
		look(false)
		d.must(d.Staff.SignIn(t.Context(), huda.ID, pin("12345")))
		shop := d.Settings()
		shop.ShowExpected = true
		d.must(d.Staff.SaveSettings(t.Context(), shop, ""))
		d.must(d.Staff.SignIn(t.Context(), samira.ID, pin("2580")))
		look(true)
	})
	for _, role := range []journal.Role{journal.RoleManager, journal.RoleSupervisor, journal.RoleCashier} {
		if got := journal.UsualRights(role).Has(journal.RightExpected); got != (role == journal.RoleManager) {
			t.Errorf("%s sees it before a shop says so: %v", role, got)
		}
	}
}

// TestACountMadeAgainIsKeptBesideTheFirst: who counted once knows the difference, so that
// a second count is no blind one. Both are there after the Z, with who made them, and the
// Z says how often; a Z holds the newest.
func TestACountMadeAgainIsKeptBesideTheFirst(t *testing.T) {
	bubble(t, func(d *desk) {
		d.shifts(20_000)
		number := d.shift().Number
		if first := d.counts(19_000); first.Difference != -1_000 || first.Counts != 1 {
			t.Errorf("the first count: %+v", first)
		}
		if again := d.counts(20_000); again.Difference != 0 || again.Counts != 2 {
			t.Errorf("counted again: %+v", again)
		}
		z := d.closes("")
		if z.Drawer.Counts != 2 || z.Drawer.Counted.Minor != 20_000 {
			t.Errorf("the Z holds %+v", z.Drawer)
		}
		all, err := d.Counts(t.Context(), number)
		d.do(err)
		if len(all) != 2 || all[0].Cash.Minor != 19_000 || all[0].By != "Amal" || all[1].Cash.Minor != 20_000 {
			t.Errorf("after the Z there are %+v", all)
		}
		if none, err := d.Counts(t.Context(), 99); journal.CodeOf(err) != journal.CodeStore || none != nil {
			t.Errorf("a shift that there never was: %v, %v", none, err)
		}
	})
}
