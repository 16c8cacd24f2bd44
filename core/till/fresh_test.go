package till_test

import (
	"testing"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// TestOnlyAnUntouchedTillIsFresh: whatever was ever written down, a till that
// comes up with it is not set up from the beginning.
func TestOnlyAnUntouchedTillIsFresh(t *testing.T) {
	for name, touch := range map[string]func(*desk){
		"nothing":  nil,
		"settings": func(d *desk) { d.must(d.Staff.SaveSettings(t.Context(), defaults, "Samira")) },
		"a user": func(d *desk) {
			_, err := d.Staff.AddUser(t.Context(), "Huda", journal.RoleManager, pin("2580"))
			d.must(err)
		},
		"a sale": func(d *desk) { d.charge() },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(d *desk) {
				if !d.Fresh() {
					t.Error("a new store is not fresh")
				}
				if touch != nil {
					touch(d)
				}
				d.Close()
				again := open(t, d.store, d.gate)
				defer again.Close()
				if got := again.Fresh(); got != (touch == nil) {
					t.Errorf("fresh: %v", got)
				}
			})
		})
	}
}

// TestAStoreOfAnotherDayIsNotFresh: the numbers of today tell nothing of a sale
// of yesterday, and a till that nobody ever named has sold all the same.
func TestAStoreOfAnotherDayIsNotFresh(t *testing.T) {
	store := storetest.NewMemory()
	yesterday := journal.Sale{ID: journal.NewSaleID("20200101", 1), Version: 1, Amount: amount, Step: journal.StepNotSent}
	if err := store.Commit(t.Context(), journal.Change{Sale: &yesterday}); err != nil {
		t.Fatal(err)
	}
	d := open(t, store, newGateway())
	defer d.Close()
	if d.Fresh() {
		t.Error("a till with a sale of another day is fresh")
	}
}
