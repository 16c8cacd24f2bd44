package truth_test

import (
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// denials are the ways in which a gateway refuses a token.
var denials = map[string]reply{"in words": refused(401, "TOKEN_EXPIRED"), "by a proxy": page(401)}

// TestAShortDenialDoesNotEndTheWatch: the gateway refused the token for four
// seconds, as it does while it is restarted. The customer pays later, and
// nobody would hear of it before the till is started again.
func TestAShortDenialDoesNotEndTheWatch(t *testing.T) {
	for name, denial := range denials {
		for _, route := range []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet} {
			t.Run(name+", "+string(route), func(t *testing.T) {
				bubble(t, func(t *testing.T, s *shop) {
					v := s.waiting(route)
					s.gate.script(core.OpFetchStatus, always(denial))
					s.pass(4 * time.Second)
					s.gate.script(core.OpFetchStatus, nil)
					s.pass(10 * time.Minute)
					s.gate.set(v.OrderID, "SUCCESS", "TX-1")
					s.pass(2 * time.Hour)
					s.want(v.ID, journal.StatusPaid)
				})
			})
		}
	}
}

// waiting opens a payment and brings it to where the till waits for the bank.
func (s *shop) waiting(route core.Route) journal.View {
	s.t.Helper()
	if route == core.RouteQR {
		return s.charge()
	}
	v := s.code(route)
	s.enter(v.ID, "246802")
	return s.want(v.ID, journal.StatusWaiting)
}

// TestTheCashierHearsAtOnceWhenADenialIsOver: "the customer says that he paid".
func TestTheCashierHearsAtOnceWhenADenialIsOver(t *testing.T) {
	for name, denial := range denials {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := s.charge()
				s.gate.script(core.OpFetchStatus, always(denial))
				s.pass(10 * time.Second)
				s.want(v.ID, journal.StatusUnknown)
				s.wantCode("check while it is refused", s.Check(t.Context(), v.ID), journal.CodeDenied)
				s.gate.script(core.OpFetchStatus, nil)
				s.gate.set(v.OrderID, "SUCCESS", "TX-1")
				s.do(s.Check(t.Context(), v.ID))
				s.want(v.ID, journal.StatusPaid)
			})
		})
	}
}

// TestADenialIsAskedOnHourly: three days of it, then the gateway takes the
// token again. Neither may it be asked every few seconds for as long.
func TestADenialIsAskedOnHourly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := practice().open(t)
		v := s.charge()
		s.gate.script(core.OpFetchStatus, always(refused(401, "TOKEN_EXPIRED")))
		s.pass(70 * time.Hour)
		asked := s.gate.count(core.OpFetchStatus, "")
		if asked < 60 || asked > 100 {
			t.Errorf("%d questions in 70 hours", asked)
		}
		s.want(v.ID, journal.StatusUnknown)
		s.gate.script(core.OpFetchStatus, nil)
		s.gate.set(v.OrderID, "SUCCESS", "TX-1")
		s.pass(2 * time.Hour)
		s.want(v.ID, journal.StatusPaid)
	})
}
