package truth_test

import (
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// plan is how many questions a sale is worth: 37 while it is polled, 77 while
// it is watched, and a few for starts and checks.
const plan = 37 + 77 + 10

// TestEveryWatchEnds: abandoned sales pile up over the months, and each one
// would be asked about every few minutes until the disk breaks.
func TestEveryWatchEnds(t *testing.T) {
	for name, c := range map[string]struct {
		answer reply
		days   int
	}{
		"404 ORDER_NOT_FOUND": {refused(404, "ORDER_NOT_FOUND"), 90}, "200 ORDER_NOT_FOUND": {refused(200, "ORDER_NOT_FOUND"), 4},
		"PENDING": {says("PENDING", ""), 4}, "EXPIRED": {says("EXPIRED", ""), 4}, "a word of its own": {says("ON_HOLD", ""), 4},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := practice().open(t)
				s.gate.script(core.OpFetchStatus, always(c.answer))
				var sales []journal.View
				for range 3 {
					sales = append(sales, s.charge())
				}
				for day := range c.days {
					s.pass(24 * time.Hour)
					if n := s.gate.count(core.OpFetchStatus, ""); n > plan*len(sales) {
						t.Fatalf("%d questions about %d sales by day %d, at most %d were planned", n, len(sales), day+1, plan*len(sales))
					}
				}
				for _, v := range sales {
					wantEndSaid(s, v)
				}
			})
		})
	}
}

// wantEndSaid wants the sale to say that nobody asks any more: a manager must
// know that from here on it is the bank's statement that tells.
func wantEndSaid(s *shop, v journal.View) {
	s.t.Helper()
	calls := s.gate.calls(core.OpFetchStatus, v.OrderID)
	if len(calls) == 0 {
		s.t.Fatalf("%s was never asked about", v.ID)
	}
	last, now := calls[len(calls)-1].at, s.sale(v.ID)
	if !now.Watch.Next.IsZero() {
		s.t.Errorf("%s plans another question for %v, the last was at %v", v.ID, now.Watch.Next, last)
	}
	if n := len(now.History); n == 0 || now.History[n-1].At.Before(last) {
		s.t.Errorf("%s does not say that the asking ended at %v: facts %v", v.ID, last, now.History)
	}
}
