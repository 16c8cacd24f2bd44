package truth_test

import (
	"testing"

	"sanduq/core/journal"
)

// TestAPaymentThatMayHaveOpenedNeedsAManager: a journal was put back to before
// anyone knew whether a payment opened. Its QR may have been shown and paid
// since, so a new payment in its place is a manager's decision.
func TestAPaymentThatMayHaveOpenedNeedsAManager(t *testing.T) {
	behind := journal.Sale{Step: journal.StepCreateUnknown, Stale: true}
	closed := behind
	closed.ResolvedOutside = &journal.Decision{Reason: "paid cash"}
	for name, c := range map[string]struct {
		sale journal.Sale
		want bool
	}{
		"put back":            {behind, true},
		"put back, resolved":  {closed, false},
		"not opened, in time": {journal.Sale{Step: journal.StepCreateUnknown}, false},
		"refused":             {journal.Sale{Step: journal.StepRejected, Stale: true}, false},
	} {
		if got := c.sale.NeedsManager(); got != c.want {
			t.Errorf("%s: needs a manager %v, want %v", name, got, c.want)
		}
	}
}
