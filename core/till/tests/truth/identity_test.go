package truth_test

import (
	"crypto/rand"
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// strangers are answers that say SUCCESS of something else than the sale, with
// the sale's own name where they do not differ.
func strangers(own journal.Sale) map[string]string {
	row := func(payment, order, amount, currency string) string {
		return fmt.Sprintf(`{"paymentStatus":"SUCCESS","transactionId":"TX-9","paymentId":%q,"orderId":%q,"amount":%s,"currency":%q}`,
			payment, order, amount, currency)
	}
	payment, order := own.Session.PaymentID, own.OrderID
	return map[string]string{
		"another payment":                  row("pay-77", order, "12.500", "LYD"),
		"another order":                    row(payment, "TILL-991231-001-AAAAAAAA", "12.500", "LYD"),
		"another amount":                   row(payment, order, "0.001", "LYD"),
		"another amount, as text":          row(payment, order, `"99.000"`, "LYD"),
		"another amount, in minor units":   row(payment, order, "12501", "LYD"),
		"an amount that is none":           row(payment, order, `"twelve"`, "LYD"),
		"another currency":                 row(payment, order, "12.500", "USD"),
		"only the order, and it is not it": `{"paymentStatus":"SUCCESS","transactionId":"TX-9","orderId":"TILL-991231-001-AAAAAAAA"}`,
	}
}

// each runs f in a shop of its own for every stranger.
func each(t *testing.T, f func(s *shop, pick func(journal.Sale) string)) {
	for name := range strangers(journal.Sale{}) {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(_ *testing.T, s *shop) { f(s, func(own journal.Sale) string { return strangers(own)[name] }) })
		})
	}
}

// TestAStatusOfAnotherPaymentPaysNobody: goods would be handed over for money
// that somebody else paid, or that is a thousandth of the price.
func TestAStatusOfAnotherPaymentPaysNobody(t *testing.T) {
	each(t, func(s *shop, pick func(journal.Sale) string) {
		v := s.charge()
		s.gate.script(core.OpFetchStatus, always(data("%s", pick(v.Sale))))
		s.pass(10 * time.Second)
		s.wantConflict(v.ID)
	})
}

// TestAWalletsReplyForAnotherPaymentPaysNobody: the reply to a wallet's code may
// be the last word, and is believed at once.
func TestAWalletsReplyForAnotherPaymentPaysNobody(t *testing.T) {
	each(t, func(s *shop, pick func(journal.Sale) string) {
		v := s.code(core.RouteWallet)
		s.gate.script(core.OpSubmitOTP, always(data("%s", pick(v.Sale))))
		s.enter(v.ID, "246802")
		s.pass(10 * time.Second)
		s.wantConflict(v.ID)
	})
}

// TestAStrangersAnswerDoesNotHideTheTruth: one answer went astray, the next is
// the sale's own. The customer paid, and the till must say so.
func TestAStrangersAnswerDoesNotHideTheTruth(t *testing.T) {
	each(t, func(s *shop, pick func(journal.Sale) string) {
		v := s.charge()
		s.gate.script(core.OpFetchStatus, always(data("%s", pick(v.Sale))))
		s.pass(4 * time.Second)
		s.wantConflict(v.ID)
		s.gate.script(core.OpFetchStatus, always(data(`{"paymentStatus":"SUCCESS","transactionId":"TX-1","paymentId":%q,"orderId":%q,"amount":12.500,"currency":"LYD"}`,
			v.Session.PaymentID, v.OrderID)))
		s.pass(2 * time.Hour)
		if got := s.want(v.ID, journal.StatusPaid); got.Session.TransactionID != "TX-1" {
			s.t.Errorf("paid by %s", got.Session.TransactionID)
		}
	})
}

// TestAConflictHasAWayOut: the gateway never says anything of its own about the
// sale again; a manager closes it by name, and the till goes on charging.
func TestAConflictHasAWayOut(t *testing.T) {
	each(t, func(s *shop, pick func(journal.Sale) string) {
		v := s.charge()
		s.gate.script(core.OpFetchStatus, always(data("%s", pick(v.Sale))))
		s.pass(4 * time.Second)
		s.wantConflict(v.ID)
		s.do(s.ToManager(s.t.Context(), v.ID, "the gateway speaks of another payment"))
		s.do(s.ResolveOutside(s.t.Context(), v.ID, "paid, by the bank's statement", "Huda"))
		s.want(v.ID, journal.StatusResolved)
		s.gate.script(core.OpFetchStatus, nil)
		s.want(s.charge().ID, journal.StatusWaiting)
	})
}

// TestTheSameAmountInAnotherSpellingIsNoConflict: a gateway that counts in
// minor units, or drops zeros, would otherwise leave every payment in doubt.
func TestTheSameAmountInAnotherSpellingIsNoConflict(t *testing.T) {
	for _, spelling := range []string{`12.5`, `12.500`, `"12.5"`, `"12.500"`, `12500`, `"12500"`, `12.50`} {
		t.Run(spelling, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := s.charge()
				s.gate.script(core.OpFetchStatus, always(data(`{"paymentStatus":"SUCCESS","transactionId":"TX-1","paymentId":%q,"orderId":%q,"amount":%s,"currency":"LYD"}`,
					v.Session.PaymentID, v.OrderID, spelling)))
				s.pass(4 * time.Second)
				s.want(v.ID, journal.StatusPaid)
			})
		})
	}
}

// TestAThousandfoldAmountIsNoSpelling: minor units are counted, and a count has no
// decimal point. Such a number is an amount in major units, and another one.
func TestAThousandfoldAmountIsNoSpelling(t *testing.T) {
	for _, spelling := range []string{`"12500.000"`, `12500.0`, `"12500.00"`, `1.25e4`} {
		t.Run(spelling, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := s.charge()
				s.gate.script(core.OpFetchStatus, always(data(`{"paymentStatus":"SUCCESS","transactionId":"TX-1","paymentId":%q,"orderId":%q,"amount":%s,"currency":"LYD"}`,
					v.Session.PaymentID, v.OrderID, spelling)))
				s.pass(4 * time.Second)
				s.wantConflict(v.ID)
			})
		})
	}
}

// TestOneTransactionPaysOneSale: a cached answer would pay each customer after
// the first, for as long as the cache lives.
func TestOneTransactionPaysOneSale(t *testing.T) {
	for name, between := range map[string]func(s *shop, first journal.SaleID) *shop{
		"the first is on the screen":  func(s *shop, _ journal.SaleID) *shop { return s },
		"the first was taken note of": func(s *shop, first journal.SaleID) *shop { s.do(s.Acknowledge(s.t.Context(), first)); return s },
		"the till was started between": func(s *shop, first journal.SaleID) *shop {
			s.do(s.Acknowledge(s.t.Context(), first))
			return s.restart()
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				s.gate.script(core.OpFetchStatus, always(says("SUCCESS", "TX-1")))
				first := s.charge()
				s.pass(4 * time.Second)
				s.want(first.ID, journal.StatusPaid)
				s = between(s, first.ID)
				second := s.charge()
				s.pass(4 * time.Second)
				s.wantConflict(second.ID)
				s.gate.script(core.OpFetchStatus, always(says("SUCCESS", "TX-2"))) // the cache is empty again
				s.pass(2 * time.Hour)
				if got := s.want(second.ID, journal.StatusPaid); got.Session.TransactionID != "TX-2" {
					t.Errorf("paid by %s", got.Session.TransactionID)
				}
			})
		})
	}
}

// TestOneTransactionPaysOneOfTwoAtOnce: both customers stand at the counter.
func TestOneTransactionPaysOneOfTwoAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		for range 2 {
			s.charge()
		}
		s.gate.script(core.OpFetchStatus, always(says("SUCCESS", "TX-1")))
		s.pass(10 * time.Second)
		if n := s.receipts(); n != 1 {
			t.Errorf("%d receipts for one transaction", n)
		}
	})
}

// TestASuccessWithoutTransactionIsPaid: the gateway's word is enough; two sales
// without a transaction have none in common.
func TestASuccessWithoutTransactionIsPaid(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		s.gate.script(core.OpFetchStatus, always(data(`{"paymentStatus":"SUCCESS"}`)))
		first, second := s.charge(), s.charge()
		s.pass(4 * time.Second)
		s.want(first.ID, journal.StatusPaid)
		s.want(second.ID, journal.StatusPaid)
	})
}

// TestOnePaymentBelongsToOneSale: the gateway answers a new order with the
// payment of an old one, which was paid by an earlier customer.
func TestOnePaymentBelongsToOneSale(t *testing.T) {
	for name, restart := range map[string]bool{"in one run": false, "over a restart": true} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				s.gate.script(core.OpInitiate, always(data(`{"paymentId":"pay-1","token":"token-1"}`)))
				first := s.charge()
				s.gate.set(first.OrderID, "SUCCESS", "TX-1")
				s.pass(4 * time.Second)
				s.want(first.ID, journal.StatusPaid)
				s.do(s.Acknowledge(t.Context(), first.ID))
				if restart {
					s = s.restart()
				}
				second, err := s.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
				s.do(err)
				s.gate.set(second.OrderID, "SUCCESS", "TX-2") // the next transaction, but not this sale's
				s.pass(10 * time.Second)
				s.wantConflictAs(second.ID, journal.StatusNotOpened) // no QR was shown, so nobody can have paid
			})
		})
	}
}

// TestAnswersShiftedByOnePayNobody: something between till and gateway sends
// each answer once too often, so that every question is answered by the answer
// to the one before.
func TestAnswersShiftedByOnePayNobody(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		named := func(v journal.View, status, transaction string) string {
			return fmt.Sprintf(`{"paymentStatus":%q,"transactionId":%q,"paymentId":%q,"orderId":%q,"amount":12.500,"currency":"LYD"}`,
				status, transaction, v.Session.PaymentID, v.OrderID)
		}
		first, second := s.charge(), s.charge()
		late := named(first, "PENDING", "")
		s.gate.script(core.OpFetchStatus, func(q request) reply {
			now := late
			switch q.order {
			case first.OrderID:
				late = named(first, "SUCCESS", "TX-1")
			case second.OrderID:
				late = named(second, "PENDING", "")
			}
			return data("%s", now)
		})
		s.pass(30 * time.Second)
		if v := s.sale(second.ID); v.Status() == journal.StatusPaid {
			t.Fatalf("FALSE PAID: %s by the transaction %s of %s", second.ID, v.Session.TransactionID, first.ID)
		}
	})
}

// TestASurplusReplyPaysNobody: each answer comes with a second one behind it
// that says SUCCESS and names nobody. Lines are slow to open, so that a line is
// handed from one question to the next with the surplus still in it; and more
// threads than cores, so that who takes it up first is seldom the same. It is a
// race: without a defence it is lost in most runs, not in each.
func TestASurplusReplyPaysNobody(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(16))
	overheard(t)
	synctest.Test(t, func(t *testing.T) {
		p := practice()
		p.gate.slow = 50 * time.Millisecond
		s := p.open(t)
		s.gate.script(core.OpFetchStatus, func(request) reply {
			r := says("PENDING", "")
			r.behind = says("SUCCESS", rand.Text()).text("")
			return r
		})
		for range 80 {
			s.charge() // all are asked about at the same moments
		}
		s.pass(time.Minute)
		if n := s.receipts(); n != 0 {
			t.Errorf("FALSE PAID: %d receipts by surplus replies", n)
		}
	})
}
