package keys

import (
	"testing"
	"time"
)

// TestAClockThatIsPutBackHoldsNoKey: whoever set the clock right does not wait for it to come round again.
func TestAClockThatIsPutBackHoldsNoKey(t *testing.T) {
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	g := NewGuard(func() time.Time { return now })
	g.Arm()
	if g.Allows(Enter) {
		t.Error("at once")
	}
	now = now.Add(-time.Hour)
	if !g.Allows(Enter) {
		t.Error("no key for an hour")
	}
}
