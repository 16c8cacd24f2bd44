package truth_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// paidByAccountUnderAQR is a sale whose QR was shown before its account paid.
func paidByAccountUnderAQR(s *shop) journal.View {
	s.t.Helper()
	v := s.toCode(s.charge().ID, core.RouteAccount)
	s.enter(v.ID, "123456")
	s.gate.setLeg(v.OrderID, true, "SUCCESS", "TX-ACCOUNT")
	s.pass(5 * time.Second)
	return s.want(v.ID, journal.StatusPaid)
}

// paidWithoutTransaction is the same at a gateway that names no transactions;
// the order of the sale.
func paidWithoutTransaction(s *shop) string {
	s.t.Helper()
	v := s.toCode(s.charge().ID, core.RouteAccount)
	s.enter(v.ID, "123456")
	s.gate.setLeg(v.OrderID, true, "SUCCESS", "")
	s.pass(5 * time.Second)
	s.want(v.ID, journal.StatusPaid)
	return v.OrderID
}

func wantBothLegs(s *shop, id journal.SaleID) {
	s.t.Helper()
	if v := s.sale(id); v.PaidTwiceWith != id || !v.PaidTwice() {
		s.t.Errorf("the customer was debited by the QR too, and the till does not say so: facts %s", facts(v.Sale))
	}
}

// TestASecondDebitIsHeardAfterARestart: the shop closes five minutes after the
// sale, and the QR is debited meanwhile.
func TestASecondDebitIsHeardAfterARestart(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := paidByAccountUnderAQR(s)
		s.do(s.Acknowledge(t.Context(), v.ID))
		s.pass(2 * time.Minute)
		s.close()
		s.gate.setLeg(v.OrderID, false, "SUCCESS", "TX-QR")
		s = s.restart()
		s.pass(2 * time.Hour)
		wantBothLegs(s, v.ID)
	})
}

// TestASecondDebitIsHeardHoursLater: every QR that was shown is watched for
// days, whichever way the money came first.
func TestASecondDebitIsHeardHoursLater(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := paidByAccountUnderAQR(s)
		s.do(s.Acknowledge(t.Context(), v.ID))
		s.pass(3 * time.Hour)
		s.gate.setLeg(v.OrderID, false, "SUCCESS", "TX-QR")
		s.pass(12 * time.Hour)
		wantBothLegs(s, v.ID)
	})
}
