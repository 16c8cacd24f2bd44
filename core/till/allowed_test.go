package till_test

import (
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/till"
)

// TestWhoAllowedAnAmountIsKept: with the sale and in the book, in the commit that
// writes the intent; and nothing of it where nobody was asked.
func TestWhoAllowedAnAmountIsKept(t *testing.T) {
	bubble(t, func(d *desk) {
		plain := d.charge()
		v, err := d.Charge(d.t.Context(), till.Draft{Amount: amount, Route: core.RouteQR, AllowedBy: "Huda"})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := d.store.Audit(d.t.Context(), 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		rows = slices.DeleteFunc(rows, func(r till.AuditRow) bool { return r.Action != till.AuditAmountAllowed })
		if len(rows) != 1 || rows[0].By != "Huda" || rows[0].SaleID != v.ID || rows[0].Detail == "" {
			t.Errorf("the book has %+v", rows)
		}
		told := func(s till.Sale) bool {
			return slices.ContainsFunc(s.History, func(e till.HistoryEvent) bool {
				return e.Code == till.HistoryAmountAllowed && e.Word == "Huda" && time.Since(e.At) < time.Minute
			})
		}
		if !told(v.Sale) || told(plain.Sale) {
			t.Errorf("told of the sale %v, of another %v", told(v.Sale), told(plain.Sale))
		}
	})
}
