package cashier

import (
	"testing"

	"sanduq/ui/uitest/outline"
)

// TestStructureOfScreens compares what stands where with masters. A changed
// picture shows first as a changed master: look at it before accepting it.
func TestStructureOfScreens(t *testing.T) {
	r := newFixture(t)
	for name, s := range gallery(r) {
		switch name {
		case "sale-half", "sale-quick", "qr-says", "qr-silent", "aside", "paid-live", "paid-keep", "failed", "expired", "not-sent", "create-unknown", "unknown", "opening", "choose", "waiting-given", "resolved", "twice":
			w := r.Window(s)
			outline.Check(t, "screen-"+name, w.Canvas())
		}
	}
}
