package core

import (
	"testing"
	"time"

	"sanduq/core/wire"
)

func TestARefusedCodeChangesNothing(t *testing.T) {
	for _, status := range []int{200, 400, 401, 422} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t)
			d.g.on(pathBankOTP, answer{status: status, body: `{"success":false,"message":"wrong","errorCode":"WRONG_OTP"}`})
			d.ready(bankAccount())
			s, err := d.SubmitOTP(t.Context(), otp())
			refusal, ok := asError[*PaymentAPIError](err)
			if !ok || refusal.Code != "WRONG_OTP" || refusal.HTTPStatus != status || refusal.Operation != OpSubmitOTP {
				t.Fatalf("%v", err)
			}
			isNone(t, err, ErrOutcomeUnknown, ErrNotSent)
			if s.OTPUnresolved || s.State != StateOTPRequired || d.Health().Polling || d.Health().Degraded {
				t.Fatalf("%+v", s)
			}
			d.expectEvents("call fetchStatus")
		})
	}
}

// TestADefiniteCodeMayBeANumber: a listed code is compared before long numbers are blanked, and is told
// as it is. Any other is blanked still: it may be what the customer typed.
func TestADefiniteCodeMayBeANumber(t *testing.T) {
	for code, want := range map[string]struct {
		told string
		open bool // the pad
	}{"10034": {"10034", true}, "100034": {"100034", true}, "ERR-20261127": {"ERR-20261127", true}, "100035": {dots, false}} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t, func(c *ClientConfig, _ *[]Option) {
				c.Profile = wire.DefaultProfile()
				c.Profile.DefiniteOTPCodes = append(c.Profile.DefiniteOTPCodes, "10034", "100034", "err-20261127")
			})
			d.g.on(pathBankOTP, answer{status: 422, body: `{"success":false,"message":"wrong","code":"` + code + `"}`})
			d.ready(bankAccount())
			s, err := d.SubmitOTP(t.Context(), otp())
			told := ""
			if refusal, ok := asError[*PaymentAPIError](err); ok {
				told = refusal.Code
			} else if unlisted, ok := asError[*UnlistedRefusal](err); ok {
				told = unlisted.Code
			}
			if told != want.told || s.OTPUnresolved == want.open {
				t.Errorf("%s: told as %q, unresolved %v", code, told, s.OTPUnresolved)
			}
			d.StopStatusPolling()
		})
	}
}

// A proxy may deliver a code twice. The bank carries out the first and refuses the
// second, so a definite refusal is no proof before a status was answered.
func TestADefiniteRefusalIsConfirmedByAStatus(t *testing.T) {
	wrong := answer{status: 400, body: `{"success":false,"message":"wrong","errorCode":"WRONG_OTP"}`}
	start := func(t *testing.T, status ...answer) *desk {
		d := newDesk(t)
		d.g.on(pathBankOTP, wrong, answer{body: `{"success":true,"data":"accepted"}`})
		d.ready(bankAccount())
		d.g.on(pathStatus, status...)
		return d
	}
	t.Run("nothing paid so far", func(t *testing.T) {
		bubble(t, func(t *testing.T) {
			d := start(t, answer{body: pendingReply})
			s, err := d.SubmitOTP(t.Context(), otp())
			if _, refused := asError[*PaymentAPIError](err); !refused || s.OTPUnresolved {
				t.Fatalf("%+v, %v", s, err)
			}
			from := len(d.g.seen(pathStatus))
			d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
			if asked := len(d.g.seen(pathStatus)) - from; asked != 1 {
				t.Errorf("%d questions before the next code", asked)
			}
			d.StopStatusPolling()
		})
	})
	t.Run("paid by the code that was refused", func(t *testing.T) {
		bubble(t, func(t *testing.T) {
			d := start(t, answer{body: successReply})
			d.must(StateSuccess)(d.SubmitOTP(t.Context(), otp()))
		})
	})
	t.Run("paid between two codes", func(t *testing.T) {
		bubble(t, func(t *testing.T) {
			d := start(t, answer{body: pendingReply}, answer{body: successReply})
			_, err := d.SubmitOTP(t.Context(), otp())
			if _, refused := asError[*PaymentAPIError](err); !refused {
				t.Fatal(err)
			}
			d.must(StateSuccess)(d.SubmitOTP(t.Context(), otp()))
			if codes := len(d.g.seen(pathBankOTP)); codes != 1 {
				t.Errorf("%d codes left", codes)
			}
		})
	})
	t.Run("no answer", func(t *testing.T) {
		bubble(t, func(t *testing.T) {
			d := start(t, answer{status: 503}, answer{status: 503}, answer{status: 503}, answer{body: pendingReply})
			s, err := d.SubmitOTP(t.Context(), otp())
			isAll(t, err, ErrOutcomeUnknown)
			if !s.OTPUnresolved || s.OTPRefusal != "WRONG_OTP" || !d.Health().Polling {
				t.Fatalf("%+v", s)
			}
			d.expectEvents("otpUnresolved submitOtp")
			_, err = d.SubmitOTP(t.Context(), otp())
			isAll(t, err, ErrUnresolved)
			time.Sleep(4 * time.Second)
			if s, _ = d.CurrentSession(); s.OTPUnresolved || d.Health().Polling {
				t.Errorf("after an answer: %+v", s)
			}
		})
	})
}

// A code that was refused for certain stays open while one of two legs is silent: the
// money may have come by that one.
func TestADefiniteRefusalWaitsForBothLegs(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		d.validate(bankAccount())
		d.g.on(pathBankOTP, answer{status: 400, body: `{"success":false,"message":"wrong","errorCode":"WRONG_OTP"}`})
		asked := 0
		d.g.onStatus(func(byAccount bool) answer {
			if byAccount {
				return isPending
			}
			if asked++; asked == 1 { // before the code
				return isPending
			}
			return isNothing
		})
		_, err := d.SubmitOTP(t.Context(), otp())
		isAll(t, err, ErrOutcomeUnknown)
		time.Sleep(20 * time.Second)
		if s, _ := d.CurrentSession(); !s.OTPUnresolved || !d.Health().Polling {
			t.Errorf("opened again while the leg of the QR is silent: %+v", s)
		}
		d.legs(isPending, isPending)
		time.Sleep(20 * time.Second)
		if s, _ := d.CurrentSession(); s.OTPUnresolved || s.State != StateOTPRequired {
			t.Errorf("both legs answered: %+v", s)
		}
	})
}

// A refusal whose words are not known to mean "nothing moved" leaves the code's
// outcome open, until an answer that came after it knows of no payment under way.
func TestAnUnlistedRefusalIsResolvedByTheFirstAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		status   answer
		resolved bool
		state    State
	}{
		"under way":      {answer{body: pendingReply}, false, StateOTPRequired},
		"no such order":  {answer{status: 404, body: `{"success":false,"code":"ORDER_NOT_FOUND"}`}, true, StateOTPRequired},
		"in 200":         {answer{body: `{"success":false,"code":"ORDER_NOT_FOUND"}`}, true, StateOTPRequired},
		"paid":           {answer{body: successReply}, true, StateSuccess},
		"an unread word": {answer{body: `{"success":true,"data":{"paymentStatus":"ON_HOLD","paymentId":"P1","orderId":"ORDER-1","amount":12.5,"currency":"LYD"}}`}, false, StateOTPRequired},
		"no answer":      {answer{status: 503}, false, StateOTPRequired},
		"too many":       {answer{status: 429, body: `{"success":false,"code":"SLOW_DOWN"}`}, false, StateOTPRequired},
	} {
		for _, refusal := range []answer{{status: 400, body: `{"success":false,"code":"E-17"}`}, {body: `{"success":false,"code":"E-17"}`}} {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.g.on(pathBankOTP, refusal)
				d.ready(bankAccount())
				d.g.on(pathStatus, c.status)
				s, err := d.SubmitOTP(t.Context(), otp())
				isAll(t, err, ErrOutcomeUnknown)
				if words, ok := asError[*UnlistedRefusal](err); !ok || words.Code != "E-17" || s.OTPRefusal != "E-17" || !s.OTPUnresolved || !s.OTPIndeterminate {
					t.Fatalf("%s: %+v, %v", name, s, err)
				}
				_, err = d.SubmitOTP(t.Context(), otp())
				isAll(t, err, ErrUnresolved)
				time.Sleep(4 * time.Second)
				s, _ = d.CurrentSession()
				if s.State != c.state || s.OTPUnresolved == c.resolved || !s.OTPIndeterminate {
					t.Errorf("%s: %+v", name, s)
				}
				if d.Health().Polling != !c.resolved {
					t.Errorf("%s: polling %t", name, d.Health().Polling)
				}
				d.StopStatusPolling()
			})
		}
	}
}
