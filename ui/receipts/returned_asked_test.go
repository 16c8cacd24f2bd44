package receipts

import (
	"testing"
	"time"

	"sanduq/core/till"
)

// TestDaysOfWhatWasReturnedGoWithIt: where words or the chip ask for another state, no
// figure is narrowed by days that no row is narrowed by, and no chip says that one is.
func TestDaysOfWhatWasReturnedGoWithIt(t *testing.T) {
	h := friday20()
	r := newHarness(t, h).show()
	f := r.screen.index.filters
	back := till.BackDays{Zone: time.UTC, From: "20261114", To: friday}
	behind := till.SaleQuery{Returned: true, Back: back}
	without := func(what string) {
		t.Helper()
		if q := f.query(); q.Returned || q.Back != (till.BackDays{}) || f.behind.Visible() {
			t.Errorf("%s: asks for %+v, chips %s", what, q, r.chips())
		}
	}
	r.screen.Look(behind)
	r.settle()
	r.ask("paid")
	without("words")
	f.search.SetText("")
	r.screen.Look(behind)
	r.settle()
	if !f.behind.Visible() {
		t.Fatal("no chip of the days")
	}
	f.now.pick(till.StatusPaid, false, false)
	f.apply()
	without("the chip")
}
