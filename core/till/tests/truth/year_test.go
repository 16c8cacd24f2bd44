package truth_test

import (
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// jumping is a clock that a test sets to another year.
type jumping struct {
	core.Clock
	years atomic.Int64
}

func (j *jumping) Now() time.Time { return j.Clock.Now().AddDate(int(j.years.Load()), 0, 0) }

// TestAClockInTheYear9999LeavesNoSaleWaiting: the computer's clock jumps far ahead while
// a sale is watched, and comes back after a question was planned by it, or stays. The sale
// is still asked about, and is paid.
func TestAClockInTheYear9999LeavesNoSaleWaiting(t *testing.T) {
	for name, comesBack := range map[string]bool{"stays": false, "comes back": true} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(_ *testing.T, s *shop) {
				s.close()
				ahead := &jumping{Clock: s.clock}
				s.clock = ahead
				s = s.open(s.t)
				v := s.charge()
				s.pass(20 * time.Minute) // polling has ended
				s.want(v.ID, journal.StatusUnknown)
				ahead.years.Store(int64(9999 - ahead.Clock.Now().Year()))
				s.pass(3 * time.Hour)
				if comesBack {
					ahead.years.Store(0)
				}
				s.gate.set(v.OrderID, "SUCCESS", "TX-1")
				s.pass(2 * time.Hour)
				s.want(v.ID, journal.StatusPaid)
			})
		})
	}
}
