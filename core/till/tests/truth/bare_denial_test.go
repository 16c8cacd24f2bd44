package truth_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestABareDenialDelaysNothing: somebody on the way answers one question with a
// 401 and no word. The money comes a moment later, and must be heard of in
// seconds and not at the watcher's next turn.
func TestABareDenialDelaysNothing(t *testing.T) {
	for name, denial := range map[string]reply{"no body": {status: 401}, "a page": page(401), "no code": {status: 401, body: `{"success":false}`}} {
		for _, route := range []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet} {
			t.Run(name+", "+string(route), func(t *testing.T) {
				bubble(t, func(t *testing.T, s *shop) {
					v := s.waiting(route)
					denied := false
					s.gate.script(core.OpFetchStatus, func(q request) reply {
						if !denied {
							denied = true
							return denial
						}
						return s.gate.honest(q)
					})
					s.pass(4 * time.Second)
					s.gate.set(v.OrderID, "SUCCESS", "TX-1")
					took := s.within(15*time.Minute, "paid", func() bool { return s.sale(v.ID).Status() == journal.StatusPaid })
					if took > 15*time.Second {
						t.Errorf("PAID comes %v after the money", took)
					}
				})
			})
		}
	}
}

// TestABareDenialThatGoesOnIsAskedLessOften: ten minutes of it are not a
// question each second.
func TestABareDenialThatGoesOnIsAskedLessOften(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := s.waiting(core.RouteQR)
		s.gate.script(core.OpFetchStatus, always(reply{status: 401}))
		s.pass(5 * time.Minute)
		if n := s.gate.count(core.OpFetchStatus, ""); n < 5 || n > 16 {
			t.Errorf("%d questions in five minutes", n)
		}
		s.want(v.ID, journal.StatusUnknown)
	})
}
