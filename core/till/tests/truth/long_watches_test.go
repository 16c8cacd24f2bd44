//go:build !race

package truth_test

import (
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestSilenceEndsTheWatchOfAPaidSale: a month of it.
func TestSilenceEndsTheWatchOfAPaidSale(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := paidByAccountUnderAQR(s)
		s.do(s.Acknowledge(t.Context(), v.ID))
		s.gate.script(core.OpFetchStatus, always(reply{lost: true}))
		s.pass(32 * 24 * time.Hour)
		if s.kept() != 0 || s.secrets(v.ID) {
			t.Errorf("%d sales are in hand, secrets on the disk: %v", s.kept(), s.secrets(v.ID))
		}
	})
}

// TestAStartAsksAtMostOnceASecond: after a power cut all tills of a town start
// together. A gateway that is asked a thousand times in two seconds shuts the
// shop out, or goes down.
func TestAStartAsksAtMostOnceASecond(t *testing.T) {
	for _, c := range []struct {
		what  string
		sales int
		route core.Route
		until time.Duration
		asked int // so many of them were asked about by then
	}{
		{"200 authorized wallets", 200, core.RouteWallet, 10 * time.Minute, 200},
		{"1000 QRs on show", 1000, core.RouteQR, 5 * time.Minute, 200},
	} {
		t.Run(c.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := practice().open(t)
				v := s.waiting(c.route)
				s.close()
				s.memory = s.memory.Crash()
				multiply(s, v, c.sales-1)
				asked := s.gate.count(core.OpFetchStatus, "")
				s = s.open(t)
				for second := 1; second <= 60; second++ {
					s.pass(time.Second)
					if n := s.gate.count(core.OpFetchStatus, "") - asked; n > second+second/10+2 {
						t.Fatalf("%d questions in the first %d s", n, second)
					}
				}
				s.pass(c.until - time.Minute)
				wantPace(t, s.gate.calls(core.OpFetchStatus, "")[asked:], c.asked)
			})
		})
	}
}

// plan is how many questions a sale is worth: 37 while it is polled, 77 while
// it is watched, and a few for starts and checks.
const plan = 37 + 77 + 10

// TestEveryWatchEnds: abandoned sales pile up over the months, and each one
// would be asked about every few minutes until the disk breaks.
func TestEveryWatchEnds(t *testing.T) {
	for name, c := range map[string]struct {
		answer reply
		days   int
	}{
		"404 ORDER_NOT_FOUND": {refused(404, "ORDER_NOT_FOUND"), 90}, "200 ORDER_NOT_FOUND": {refused(200, "ORDER_NOT_FOUND"), 4},
		"PENDING": {says("PENDING", ""), 4}, "EXPIRED": {says("EXPIRED", ""), 4}, "a word of its own": {says("ON_HOLD", ""), 4},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := practice().open(t)
				s.gate.script(core.OpFetchStatus, always(c.answer))
				var sales []journal.View
				for range 3 {
					sales = append(sales, s.charge())
				}
				for day := range c.days {
					s.pass(24 * time.Hour)
					if n := s.gate.count(core.OpFetchStatus, ""); n > plan*len(sales) {
						t.Fatalf("%d questions about %d sales by day %d, at most %d were planned", n, len(sales), day+1, plan*len(sales))
					}
				}
				for _, v := range sales {
					wantEndSaid(s, v)
				}
			})
		})
	}
}
