package till_test

import (
	"testing"
	"testing/synctest"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestEveryAttemptOfAnOrder: from whichever of them one asks, however long the
// chain; and no sale of another order.
func TestEveryAttemptOfAnOrder(t *testing.T) {
	bubble(t, func(d *desk) {
		first := d.charge()
		d.charge()
		before := first.ID
		for range 2 {
			v, err := d.Charge(d.t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: before, Reason: journal.AsideWrongAmount})
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			before = v.ID
		}
		for _, id := range []journal.SaleID{first.ID, before} {
			all, err := d.Attempts(d.t.Context(), id)
			if err != nil || len(all) != 3 || all[0].ID != first.ID || all[2].ID != before {
				t.Errorf("from %s: %d attempts, %v", id, len(all), err)
			}
		}
		if _, err := d.Attempts(d.t.Context(), "20200101-000001"); err == nil {
			t.Error("a sale that is not there has attempts")
		}
	})
}
