package truth_test

import (
	"errors"
	"maps"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// doubtful are replies to a code after which nobody knows whether it was
// carried out.
var doubtful = map[string]reply{
	"409 DUPLICATE_REQUEST":     refused(409, "DUPLICATE_REQUEST"),
	"425 TOO_EARLY":             refused(425, "TOO_EARLY"),
	"429 TOO_MANY_REQUESTS":     refused(429, "TOO_MANY_REQUESTS"),
	"422 unlisted":              refused(422, "SWITCH_REPLY_17"),
	"400 without a code":        refused(400, ""),
	"200 unlisted":              refused(200, "SWITCH_REPLY_17"),
	"200 without a code":        refused(200, ""),
	"500 WRONG_OTP":             refused(500, "WRONG_OTP"),
	"502 of a proxy":            page(502),
	"200 with a page":           page(200),
	"404 of a proxy":            page(404),
	"no reply":                  {lost: true},
	"a cut reply":               {status: 200, body: `{"success":true,"message":"ok","data":"accepted"}`, cut: true},
	"an object for a string":    data(`{"paymentStatus":7}`),
	"success that is not so":    {status: 200, body: `{"success":"true","data":"accepted"}`},
	"success without any words": {status: 200, body: `{}`},
}

// harmless are the codes by which gateways say that a customer's code came to
// nothing.
var harmless = []string{"WRONG_OTP", "INVALID_OTP", "OTP_INVALID", "OTP_EXPIRED", "INSUFFICIENT_FUNDS", "LIMIT_EXCEEDED"}

// atPad runs f in a shop whose sale stands at the pad, for each answer and both
// routes.
func atPad(t *testing.T, answers map[string]reply, f func(t *testing.T, s *shop, v journal.View)) {
	for name, answer := range answers {
		for _, route := range []core.Route{core.RouteAccount, core.RouteWallet} {
			t.Run(string(route)+", "+name, func(t *testing.T) {
				bubble(t, func(t *testing.T, s *shop) {
					v := s.code(route)
					s.gate.script(core.OpSubmitOTP, always(answer))
					f(t, s, v)
				})
			})
		}
	}
}

// TestADoubtfulCodeIsNotSentTwice: the bank may have carried the first one out;
// a second one debits the customer twice.
func TestADoubtfulCodeIsNotSentTwice(t *testing.T) {
	atPad(t, doubtful, func(t *testing.T, s *shop, v journal.View) {
		s.gate.script(core.OpFetchStatus, always(page(503))) // nobody tells what became of it
		s.enter(v.ID, "246802")
		s.pass(2 * time.Second)
		got := s.sale(v.ID)
		if got.Session.State != core.StateOTPRequired || !got.Session.OTPUnresolved {
			t.Errorf("state %s, unresolved %v, refusal %+v", got.Session.State, got.Session.OTPUnresolved, got.Refusal)
		}
		s.wantCode("another code", s.SubmitOTP(t.Context(), v.ID, core.NewSecret("135791"), false), journal.CodeStep)
		s.wantCode("another account", s.Validate(t.Context(), v.ID, journal.AccountEntry{Route: core.RouteAccount,
			Account: core.NewSecret("999"), InstitutionCode: "FPB"}), journal.CodeStep)
		s.pass(10 * time.Second)
		if n := s.gate.count(core.OpSubmitOTP, ""); n != 1 {
			t.Errorf("%d codes left the till", n)
		}
		if n := s.gate.count(core.OpFetchStatus, ""); n < 3 {
			t.Errorf("only %d questions in 12 s", n)
		}
		s.gate.script(core.OpFetchStatus, nil)
		s.gate.set(v.OrderID, "SUCCESS", "TX-1")
		s.pass(4 * time.Second)
		s.want(v.ID, journal.StatusPaid)
	})
}

// TestADoubtfulCodeNeedsAManagerAndIsWatched: the customer is asked to pay once
// more in another way although the code was taken. It must not happen without
// a manager, and must not go unheard when both are debited.
func TestADoubtfulCodeNeedsAManagerAndIsWatched(t *testing.T) {
	answers := maps.Clone(doubtful)
	maps.DeleteFunc(answers, func(_ string, r reply) bool { return !strings.Contains(r.body, `"code"`) && !r.lost })
	atPad(t, answers, func(t *testing.T, s *shop, v journal.View) {
		s.enter(v.ID, "246802")
		again := journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: v.ID, Reason: journal.AsideNoCode}
		second, err := s.Charge(t.Context(), again)
		s.wantCode("a second payment without a manager", err, journal.CodeManager)
		if err != nil {
			again.Manager = "Huda"
			second = s.draft(again)
		}
		s.pass(time.Second)
		s.gate.set(second.OrderID, "SUCCESS", "TX-2")
		s.pass(11 * time.Second)
		s.want(second.ID, journal.StatusPaid)
		s.pass(20 * time.Minute)
		s.gate.set(v.OrderID, "SUCCESS", "TX-1")
		wantPaidTwice(s, v.ID, second.ID)
	})
}

// wantPaidTwice wants the till to say within two hours that both were paid.
func wantPaidTwice(s *shop, first, second journal.SaleID) {
	s.t.Helper()
	s.pass(2 * time.Hour)
	a, b := s.sale(first), s.sale(second)
	if a.PaidTwiceWith != second && b.PaidTwiceWith != first {
		s.t.Errorf("both are debited and nobody is told: %s is %s (facts %s), next question %v", first, a.Status(), facts(a.Sale), a.Watch.Next)
	}
}

// TestAHarmlessCodeOpensThePadAtOnce: the customer mistyped, and would have to
// wait for five minutes.
func TestAHarmlessCodeOpensThePadAtOnce(t *testing.T) {
	answers := map[string]reply{}
	for _, code := range harmless {
		answers["400 "+code], answers["422 "+code], answers["200 "+code] = refused(400, code), refused(422, code), refused(200, code)
	}
	atPad(t, answers, func(t *testing.T, s *shop, v journal.View) {
		s.enter(v.ID, "111111")
		s.pass(time.Second)
		got := s.want(v.ID, journal.StatusCode)
		if got.Session.OTPUnresolved || got.Refusal == nil || got.Refusal.Operation != core.OpSubmitOTP {
			t.Fatalf("unresolved %v, refusal %+v", got.Session.OTPUnresolved, got.Refusal)
		}
		s.gate.script(core.OpSubmitOTP, nil)
		s.gate.set(v.OrderID, "SUCCESS", "TX-1")
		s.enter(v.ID, "246802")
		s.pass(4 * time.Second)
		s.want(v.ID, journal.StatusPaid)
	})
}

// TestAHarmlessCodeIsWatchedAllTheSame: the gateway called the code wrong, the
// bank carried it out.
func TestAHarmlessCodeIsWatchedAllTheSame(t *testing.T) {
	atPad(t, map[string]reply{"422": refused(422, "WRONG_OTP"), "200": refused(200, "OTP_EXPIRED")}, func(t *testing.T, s *shop, v journal.View) {
		s.enter(v.ID, "246802")
		s.pass(time.Second)
		second := s.draft(journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: v.ID, Reason: journal.AsideNoCode, Manager: "Huda"})
		s.gate.set(second.OrderID, "SUCCESS", "TX-2")
		s.pass(11 * time.Second)
		s.want(second.ID, journal.StatusPaid)
		s.pass(20 * time.Minute)
		s.gate.set(v.OrderID, "SUCCESS", "TX-1")
		wantPaidTwice(s, v.ID, second.ID)
	})
}

// TestAnUnlistedRefusalKeepsThePadShut: a payment that is pending may be carried
// out by the code that was refused. Only an answer that knows of no payment under
// way opens the pad; the leg stays watched.
func TestAnUnlistedRefusalKeepsThePadShut(t *testing.T) {
	atPad(t, map[string]reply{"422": refused(422, "SWITCH_REPLY_17"), "200": refused(200, "PAYMENT_IN_PROGRESS")}, func(t *testing.T, s *shop, v journal.View) {
		s.enter(v.ID, "111111")
		for range 3 {
			s.wantCode("another code while the payment is pending", s.SubmitOTP(t.Context(), v.ID, core.NewSecret("246802"), false), journal.CodeStep)
			s.pass(time.Minute)
		}
		s.gate.script(core.OpFetchStatus, always(refused(404, "ORDER_NOT_FOUND")))
		s.within(15*time.Second, "the pad opens", func() bool { return !s.sale(v.ID).Session.OTPUnresolved })
		s.want(v.ID, journal.StatusCode)
		s.gate.script(core.OpFetchStatus, nil)
		s.pass(20 * time.Minute)
		s.gate.set(v.OrderID, "SUCCESS", "TX-1")
		s.pass(2 * time.Hour)
		s.want(v.ID, journal.StatusPaid)
	})
}

// TestACodeDeliveredTwiceIsDebitedOnce: somebody on the way delivers the code
// twice. The bank carries out the first, refuses the second as wrong and books
// five seconds later: the second code finds the money instead of taking more.
func TestACodeDeliveredTwiceIsDebitedOnce(t *testing.T) {
	atPad(t, map[string]reply{"422": refused(422, "INVALID_OTP"), "200": refused(200, "INVALID_OTP")}, func(t *testing.T, s *shop, v journal.View) {
		s.enter(v.ID, "246802")
		s.pass(5 * time.Second)
		s.want(v.ID, journal.StatusCode)
		s.gate.set(v.OrderID, "SUCCESS", "TX-1")
		s.pass(23 * time.Second)
		s.enter(v.ID, "135791")
		s.pass(time.Second)
		s.want(v.ID, journal.StatusPaid)
		if n := s.gate.count(core.OpSubmitOTP, ""); n != 1 {
			t.Errorf("%d codes left the till", n)
		}
	})
}

// TestABusyBankDoesNotOpenThePad: "already" and "later" are no refusals, and a
// bank that has not got round to the code says PENDING for a while. Anyone who
// enters a second code meanwhile is debited twice.
func TestABusyBankDoesNotOpenThePad(t *testing.T) {
	atPad(t, map[string]reply{"409": refused(409, "DUPLICATE_REQUEST"), "425": refused(425, "TOO_EARLY"),
		"429": refused(429, "TOO_MANY_REQUESTS"), "500": refused(500, "SWITCH_REPLY_17"), "no reply": {lost: true}}, func(t *testing.T, s *shop, v journal.View) {
		s.enter(v.ID, "246802")
		for range 4 {
			s.pass(time.Minute)
			s.wantCode("another code while the bank says PENDING", s.SubmitOTP(t.Context(), v.ID, core.NewSecret("135791"), false), journal.CodeStep)
		}
		if n := s.gate.count(core.OpSubmitOTP, ""); n != 1 {
			t.Errorf("%d codes left the till", n)
		}
		s.gate.set(v.OrderID, "SUCCESS", "TX-1")
		s.pass(11 * time.Second)
		s.want(v.ID, journal.StatusPaid)
	})
}

// TestEveryLockedPadOpens: no answer ever comes, and the customer went away
// long ago; a manager closes the sale by name.
func TestEveryLockedPadOpens(t *testing.T) {
	atPad(t, map[string]reply{"409": refused(409, "DUPLICATE_REQUEST"), "no reply": {lost: true}}, func(t *testing.T, s *shop, v journal.View) {
		s.gate.script(core.OpFetchStatus, always(page(503)))
		s.enter(v.ID, "246802")
		s.pass(6 * time.Minute)
		s.want(v.ID, journal.StatusUnknown)
		s.do(s.ToManager(t.Context(), v.ID, "nobody answers"))
		s.do(s.ResolveOutside(t.Context(), v.ID, "the bank says no", "Huda"))
		s.want(v.ID, journal.StatusResolved)
	})
}

// TestTheSDKSaysWhichCodesAreHarmless: anyone who builds on the SDK alone must be
// able to tell the two kinds apart by the error.
func TestTheSDKSaysWhichCodesAreHarmless(t *testing.T) {
	submit := func(t *testing.T, answer reply) (session core.PaymentSession, err error) {
		synctest.Test(t, func(t *testing.T) {
			g := newGateway()
			sdk := alone(t, g)
			_, err = sdk.CreateInvoice(t.Context(), core.CreateInvoiceRequest{OrderID: "order-1", Amount: amount, IdempotencyKey: "order-1"})
			if err == nil {
				_, err = sdk.ValidateAccount(t.Context(), core.ValidateAccountRequest{Rail: core.RailBank, Account: core.NewSecret("1234567890"), InstitutionCode: "FPB"})
			}
			if err != nil {
				t.Fatal(err)
			}
			g.script(core.OpSubmitOTP, always(answer))
			session, err = sdk.SubmitOTP(t.Context(), core.SubmitOTPRequest{OTP: core.NewSecret("246802")})
		})
		return session, err
	}
	for name, answer := range doubtful {
		t.Run(name, func(t *testing.T) {
			session, err := submit(t, answer)
			_, refusal := errors.AsType[*core.PaymentAPIError](err)
			if !errors.Is(err, core.ErrOutcomeUnknown) || refusal || !session.OTPUnresolved {
				t.Errorf("error %v, unresolved %v", err, session.OTPUnresolved)
			}
		})
	}
	for _, code := range harmless {
		for _, status := range []int{200, 400, 422} {
			t.Run(code, func(t *testing.T) {
				session, err := submit(t, refused(status, code))
				refusal, ok := errors.AsType[*core.PaymentAPIError](err)
				if !ok || refusal.Code != code || errors.Is(err, core.ErrOutcomeUnknown) || session.OTPUnresolved {
					t.Errorf("http %d: error %v, unresolved %v", status, err, session.OTPUnresolved)
				}
			})
		}
	}
}
