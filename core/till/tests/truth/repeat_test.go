package truth_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestACodeWithoutAnOutcomeMayBeRepeatedAmongManyOpenSales: after a restart
// only the newest of many open sales is polled again. The cap of polling, after
// which a manager may send the same code once more, must come to the others too.
func TestACodeWithoutAnOutcomeMayBeRepeatedAmongManyOpenSales(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := s.code(core.RouteAccount)
		s.gate.script(core.OpSubmitOTP, always(reply{lost: true}))
		s.enter(v.ID, "123456")
		for range 9 {
			s.charge()
		}
		s.gate.script(core.OpSubmitOTP, nil)
		s = s.restart()
		s.pass(time.Minute)
		s.do(s.RepeatOTP(t.Context(), v.ID, core.NewSecret("123456"), "Huda"))
		if n := s.gate.count(core.OpSubmitOTP, v.OrderID); n != 1 {
			t.Fatal("the code was repeated before an answer had its five minutes")
		}
		s.pass(10 * time.Minute)
		was := s.want(v.ID, journal.StatusUnknown)
		if !was.Capped {
			t.Fatalf("not capped: %+v", was.Sale)
		}
		s.do(s.RepeatOTP(t.Context(), v.ID, core.NewSecret("123456"), "Huda"))
		s.pass(time.Second)
		if n := s.gate.count(core.OpSubmitOTP, v.OrderID); n != 2 {
			t.Errorf("the code was sent %d times in all; the till says %+v", n, s.sale(v.ID).Refusal)
		}
	})
}
