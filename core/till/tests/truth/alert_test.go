package truth_test

import (
	"testing"
	"time"

	"sanduq/core/journal"
)

// TestAnAlertIsNotReadBeforeItIsGiven: a tap that comes too early, or for the
// wrong sale, must not silence money that is yet to come.
func TestAnAlertIsNotReadBeforeItIsGiven(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := s.charge()
		s.do(s.ReadLateAlert(t.Context(), v.ID))
		s.do(s.SetAside(t.Context(), v.ID, journal.AsideCustomerLeft))
		s.gate.set(v.OrderID, "SUCCESS", "TX-1")
		s.pass(10 * time.Second)
		if got := s.want(v.ID, journal.StatusPaid); !got.LateMoney() {
			t.Errorf("the money came late, and nobody is told: read at %v", got.LateAlertRead)
		}
		s.do(s.ReadLateAlert(t.Context(), v.ID))
		s.do(s.ReadLateAlert(t.Context(), v.ID))
		if got := s.sale(v.ID); got.LateMoney() {
			t.Error("an alert that was read is given again")
		}
	})
}
