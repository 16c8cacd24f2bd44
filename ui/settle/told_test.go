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

// TestAClockThatIsPutBackHidesNoManager: a sale from a year ahead is not young for a year.
func TestAClockThatIsPutBackHidesNoManager(t *testing.T) {
	r := harness.New(t)
	v := harness.Sale(harness.Unanswered, func(v *journal.View) { v.CreatedAt = harness.Noon.AddDate(1, 0, 0) })
	if got := (steps{env: r.Env}).next(v).label; got != r.Env.Words.T("manager.give") {
		t.Errorf("what to do about it: %q", got)
	}
}
