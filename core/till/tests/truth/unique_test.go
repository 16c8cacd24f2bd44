package truth_test

import (
	"fmt"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/tests/soak"
)

// laterSales is more sales than a till remembers of its own accord.
const laterSales = 700

// bury lets a till of the same journal take more sales, in cash as far as the gateway
// knows, so that the first one is far back in a long journal, and restarts it.
func (s *shop) bury() *shop { return s.buryUnder(laterSales) }

func (s *shop) buryUnder(later int) *shop {
	s.t.Helper()
	s.close()
	head, err := s.memory.Head(s.t.Context(), s.Today())
	s.do(err)
	for n := range later {
		id := journal.NewSaleID(s.Today(), head.Number+1+n)
		sale := journal.Sale{ID: id, Version: 1, OrderID: id.Paper() + "-x", Amount: amount, Environment: s.env, BaseURL: s.base, CreatedAt: time.Now(), UpdatedAt: time.Now(),
			Step: journal.StepRejected, Route: core.RouteQR, AcknowledgedAt: time.Now(), Session: core.PaymentSession{PaymentID: fmt.Sprint("other-", n)}}
		s.do(s.memory.Commit(s.t.Context(), journal.Change{Sale: &sale}))
	}
	s.memory = s.memory.Crash()
	return s.open(s.t)
}

// TestAPaymentOfLongAgoIsNotTakenAgain: a gateway that begins to count again after
// hundreds of sales names the payment of an old one, which is settled.
func TestAPaymentOfLongAgoIsNotTakenAgain(t *testing.T) {
	bubble(t, func(_ *testing.T, s *shop) { s.paymentOfLongAgo(laterSales) })
}

func (s *shop) paymentOfLongAgo(later int) {
	s.t.Helper()
	s.gate.script(core.OpInitiate, always(data(`{"paymentId":"pay-1","token":"token-1"}`)))
	first := s.charge()
	s.gate.set(first.OrderID, "SUCCESS", "TX-1")
	s.pass(4 * time.Second)
	s.want(first.ID, journal.StatusPaid)
	s.do(s.Acknowledge(s.t.Context(), first.ID))
	s = s.buryUnder(later)
	second, err := s.Charge(s.t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
	s.do(err)
	s.gate.set(second.OrderID, "SUCCESS", "TX-2")
	s.pass(10 * time.Second)
	s.wantConflictAs(second.ID, journal.StatusNotOpened)
}

// TestATransactionOfLongAgoSettlesNothing, no matter whose it was, and whether or not that
// sale ever got a receipt.
func TestATransactionOfLongAgoSettlesNothing(t *testing.T) {
	bubble(t, func(_ *testing.T, s *shop) { s.transactionOfLongAgo(laterSales) })
}

func (s *shop) transactionOfLongAgo(later int) {
	s.t.Helper()
	first := s.charge()
	s.gate.set(first.OrderID, "SUCCESS", "TX-1")
	s.pass(4 * time.Second)
	s.want(first.ID, journal.StatusPaid)
	s.do(s.Acknowledge(s.t.Context(), first.ID))
	s = s.buryUnder(later)
	second := s.charge()
	s.gate.script(core.OpFetchStatus, always(says("SUCCESS", "TX-1")))
	s.pass(10 * time.Second)
	s.wantConflict(second.ID)
}

// TestALongJournal: what a gateway uses again belongs to a sale of long ago, however many
// came after it and before a restart.
func TestALongJournal(t *testing.T) {
	n := soak.N(t, 2000)
	done := soak.Begin(t, "long-journal", n)
	t.Run("both", func(t *testing.T) {
		for name, reused := range map[string]func(*shop, int){"payment": (*shop).paymentOfLongAgo, "transaction": (*shop).transactionOfLongAgo} {
			t.Run(name, func(t *testing.T) { bubble(t, func(_ *testing.T, s *shop) { reused(s, n) }) })
		}
	})
	done("a payment and a transaction of before %d sales and a restart settle nothing", n)
}

// oneQR makes the gateway answer every request for a QR with the same text, as one
// with a QR of the merchant's own does.
func (s *shop) oneQR() { s.gate.script(core.OpGenerateQR, always(data(`{"qrCode":"an opaque QR"}`))) }

// refusedQR wants a sale whose QR is not shown since another sale's is the same.
func (s *shop) refusedQR(id journal.SaleID) {
	s.t.Helper()
	if v := s.sale(id); v.Session.QRPayload != "" || v.Refusal == nil || v.Refusal.Code != journal.RefusalQRTaken {
		s.t.Errorf("%s shows %q, refusal %+v, in %s", id, v.Session.QRPayload, v.Refusal, v.Status())
	}
}

func (s *shop) showsQR(id journal.SaleID) {
	s.t.Helper()
	if v := s.sale(id); v.Session.QRPayload != "an opaque QR" {
		s.t.Errorf("%s shows %q, refusal %+v, in %s", id, v.Session.QRPayload, v.Refusal, v.Status())
	}
}

// TestTheMerchantsOwnQRServesOneSaleAfterAnother: a gateway sends the same text for
// the same sum. What it settled before is over; also long ago, and before a restart.
func TestTheMerchantsOwnQRServesOneSaleAfterAnother(t *testing.T) {
	for name, long := range map[string]bool{"in one run": false, "of long ago": true} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(_ *testing.T, s *shop) {
				s.oneQR()
				for n := range 3 {
					v := s.charge()
					s.showsQR(v.ID)
					s.gate.set(v.OrderID, "SUCCESS", fmt.Sprint("TX-", n))
					s.pass(4 * time.Second)
					s.want(v.ID, journal.StatusPaid)
					s.do(s.Acknowledge(s.t.Context(), v.ID))
					if long && n == 0 {
						s = s.bury()
					}
				}
			})
		})
	}
}

// TestTwoSalesThatCanBePaidNeverShowOneQR: nobody could tell which of them was paid.
// The second one has its turn when the first has come to an end: paid, ended by the
// gateway's word, or closed by a manager.
func TestTwoSalesThatCanBePaidNeverShowOneQR(t *testing.T) {
	for name, end := range map[string]func(s *shop, first journal.View){
		"paid":    func(s *shop, first journal.View) { s.gate.set(first.OrderID, "SUCCESS", "TX-1") },
		"expired": func(s *shop, first journal.View) { s.gate.set(first.OrderID, "EXPIRED", "") },
		"resolved": func(s *shop, first journal.View) {
			s.do(s.SetAside(s.t.Context(), first.ID, journal.AsideCustomerLeft))
			s.do(s.ToManager(s.t.Context(), first.ID, "left"))
			s.do(s.ResolveOutside(s.t.Context(), first.ID, "nobody paid", "Amal"))
		},
	} {
		for when, restarted := range map[string]bool{"in one run": false, "after a restart": true} {
			t.Run(name+" "+when, func(t *testing.T) {
				bubble(t, func(_ *testing.T, s *shop) {
					s.oneQR()
					first := s.charge()
					s.showsQR(first.ID)
					if restarted {
						s = s.restart()
					}
					second := s.charge()
					s.refusedQR(second.ID)
					s.showsQR(first.ID)
					end(s, first)
					s.pass(4 * time.Second)
					s.do(s.OfferQR(s.t.Context(), second.ID))
					s.showsQR(second.ID)
					s.gate.set(second.OrderID, "SUCCESS", "TX-2")
					s.pass(4 * time.Second)
					s.want(second.ID, journal.StatusPaid)
				})
			})
		}
	}
}

// TestAQRUnderACodeIsNotAnothers: the sale was paid by the code, and its QR can be paid
// on; while the gateway is asked about that, no other sale shows it.
func TestAQRUnderACodeIsNotAnothers(t *testing.T) {
	bubble(t, func(_ *testing.T, s *shop) {
		s.oneQR()
		first := s.charge()
		s.toCode(first.ID, core.RouteAccount)
		s.enter(first.ID, "246802")
		s.gate.setLeg(first.OrderID, true, "SUCCESS", "TX-1")
		s.pass(20 * time.Second)
		s.want(first.ID, journal.StatusPaid)
		s.do(s.Acknowledge(s.t.Context(), first.ID))
		s.refusedQR(s.charge().ID)
	})
}

// TestATransactionThatSettledNothingIsNobodys: a gateway names a transaction in an answer
// that settles nothing, a placeholder perhaps. The sale that it does settle is paid, also
// after a restart.
func TestATransactionThatSettledNothingIsNobodys(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		first := s.charge()
		s.gate.set(first.OrderID, "PENDING", "TX-9")
		s.pass(4 * time.Second)
		if got := s.sale(first.ID).Session.TransactionID; got != "TX-9" {
			t.Fatalf("the first one names %q", got)
		}
		s.do(s.SetAside(t.Context(), first.ID, journal.AsideCustomerLeft))
		s = s.bury()
		second := s.charge()
		s.gate.set(second.OrderID, "SUCCESS", "TX-9")
		s.pass(10 * time.Second)
		s.want(second.ID, journal.StatusPaid)
	})
}

// TestTheOlderOfTwoThatBearANameOwnsIt: a file of an earlier version has two sales with
// one payment. The money is the older one's, whichever is asked about first.
func TestTheOlderOfTwoThatBearANameOwnsIt(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		first := s.charge()
		s.do(s.SetAside(t.Context(), first.ID, journal.AsideCustomerLeft))
		s.close()
		head, err := s.memory.Head(t.Context(), s.Today())
		s.do(err)
		second, err := s.memory.Sale(t.Context(), first.ID)
		s.do(err)
		second.ID, second.Version, second.OrderID = journal.NewSaleID(s.Today(), head.Number+1), 1, "another-order"
		s.do(s.memory.Commit(t.Context(), journal.Change{Sale: &second}))
		s = s.open(t)
		s.gate.set(first.OrderID, "SUCCESS", "TX-1")
		s.pass(15 * time.Minute)
		s.want(first.ID, journal.StatusPaid)
	})
}
