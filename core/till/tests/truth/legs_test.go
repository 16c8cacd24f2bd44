package truth_test

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// legs answers for the two legs apart.
func legs(qr, account reply) script {
	return func(q request) reply {
		if q.byAccount {
			return account
		}
		return qr
	}
}

// words are the ways in which a gateway refuses to speak of a leg.
var words = map[string]reply{"200": refused(200, "NO_SUCH_PAYMENT"), "404": refused(404, "NO_SUCH_PAYMENT"), "422": refused(422, "NO_SUCH_PAYMENT")}

// TestTheQRIsHeardWhenTheAccountIsRefused: the customer paid by the QR after
// all; the gateway has nothing under the account and says so. The money came,
// and nobody in the shop would ever hear of it.
func TestTheQRIsHeardWhenTheAccountIsRefused(t *testing.T) {
	for name, refusal := range words {
		t.Run(name+", the cashier checks", func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := s.toCode(s.charge().ID, core.RouteAccount)
				s.gate.script(core.OpFetchStatus, legs(says("SUCCESS", "TX-QR"), refusal))
				if err := s.Check(t.Context(), v.ID); err != nil {
					t.Errorf("check: %v", err)
				}
				s.want(v.ID, journal.StatusPaid)
			})
		})
		t.Run(name+", nobody touches the till", func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := s.toCode(s.charge().ID, core.RouteAccount)
				s.gate.script(core.OpFetchStatus, legs(says("SUCCESS", "TX-QR"), refusal))
				s.pass(2 * time.Hour)
				s.want(v.ID, journal.StatusPaid)
			})
		})
		t.Run(name+", after the code", func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := s.toCode(s.charge().ID, core.RouteAccount)
				s.gate.script(core.OpFetchStatus, legs(says("PENDING", ""), refusal))
				s.enter(v.ID, "246802")
				s.pass(10 * time.Second)
				s.gate.script(core.OpFetchStatus, legs(says("SUCCESS", "TX-QR"), refusal))
				s.pass(11 * time.Second)
				s.want(v.ID, journal.StatusPaid)
			})
		})
	}
}

// TestTheAccountIsHeardWhenTheQRIsRefused is the mirror of it: money.
func TestTheAccountIsHeardWhenTheQRIsRefused(t *testing.T) {
	for name, refusal := range words {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := s.toCode(s.charge().ID, core.RouteAccount)
				s.enter(v.ID, "246802")
				s.gate.script(core.OpFetchStatus, legs(refusal, says("SUCCESS", "TX-A")))
				s.pass(11 * time.Second)
				s.want(v.ID, journal.StatusPaid)
			})
		})
	}
}

// TestAnEndIsShownWhenTheOtherLegIsRefused: the bank said no, and the screen
// would say "waiting" until the shop closes.
func TestAnEndIsShownWhenTheOtherLegIsRefused(t *testing.T) {
	for name, refusal := range words {
		for word, status := range map[string]journal.Status{"FAILED": journal.StatusFailed, "EXPIRED": journal.StatusExpired} {
			for leg, answers := range map[string]script{"QR refused": legs(refusal, says(word, "")), "account refused": legs(says(word, ""), refusal)} {
				t.Run(name+", "+leg+", "+word, func(t *testing.T) {
					bubble(t, func(t *testing.T, s *shop) {
						v := s.toCode(s.charge().ID, core.RouteAccount)
						s.enter(v.ID, "246802")
						s.gate.script(core.OpFetchStatus, answers)
						s.pass(11 * time.Second)
						s.want(v.ID, status)
					})
				})
			}
		}
	}
}

// TestNoEndIsShownWhileTheOtherLegIsSilent: silence is no refusal; the QR may
// be paid although the account's leg failed.
func TestNoEndIsShownWhileTheOtherLegIsSilent(t *testing.T) {
	for name, silence := range map[string]reply{"no reply": {lost: true}, "a page": page(503), "500 in words": refused(500, "TRY_LATER"), "429 in words": refused(429, "SLOW_DOWN")} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := s.toCode(s.charge().ID, core.RouteAccount)
				s.enter(v.ID, "246802")
				s.gate.script(core.OpFetchStatus, legs(silence, says("FAILED", "")))
				s.pass(time.Minute)
				if got := s.sale(v.ID); got.Status() == journal.StatusFailed {
					t.Error("FALSE FAILED: nobody answered for the QR")
				}
				s.gate.script(core.OpFetchStatus, legs(says("SUCCESS", "TX-QR"), says("FAILED", "")))
				s.pass(11 * time.Second)
				s.want(v.ID, journal.StatusPaid)
			})
		})
	}
}

// TestMoneyByBothLegsIsSaid: the account was debited by a code, and the customer
// scans the QR as well, before or after the receipt. The gateway knows of two
// transactions; the till has one receipt, and the customer is owed the rest.
func TestMoneyByBothLegsIsSaid(t *testing.T) {
	both := legs(says("SUCCESS", "TX-QR"), says("SUCCESS", "TX-A"))
	for name, c := range map[string]struct {
		later func(s *shop) // what happens between the two
		told  bool
	}{
		"at once":       {func(*shop) {}, true},
		"an hour later": {func(s *shop) { s.pass(time.Hour) }, true},
		"the gateway is silent meanwhile": {func(s *shop) {
			s.gate.script(core.OpFetchStatus, func(request) reply { return reply{lost: true} })
			s.pass(3 * time.Hour)
		}, true},
		"the same transaction by both": {func(s *shop) {
			s.gate.script(core.OpFetchStatus, legs(says("SUCCESS", "TX-A"), says("SUCCESS", "TX-A")))
			s.pass(3 * time.Hour)
		}, false},
		"the QR was never paid": {func(s *shop) { s.pass(4 * time.Hour) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s *shop) {
				v := s.toCode(s.charge().ID, core.RouteAccount)
				s.enter(v.ID, "246802")
				s.gate.script(core.OpFetchStatus, legs(says("PENDING", ""), says("SUCCESS", "TX-A")))
				s.pass(11 * time.Second)
				s.want(v.ID, journal.StatusPaid)
				if err := s.Acknowledge(t.Context(), v.ID); err != nil {
					t.Fatal(err)
				}
				c.later(s)
				if c.told {
					s.gate.script(core.OpFetchStatus, both)
					s.pass(2 * time.Hour)
				}
				got, err := s.memory.Sale(t.Context(), v.ID)
				if err != nil || got.PaidTwice() != c.told {
					t.Errorf("said: %v, want %v (%v)", got.PaidTwice(), c.told, err)
				}
				if got.Session.TransactionID != "TX-A" {
					t.Errorf("the receipt's transaction became %q", got.Session.TransactionID)
				}
			})
		})
	}
}

// TestTheWayThatPaidIsOneEverywhere: a QR that was shown before the pad is paid. Z, report and
// lists count the money to the same route as the receipt.
func TestTheWayThatPaidIsOneEverywhere(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		ctx := t.Context()
		set := s.Settings()
		set.Shifts = true
		s.do(s.Staff.SaveSettings(ctx, set, "Huda"))
		s.do(s.Shifts.OpenShift(ctx, "Amal", 0, ""))
		v := s.charge()
		s.do(s.Validate(ctx, v.ID, journal.AccountEntry{Route: core.RouteAccount, Account: core.NewSecret("1234567890"), InstitutionCode: "FPB", InstitutionName: "First Practice Bank"}))
		s.pass(time.Second)
		s.enter(v.ID, "123456")
		s.gate.setLeg(v.OrderID, false, "SUCCESS", "TX-QR")
		s.pass(5 * time.Second)
		got := s.want(v.ID, journal.StatusPaid)
		if got.Institution != "" || got.Route != core.RouteQR {
			t.Errorf("the sale says route %s, institution %q", got.Route, got.Institution)
		}
		rec, err := s.Receipt(ctx, got.ReceiptSeq)
		s.do(err)
		x, err := s.Shifts.X(ctx, "Amal")
		s.do(err)
		lines, err := x.ByRoute()
		s.do(err)
		if len(lines) != 1 || lines[0].Route != core.RouteQR || rec.Route != core.RouteQR {
			t.Errorf("receipt %s, X %+v", rec.Route, lines)
		}
		for f, err := range s.Figures(ctx, s.Today(), s.Today()) {
			if s.do(err); f.Route != rec.Route {
				t.Errorf("the X counts %d to %s, the report of the same day to %s", f.Minor, rec.Route, f.Route)
			}
		}
		page, err := s.Sales(ctx, journal.SaleQuery{Route: core.RouteQR})
		if s.do(err); len(page.Sales) != 1 {
			t.Errorf("the list of what came by QR has %d sales", len(page.Sales))
		}
		if other, err := s.Sales(ctx, journal.SaleQuery{Route: core.RouteAccount}); err != nil || len(other.Sales) != 0 {
			t.Errorf("the list of what came from accounts has %d sales: %v", len(other.Sales), err)
		}
	})
}

// TestAReceiptNamesNoBankThatDidNotPay: a code of a bank account was refused and carried out all the
// same, after the customer had gone on to a wallet.
func TestAReceiptNamesNoBankThatDidNotPay(t *testing.T) {
	bubble(t, func(t *testing.T, s *shop) {
		ctx := t.Context()
		v := s.draft(journal.Draft{Amount: amount, Route: core.RouteAccount})
		entered := func(route core.Route, code, name string) {
			s.do(s.Validate(ctx, v.ID, journal.AccountEntry{Route: route, Account: core.NewSecret("1234567890"), InstitutionCode: code, InstitutionName: name}))
			s.pass(time.Second)
			if got := s.want(v.ID, journal.StatusCode); got.Institution != name {
				t.Fatalf("the sale names %q, want %q", got.Institution, name)
			}
		}
		entered(core.RouteAccount, "FPB", "First Practice Bank")
		s.gate.script(core.OpSubmitOTP, always(refused(422, "INVALID_OTP")))
		s.enter(v.ID, "246802")
		entered(core.RouteWallet, "PWL", "Practice Wallet")
		s.gate.script(core.OpSubmitOTP, always(says("PROCESSING", "")))
		s.enter(v.ID, "135791")
		s.gate.setLeg(v.OrderID, true, "SUCCESS", "TX-BANK")
		s.pass(10 * time.Second)
		got := s.want(v.ID, journal.StatusPaid)
		rec, err := s.Receipt(ctx, got.ReceiptSeq)
		s.do(err)
		if rec.Route != core.RouteAccount || rec.TransactionID != "TX-BANK" || rec.Institution != "" || got.Institution != "" || got.Route != rec.Route {
			t.Errorf("the receipt says route %s, institution %q, transaction %s; the sale %s, %q", rec.Route, rec.Institution, rec.TransactionID, got.Route, got.Institution)
		}
	})
}
