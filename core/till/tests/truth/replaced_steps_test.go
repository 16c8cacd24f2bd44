package truth_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestNothingMoreIsSentForAnOrderThatIsPaid: a sale was replaced at some step,
// the sale instead of it is paid, and somebody goes on with the first one.
func TestNothingMoreIsSentForAnOrderThatIsPaid(t *testing.T) {
	for name, step := range map[string]struct {
		route core.Route
		op    core.Operation
		begin func(s *shop) journal.View
		goOn  func(s *shop, id journal.SaleID) error
	}{
		"its code is entered": {core.RouteAccount, core.OpSubmitOTP, func(s *shop) journal.View { return s.code(core.RouteAccount) },
			func(s *shop, id journal.SaleID) error {
				return s.SubmitOTP(t.Context(), id, core.NewSecret("123456"), false)
			}},
		"another code is asked for": {core.RouteAccount, core.OpValidateAccount, func(s *shop) journal.View { return s.code(core.RouteAccount) },
			func(s *shop, id journal.SaleID) error { return s.SendCodeAgain(t.Context(), id) }},
		"its QR is shown again": {core.RouteQR, core.OpGenerateQR, func(s *shop) journal.View { return s.charge() },
			func(s *shop, id journal.SaleID) error { return s.OfferQR(t.Context(), id) }},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				first := step.begin(s)
				second := s.draft(journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: first.ID, Reason: journal.AsideNoCode})
				third := s.draft(journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: second.ID, Reason: journal.AsideNoCode})
				s.gate.set(third.OrderID, "SUCCESS", "TX-3")
				s.pass(4 * time.Second)
				s.want(third.ID, journal.StatusPaid)
				sent := s.gate.count(step.op, first.OrderID)
				s.wantCode(name, step.goOn(s, first.ID), journal.CodeStep)
				s.pass(5 * time.Second)
				if n := s.gate.count(step.op, first.OrderID) - sent; n != 0 {
					t.Errorf("sent %d times more although the order is paid", n)
				}
			})
		})
	}
}
