package truth_test

import (
	"fmt"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// laterSales is more sales than a till remembers of its own accord.
const laterSales = 700

// bury lets a till of the same journal take more sales, in cash as far as the gateway
// knows, so that the first one is far back in a long journal, and restarts it.
func (s *shop) bury() *shop {
	s.t.Helper()
	s.close()
	head, err := s.memory.Head(s.t.Context(), s.Today())
	s.do(err)
	for n := range laterSales {
		id := journal.NewSaleID(s.Today(), head.Number+1+n)
		sale := journal.Sale{ID: id, Version: 1, OrderID: id.Paper() + "-x", Amount: amount, Environment: s.env, BaseURL: s.base, CreatedAt: time.Now(), UpdatedAt: time.Now(),
			Step: journal.StepRejected, Route: core.RouteQR, AcknowledgedAt: time.Now(), Session: core.PaymentSession{PaymentID: fmt.Sprint("other-", n)}}
		s.do(s.memory.Commit(s.t.Context(), journal.Change{Sale: &sale}))
	}
	s.memory = s.memory.Crash()
	return s.open(s.t)
}

// TestAPaymentOfLongAgoIsNotTakenAgain: a gateway that begins to count anew after
// hundreds of sales names the payment of an old one, which is settled.
func TestAPaymentOfLongAgoIsNotTakenAgain(t *testing.T) {
	bubble(t, func(_ *testing.T, s *shop) {
		s.gate.script(core.OpInitiate, always(data(`{"paymentId":"pay-1","token":"token-1"}`)))
		first := s.charge()
		s.gate.set(first.OrderID, "SUCCESS", "TX-1")
		s.pass(4 * time.Second)
		s.want(first.ID, journal.StatusPaid)
		s.do(s.Acknowledge(s.t.Context(), first.ID))
		s = s.bury()
		second, err := s.Charge(s.t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
		s.do(err)
		s.gate.set(second.OrderID, "SUCCESS", "TX-2")
		s.pass(10 * time.Second)
		s.wantConflictAs(second.ID, journal.StatusNotOpened)
	})
}

// TestATransactionOfLongAgoSettlesNothing, whoever's it was, and whether or not that
// sale ever got a receipt.
func TestATransactionOfLongAgoSettlesNothing(t *testing.T) {
	bubble(t, func(_ *testing.T, s *shop) {
		first := s.charge()
		s.gate.set(first.OrderID, "SUCCESS", "TX-1")
		s.pass(4 * time.Second)
		s.want(first.ID, journal.StatusPaid)
		s.do(s.Acknowledge(s.t.Context(), first.ID))
		s = s.bury()
		second := s.charge()
		s.gate.script(core.OpFetchStatus, always(says("SUCCESS", "TX-1")))
		s.pass(10 * time.Second)
		s.wantConflict(second.ID)
	})
}

// TestAQROfAnotherSaleIsNotShown: a cache answers with the QR of an earlier sale; the
// next customer would pay that one once more.
func TestAQROfAnotherSaleIsNotShown(t *testing.T) {
	for name, long := range map[string]bool{"in one run": false, "of long ago": true} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				s.gate.script(core.OpGenerateQR, always(data(`{"qrCode":"an opaque QR"}`)))
				first := s.charge()
				if first.Session.QRPayload != "an opaque QR" {
					t.Fatalf("the first one shows %q", first.Session.QRPayload)
				}
				s.gate.set(first.OrderID, "SUCCESS", "TX-1")
				s.pass(4 * time.Second)
				s.want(first.ID, journal.StatusPaid)
				s.do(s.Acknowledge(t.Context(), first.ID))
				if long {
					s = s.bury()
				}
				second := s.charge()
				s.pass(4 * time.Second)
				if got := s.sale(second.ID); got.Session.QRPayload != "" {
					t.Errorf("the second one shows %q, in %s", got.Session.QRPayload, got.Status())
				}
				// The same QR for the same sale is the gateway's right.
			})
		})
	}
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
