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
