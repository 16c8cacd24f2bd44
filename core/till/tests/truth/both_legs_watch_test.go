package truth_test

import (
	"fmt"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

func (s *shop) secrets(id journal.SaleID) bool {
	s.t.Helper()
	kept, err := s.memory.SaleSecrets(s.t.Context(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	return !kept.Empty()
}

func (s *shop) kept() int {
	s.t.Helper()
	open, err := s.memory.OpenSales(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return len(open)
}

// asked counts the questions about one leg of an order.
func (g *gateway) asked(order string, byAccount bool) (n int) {
	for _, q := range g.calls(core.OpFetchStatus, order) {
		if q.byAccount == byAccount {
			n++
		}
	}
	return n
}

// TestTheWatchOfAPaidSaleEnds: after its three days there is nothing left of it,
// and nobody at the till saw any of it.
func TestTheWatchOfAPaidSaleEnds(t *testing.T) {
	for name, says := range map[string]script{
		"the gateway answers":        nil,
		"it answers in words":        always(refused(404, "ORDER_NOT_FOUND")),
		"it does not take the token": always(refused(401, "TOKEN_EXPIRED")),
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := paidByAccountUnderAQR(s)
				s.do(s.Acknowledge(t.Context(), v.ID))
				if !s.secrets(v.ID) {
					t.Error("the secrets to ask with left the disk")
				}
				s.gate.script(core.OpFetchStatus, says)
				s.pass(10 * time.Hour)
				s = s.restart()
				s.pass(time.Minute)
				if n := len(s.InFlight()); n != 0 || s.kept() != 1 {
					t.Errorf("after a restart %d sales are shown, %d are in hand", n, s.kept())
				}
				before := s.gate.asked(v.OrderID, false)
				s.pass(80 * time.Hour)
				now := s.sale(v.ID)
				if _, there := s.Till.Sale(v.ID); there || s.secrets(v.ID) || s.kept() != 0 {
					t.Errorf("in hand: %v, secrets on the disk: %v, open: %d", there, s.secrets(v.ID), s.kept())
				}
				if knows(now.Sale, journal.HistoryWatchEnded) || knows(now.Sale, journal.HistoryDenied) || now.PaidTwice() || now.Status() != journal.StatusPaid {
					t.Errorf("it is %s, facts %s", now.Status(), facts(now.Sale))
				}
				if asked := s.gate.asked(v.OrderID, false) - before; asked < 60 || asked > 75 {
					t.Errorf("asked %d times in the rest of three days", asked)
				}
			})
		})
	}
}

// TestASecondDebitIsHeardAfterALateSettlement: the watch that hears of the money
// leaves the new plan alone.
func TestASecondDebitIsHeardAfterALateSettlement(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := s.toCode(s.charge().ID, core.RouteAccount)
		s.enter(v.ID, "123456")
		s.pass(2 * time.Hour)
		s.want(v.ID, journal.StatusUnknown)
		s.gate.setLeg(v.OrderID, true, "SUCCESS", "TX-ACCOUNT")
		s.pass(2 * time.Hour)
		s.want(v.ID, journal.StatusPaid)
		s.do(s.Acknowledge(t.Context(), v.ID))
		s.do(s.ReadLateAlert(t.Context(), v.ID))
		s = s.restart()
		s.gate.setLeg(v.OrderID, false, "SUCCESS", "TX-QR")
		s.pass(2 * time.Hour)
		wantBothLegs(s, v.ID)
	})
}

// TestNoSecretsOutliveWhatTheyAreFor: those of a sale that one leg alone can
// debit leave the disk with its receipt, those of one that was debited twice
// with the word of it.
func TestNoSecretsOutliveWhatTheyAreFor(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		one := s.charge()
		s.gate.setLeg(one.OrderID, false, "SUCCESS", "TX-ONE")
		s.pass(time.Minute)
		s.want(one.ID, journal.StatusPaid)
		if s.secrets(one.ID) {
			t.Error("the secrets of a sale by QR stay on the disk")
		}
		two := paidByAccountUnderAQR(s)
		asked := s.gate.asked(two.OrderID, false)
		s.gate.setLeg(two.OrderID, false, "SUCCESS", "TX-QR")
		s.pass(time.Minute)
		wantBothLegs(s, two.ID)
		if s.secrets(two.ID) {
			t.Error("there is nothing to ask any more, and the secrets stay on the disk")
		}
		s.pass(5 * time.Hour)
		if more := s.gate.asked(two.OrderID, false) - asked; more != 1 {
			t.Errorf("asked %d times, the first of which told all", more)
		}
	})
}

// TestPaidSalesWaitForUnpaidOnes: a round over all sales asks first about what
// may be paid yet.
func TestPaidSalesWaitForUnpaidOnes(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		open := s.charge() // the oldest, whose turn would be the last
		s.pass(20 * time.Minute)
		s.want(open.ID, journal.StatusUnknown)
		for n := range 12 {
			v := s.toCode(s.charge().ID, core.RouteAccount)
			s.enter(v.ID, "123456")
			s.gate.setLeg(v.OrderID, true, "SUCCESS", fmt.Sprintf("TX-%d", n))
			s.pass(5 * time.Second)
			s.do(s.Acknowledge(t.Context(), v.ID))
		}
		s.pass(2 * time.Minute)
		before := s.gate.asked(open.OrderID, false)
		s.WatchNow()
		s.pass(3 * time.Second)
		if s.gate.asked(open.OrderID, false) == before {
			t.Error("the unpaid sale waits for the paid ones")
		}
	})
}

// TestAPaidSaleOfAnotherGatewayIsLetGo: it cannot be asked about, and is not
// kept for ever.
func TestAPaidSaleOfAnotherGatewayIsLetGo(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := paidByAccountUnderAQR(s)
		s.do(s.Acknowledge(t.Context(), v.ID))
		s.base = "https://other.example"
		s = s.restart()
		s.pass(time.Hour)
		if now := s.sale(v.ID); now.Watch.Denied || s.kept() != 1 || !s.secrets(v.ID) || len(s.InFlight()) != 0 {
			t.Errorf("denied %v, %d open, secrets %v, %d shown", now.Watch.Denied, s.kept(), s.secrets(v.ID), len(s.InFlight()))
		}
		s.pass(31 * 24 * time.Hour)
		s = s.restart()
		s.pass(time.Minute)
		if _, there := s.Till.Sale(v.ID); there || s.kept() != 0 || s.secrets(v.ID) {
			t.Errorf("after a month: in hand %v, %d open, secrets %v", there, s.kept(), s.secrets(v.ID))
		}
	})
}

// TestAJournalPutBackDoesNotWaitForPaidSales: that their other leg is watched
// makes them no open sales, and holds up no manager.
func TestAJournalPutBackDoesNotWaitForPaidSales(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := paidByAccountUnderAQR(s)
		s.do(s.Acknowledge(t.Context(), v.ID))
		s.close()
		s.memory = s.memory.Crash()
		if err := s.memory.Commit(t.Context(), journal.Change{Freeze: &journal.Freeze{Cause: journal.FreezeRestored, Since: time.Now(), At: time.Now()}}); err != nil {
			t.Fatal(err)
		}
		s.gate.setLeg(v.OrderID, false, "SUCCESS", "TX-QR")
		s = s.setup.open(t)
		if r := s.Recovery(); r.Open != 0 || !r.Ready() || len(r.Unasked) != 0 {
			t.Errorf("%d open, waiting for %v, not asked about %v", r.Open, r.Waiting, r.Unasked)
		}
		s.pass(time.Minute)
		wantBothLegs(s, v.ID)
		wantThawed(s)
	})
}
