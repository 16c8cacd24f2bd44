package truth_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestTwoDebitsOfOneLegAreSaid: somebody on the way delivers the code twice. The
// bank carries out the first, refuses the second, and still calls the payment
// pending when the next code comes, which it carries out as well. Its answers name
// one transaction, and later the other.
func TestTwoDebitsOfOneLegAreSaid(t *testing.T) {
	for name, restarts := range map[string]bool{"in one run": false, "over a restart": true} {
		for _, route := range []core.Route{core.RouteAccount, core.RouteWallet} {
			t.Run(name+", "+string(route), func(t *testing.T) {
				bubble(t, func(t *testing.T, s *shop) {
					v := s.code(route)
					s.gate.script(core.OpSubmitOTP, always(refused(422, "INVALID_OTP")))
					s.enter(v.ID, "246802")
					s.pass(28 * time.Second)
					s.want(v.ID, journal.StatusCode)
					s.gate.script(core.OpSubmitOTP, nil)
					s.enter(v.ID, "135791")
					s.gate.set(v.OrderID, "SUCCESS", "TX-1")
					s.pass(11 * time.Second)
					s.want(v.ID, journal.StatusPaid)
					if restarts {
						s = s.restart()
					}
					s.gate.set(v.OrderID, "SUCCESS", "TX-2")
					s.pass(2 * time.Hour)
					wantBothLegs(s, v.ID)
					if n := s.debts(); n != 1 {
						t.Errorf("%d entries of what is owed back", n)
					}
				})
			})
		}
	}
}
