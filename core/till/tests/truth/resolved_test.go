package truth_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestNobodyClosesASaleWhoseCodeIsOnItsWay: the code of a sale leaves after a
// question about its QR. A manager who closed the sale meanwhile would end the
// watching of money that is only about to move.
func TestNobodyClosesASaleWhoseCodeIsOnItsWay(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := s.toCode(s.charge().ID, core.RouteAccount)
		s.do(s.ToManager(t.Context(), v.ID, "x"))
		s.gate.script(core.OpFetchStatus, func(q request) reply { time.Sleep(6 * time.Second); return s.gate.honest(q) })
		s.do(s.SubmitOTP(t.Context(), v.ID, core.NewSecret("123456"), false))
		s.pass(time.Second)
		closed := s.ResolveOutside(t.Context(), v.ID, "paid cash", "Huda")
		s.gate.script(core.OpFetchStatus, nil)
		s.pass(10 * time.Second)
		if n := s.gate.count(core.OpSubmitOTP, v.OrderID); closed == nil && n != 0 {
			t.Errorf("%d codes were sent for a sale that a manager had closed", n)
		}
		s.wantCode("closed over a code", closed, journal.CodeStep)
		s.do(s.ResolveOutside(t.Context(), v.ID, "paid cash", "Huda")) // the code has left: now it is the manager's to say
		s.want(v.ID, journal.StatusResolved)
	})
}

// TestACodeThatNobodyCanAskAboutIsNoLock: the plug was pulled over a code, and
// the till is bound to another gateway now.
func TestACodeThatNobodyCanAskAboutIsNoLock(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := s.code(core.RouteAccount)
		s.gate.script(core.OpSubmitOTP, func(request) reply { time.Sleep(15 * time.Second); return reply{lost: true} })
		s.do(s.SubmitOTP(t.Context(), v.ID, core.NewSecret("123456"), false))
		if s.sale(v.ID).Step != journal.StepOTPIntent {
			t.Fatalf("the code is not on its way: %s", s.sale(v.ID).Step)
		}
		s.memory = s.memory.Crash()
		s.close()
		s.base = "https://other.example"
		s = s.open(t)
		s.want(v.ID, journal.StatusUnknown)
		s.do(s.ToManager(t.Context(), v.ID, "x"))
		s.do(s.ResolveOutside(t.Context(), v.ID, "the bank says so", "Huda"))
		s.want(v.ID, journal.StatusResolved)
		s.pass(20 * time.Second) // until the first gateway has given its answer up
	})
}

// TestAManagersClosureEndsTheSecrets: nobody asks about the sale any more, by this gateway or
// by the one that it was bound to.
func TestAManagersClosureEndsTheSecrets(t *testing.T) {
	for name, elsewhere := range map[string]bool{"of this gateway": false, "of another": true} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := s.code(core.RouteAccount)
				s.enter(v.ID, "123456")
				s.pass(10 * time.Minute)
				if elsewhere {
					s.memory = s.memory.Crash()
					s.close()
					s.base = "https://other.example"
					s = s.open(t)
				}
				s.do(s.ToManager(t.Context(), v.ID, "x"))
				if !s.secrets(v.ID) {
					t.Error("the secrets are gone while the sale is asked about")
				}
				s.do(s.ResolveOutside(t.Context(), v.ID, "the bank says so", "Huda"))
				if s.want(v.ID, journal.StatusResolved); s.secrets(v.ID) {
					t.Error("token and account stay on the disk after a manager closed the sale")
				}
				s.do(s.Acknowledge(t.Context(), v.ID))
				s = s.restart()
				s.pass(time.Minute)
				if s.want(v.ID, journal.StatusResolved); s.secrets(v.ID) {
					t.Error("they came back")
				}
			})
		})
	}
}
