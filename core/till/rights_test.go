package till_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sanduq/core/journal"
)

func TestEachRoleMayWhatTheOneBelowMay(t *testing.T) {
	below := journal.RightSet(nil)
	for _, role := range []journal.Role{journal.RoleCashier, journal.RoleSupervisor, journal.RoleManager} {
		set := journal.UsualRights(role)
		for _, r := range below {
			if !set.Has(r) {
				t.Errorf("%s may not %s", role, r)
			}
		}
		if len(set) <= len(below) {
			t.Errorf("%s may no more than the role below", role)
		}
		if again, err := journal.NewRightSet(set...); err != nil || !slices.Equal(again, set) {
			t.Errorf("rights of %s: %v, %v", role, again, err)
		}
		below = set
	}
	if len(below) != len(journal.Rights()) {
		t.Errorf("a manager may %v alone", below)
	}
	if set := journal.UsualRights("owner"); set != nil || set.Has(journal.RightSums) {
		t.Errorf("a role that is not known may %v", set)
	}
	for _, r := range []journal.Right{journal.RightSums, journal.RightClose, journal.RightCashOut, journal.RightOwed, journal.RightDecide, journal.RightSettings, journal.RightRecover, journal.RightUsers} {
		if journal.UsualRights(journal.RoleCashier).Has(r) {
			t.Errorf("a cashier may %s", r)
		}
	}
	for _, r := range []journal.Right{journal.RightOwed, journal.RightSettings, journal.RightRecover, journal.RightUsers} {
		if journal.UsualRights(journal.RoleSupervisor).Has(r) {
			t.Errorf("a supervisor may %s", r)
		}
	}
}

func TestARightSetHoldsWhatItWasGiven(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		given := rapid.SliceOf(rapid.SampledFrom(journal.Rights())).Draw(r, "rights")
		set, err := journal.NewRightSet(given...)
		if err != nil {
			r.Fatal(err)
		}
		for _, right := range journal.Rights() {
			if set.Has(right) != slices.Contains(given, right) {
				r.Fatalf("%v holds %v", given, set)
			}
		}
		for i := range set {
			if slices.Contains(set[:i], set[i]) {
				r.Fatalf("%v twice in %v", set[i], set)
			}
		}
		if all := journal.Rights(); len(all) != 12 {
			r.Fatalf("%d rights", len(all))
		}
	})
	if set, err := journal.NewRightSet(journal.RightSums, "fly"); err == nil || set != nil {
		t.Errorf("a right that is not known: %v", set)
	}
}
