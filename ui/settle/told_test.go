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

// TestLateMoneySaysWhatWasSaidBefore: nobody set aside a sale that expired.
func TestLateMoneySaysWhatWasSaidBefore(t *testing.T) {
	r := harness.New(t)
	aside := func(v *journal.View) { v.SetAside = &journal.Decision{At: harness.Noon} }
	for want, change := range map[string]func(*journal.View){
		"Paid after the till showed another result": func(*journal.View) {},
		"Paid after you set it aside":               aside,
	} {
		v := harness.Sale(harness.Paid, func(v *journal.View) { v.Session.Late = true }, change)
		if got := summary(r.Env, v); Why(v) != Late || got != want {
			t.Errorf("%v, %q, want %q", Why(v), got, want)
		}
	}
}
