package truth_test

import (
	"testing"
	"time"
)

// TestASecondDebitWithoutTransactionsIsSaid: the gateway names no transactions.
// After the account has paid, the QR's leg says PENDING, and some time later
// SUCCESS: that is money of its own.
func TestASecondDebitWithoutTransactionsIsSaid(t *testing.T) {
	for name, restarts := range map[string]bool{"in one run": false, "over a restart": true} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := paidWithoutTransaction(s)
				s.pass(10 * time.Minute)
				if restarts {
					s = s.restart()
				}
				s.gate.setLeg(v, false, "SUCCESS", "")
				s.pass(2 * time.Hour)
				wantBothLegs(s, s.saleOf(v))
				s.pass(5 * time.Hour)
				if n := s.debts(); n != 1 {
					t.Errorf("%d entries of what is owed back", n)
				}
			})
		})
	}
}

// TestAPaymentToldByBothLegsIsNoSecondDebit: the same gateway, whose legs both
// speak of the payment as a whole.
func TestAPaymentToldByBothLegsIsNoSecondDebit(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := s.toCode(s.charge().ID, "account")
		s.enter(v.ID, "123456")
		s.gate.set(v.OrderID, "SUCCESS", "")
		s.pass(80 * time.Hour)
		if n := s.debts(); n != 0 || s.sale(v.ID).PaidTwice() {
			t.Errorf("%d entries of what is owed back", n)
		}
	})
}
