package settle

import (
	"strings"
	"testing"

	"sanduq/core/journal"
	"sanduq/ui/uitest/harness"
)

// TestMoneyAfterCashIsOwedBack: its order was paid in cash too.
func TestMoneyAfterCashIsOwedBack(t *testing.T) {
	r := harness.New(t)
	v := harness.Sale(harness.Paid, func(v *journal.View) {
		v.SetAside, v.OwedSince = &journal.Decision{At: harness.Noon, Reason: journal.AsidePaidCash}, harness.Noon
	})
	if Why(v) != Owed || !strings.Contains(summary(r.Env, v), "recorded as cash") {
		t.Errorf("to settle: %v, %s", Why(v), summary(r.Env, v))
	}
}
