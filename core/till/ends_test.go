package till_test

import (
	"testing"
	"time"

	"sanduq/core/journal"
)

// TestWhatWasTakenNoteOfMayBeTakenNoteOfAgain: the alarm of late money is read
// in the banner, by which the sale leaves the sidebar; the screen that shows it is
// left after that.
func TestWhatWasTakenNoteOfMayBeTakenNoteOfAgain(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		d.gate.set(v.OrderID, "FAILED", "")
		d.pass(4 * time.Second)
		d.want(v.ID, journal.StatusFailed)
		d.do(d.Acknowledge(t.Context(), v.ID))
		d.gate.set(v.OrderID, "SUCCESS", "TX-LATE")
		d.pass(7 * time.Minute)
		if late := d.want(v.ID, journal.StatusPaid); !late.LateMoney() {
			t.Fatal("the money did not come late")
		}
		d.do(d.ReadLateAlert(t.Context(), v.ID)) // Understood
		for range 2 {                            // New sale, and the same from a screen that is slow to hear of it
			if err := d.ReadLateAlert(t.Context(), v.ID); err != nil {
				t.Errorf("reading it again: %v", err)
			}
			if err := d.Acknowledge(t.Context(), v.ID); err != nil {
				t.Errorf("taking note of the end: %v", err)
			}
		}
		rows := 0
		all, err := d.store.Audit(t.Context(), 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range all {
			if row.SaleID == v.ID && row.Action == journal.AuditAlertRead {
				rows++
			}
		}
		if rows != 1 {
			t.Errorf("the reading is written down %d times", rows)
		}
	})
}
