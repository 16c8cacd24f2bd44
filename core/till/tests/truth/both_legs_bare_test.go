package truth_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestASecondDebitWithoutTransactionsIsNeverCertain: the gateway names no transactions.
// After the account has paid, the QR's leg says that no money came by it, and some
// time later SUCCESS. That may be money of its own, or the same debit which that leg
// has learned of late. It is said as what it is: money that may be owed back.
func TestASecondDebitWithoutTransactionsIsNeverCertain(t *testing.T) {
	refused := func(s *shop, order string) {
		s.gate.script(core.OpFetchStatus, func(q request) reply {
			if q.order == order && !q.byAccount {
				return reply{status: 404, body: `{"success":false,"code":"ORDER_NOT_FOUND"}`}
			}
			return s.gate.honest(q)
		})
	}
	word := func(status string) func(s *shop, order string) {
		return func(s *shop, order string) { s.gate.setLeg(order, false, status, "") }
	}
	for name, c := range map[string]struct {
		says     func(s *shop, order string) // of the QR's leg, before
		after    time.Duration               // it says SUCCESS
		restarts bool
	}{
		"pending for a moment":           {word("PENDING"), time.Minute, false},
		"pending for long":               {word("PENDING"), 10 * time.Minute, false},
		"pending, and a restart":         {word("PENDING"), 10 * time.Minute, true},
		"failed":                         {word("FAILED"), 10 * time.Minute, false},
		"no such payment":                {refused, 10 * time.Minute, false},
		"no such payment, and a restart": {refused, 10 * time.Minute, true},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				order := paidWithoutTransaction(s)
				c.says(s, order)
				s.pass(c.after)
				if c.restarts {
					s = s.restart()
				}
				s.gate.script(core.OpFetchStatus, nil)
				s.gate.setLeg(order, false, "SUCCESS", "")
				s.pass(7 * time.Hour)
				id := s.saleOf(order)
				wantBothLegs(s, id)
				if v := s.sale(id); !v.OwedDoubt || !knows(v.Sale, journal.HistoryMaybeTwice) || knows(v.Sale, journal.HistoryPaidTwice) {
					t.Errorf("a second debit is called certain: facts %s", facts(v.Sale))
				}
				all, err := s.memory.Debts(t.Context(), journal.DebtQuery{})
				if err != nil || len(all) != 1 || all[0].Cause != journal.DebtMaybeTwice || all[0].Sale != id {
					t.Errorf("owed back: %+v, %v", all, err)
				}
			})
		})
	}
}

// TestAPaymentToldByBothLegsIsNoSecondDebit: the same gateway, whose legs both
// speak of the payment as a whole.
func TestAPaymentToldByBothLegsIsNoSecondDebit(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		v := s.toCode(s.charge().ID, "account")
		s.enter(v.ID, "123456")
		s.gate.set(v.OrderID, "SUCCESS", "")
		s.pass(80 * time.Hour)
		if n := s.debts(); n != 0 || s.sale(v.ID).PaidTwice() {
			t.Errorf("%d entries of what is owed back", n)
		}
	})
}
