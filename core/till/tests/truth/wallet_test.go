package truth_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// wallets are replies to a wallet's code that are not the last word.
var wallets = map[string]reply{"nothing": data(`{}`), "an acknowledgement": data(`"accepted"`), "null": data(`null`), "PROCESSING": says("PROCESSING", "")}

// TestAnAuthorizedWalletIsPaidSoonAfterItsBankSettled: the customer stands at
// the counter, debited, and the screen would say "processing" for six minutes.
func TestAnAuthorizedWalletIsPaidSoonAfterItsBankSettled(t *testing.T) {
	for name, answer := range wallets {
		for _, settles := range []time.Duration{2 * time.Second, 20 * time.Second, 2 * time.Minute} {
			t.Run(name+", "+settles.String(), func(t *testing.T) {
				bubble(t, func(t *testing.T, s *shop) {
					v := s.code(core.RouteWallet)
					s.gate.script(core.OpSubmitOTP, always(answer))
					s.enter(v.ID, "246802")
					s.pass(settles)
					s.gate.set(v.OrderID, "SUCCESS", "TX-1")
					took := s.within(11*time.Second, "paid after the bank settled", func() bool { return s.sale(v.ID).Status() == journal.StatusPaid })
					t.Logf("the bank settled %v after the code; PAID %v after that", settles, took)
					if settles < 30*time.Second && took > 4*time.Second {
						t.Errorf("%v from the bank's settlement to PAID", took)
					}
				})
			})
		}
	}
}

// TestAnAuthorizedWalletIsAskedAboutAfterARestart: the same, with the till
// started again in between.
func TestAnAuthorizedWalletIsAskedAboutAfterARestart(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := s.waiting(core.RouteWallet)
		s = s.restart()
		s.pass(2 * time.Second)
		s.gate.set(v.OrderID, "SUCCESS", "TX-1")
		s.within(11*time.Second, "paid after the bank settled", func() bool { return s.sale(v.ID).Status() == journal.StatusPaid })
	})
}
