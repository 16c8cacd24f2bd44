package truth_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestAThirdDebitIsSaidToo: the order was paid by the sale before it, and now by
// both legs of this one.
func TestAThirdDebitIsSaidToo(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		a := s.charge()
		b := s.draft(journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: a.ID, Reason: journal.AsideNoCode})
		s.toCode(b.ID, core.RouteAccount)
		s.gate.set(a.OrderID, "SUCCESS", "TX-A")
		s.enter(b.ID, "123456")
		s.gate.setLeg(b.OrderID, true, "SUCCESS", "TX-B")
		s.pass(10 * time.Second)
		if got := s.want(b.ID, journal.StatusPaid); got.PaidTwiceWith != a.ID {
			t.Fatalf("paid twice with %q", got.PaidTwiceWith)
		}
		s.do(s.ReadLateAlert(t.Context(), b.ID))
		s.gate.setLeg(b.OrderID, false, "SUCCESS", "TX-B-QR")
		s.pass(3 * time.Hour)
		v := s.sale(b.ID)
		told := false
		for _, event := range v.History {
			told = told || event.Code == journal.HistoryPaidTwice && event.Word == "TX-B-QR"
		}
		if !told || !v.PaidTwice() {
			t.Errorf("the third debit is not said: facts %s, read at %v", facts(v.Sale), v.LateAlertRead)
		}
	})
}
