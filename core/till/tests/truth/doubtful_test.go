package truth_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// doubtfulReceipt lets the commit of the next receipt reach the disk and report
// an error all the same.
func (s *shop) doubtfulReceipt() {
	once := true
	s.memory.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
		if c.Receipt != nil && once {
			once = false
			return storetest.Kept
		}
		return storetest.Stored
	})
}

// TestASettlementInDoubtIsFollowedUp: the receipt is on the disk, its commit
// reported an error. What is asked of a paid sale is asked of this one too.
func TestASettlementInDoubtIsFollowedUp(t *testing.T) {
	t.Run("its transaction", func(t *testing.T) {
		bubble(t, func(t *testing.T, s *shop) {
			v := s.charge()
			s.doubtfulReceipt()
			s.gate.set(v.OrderID, "SUCCESS", "")
			s.pass(8 * time.Second)
			s.want(v.ID, journal.StatusPaid)
			s.gate.set(v.OrderID, "SUCCESS", "TX-1")
			s.pass(20 * time.Minute)
			if got := s.sale(v.ID).Session.TransactionID; got != "TX-1" {
				t.Errorf("the transaction is %q", got)
			}
		})
	})
	t.Run("its other leg", func(t *testing.T) {
		bubble(t, func(t *testing.T, s *shop) {
			v := s.toCode(s.charge().ID, core.RouteAccount)
			s.enter(v.ID, "123456")
			s.doubtfulReceipt()
			s.gate.setLeg(v.OrderID, true, "SUCCESS", "TX-ACCOUNT")
			s.pass(8 * time.Second)
			s.want(v.ID, journal.StatusPaid)
			s.gate.setLeg(v.OrderID, false, "SUCCESS", "TX-QR")
			s.pass(2 * time.Hour)
			if got := s.sale(v.ID); got.PaidTwiceWith != v.ID {
				t.Errorf("debited twice, and the till does not say so: facts %s", facts(got.Sale))
			}
		})
	})
}
