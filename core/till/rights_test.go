package till_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sanduq/core/till"
)

func TestEachRoleMayWhatTheOneBelowMay(t *testing.T) {
	below := till.RightSet(nil)
	for _, role := range []till.Role{till.RoleCashier, till.RoleSupervisor, till.RoleManager} {
		set := till.UsualRights(role)
		for _, r := range below {
			if !set.Has(r) {
				t.Errorf("%s may not %s", role, r)
			}
		}
		if len(set) <= len(below) {
			t.Errorf("%s may no more than the role below", role)
		}
		if again, err := till.NewRightSet(set...); err != nil || !slices.Equal(again, set) {
			t.Errorf("rights of %s: %v, %v", role, again, err)
		}
		below = set
	}
	if len(below) != len(till.Rights()) {
		t.Errorf("a manager may %v alone", below)
	}
	if set := till.UsualRights("owner"); set != nil || set.Has(till.RightSums) {
		t.Errorf("a role that is not known may %v", set)
	}
	for _, r := range []till.Right{till.RightSums, till.RightClose, till.RightCashOut, till.RightOwed, till.RightDecide, till.RightSettings, till.RightRecover, till.RightUsers} {
		if till.UsualRights(till.RoleCashier).Has(r) {
			t.Errorf("a cashier may %s", r)
		}
	}
	for _, r := range []till.Right{till.RightOwed, till.RightSettings, till.RightRecover, till.RightUsers} {
		if till.UsualRights(till.RoleSupervisor).Has(r) {
			t.Errorf("a supervisor may %s", r)
		}
	}
}

func TestARightSetHoldsWhatItWasGiven(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		given := rapid.SliceOf(rapid.SampledFrom(till.Rights())).Draw(r, "rights")
		set, err := till.NewRightSet(given...)
		if err != nil {
			r.Fatal(err)
		}
		for _, right := range till.Rights() {
			if set.Has(right) != slices.Contains(given, right) {
				r.Fatalf("%v holds %v", given, set)
			}
		}
		for i := range set {
			if slices.Contains(set[:i], set[i]) {
				r.Fatalf("%v twice in %v", set[i], set)
			}
		}
		if all := till.Rights(); len(all) != 11 {
			r.Fatalf("%d rights", len(all))
		}
	})
	if set, err := till.NewRightSet(till.RightSums, "fly"); err == nil || set != nil {
		t.Errorf("a right that is not known: %v", set)
	}
}
