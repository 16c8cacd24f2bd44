package truth_test

import (
	"sanduq/core"
	"sanduq/core/journal"
)

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
