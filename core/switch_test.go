package core

import (
	"context"
	"errors"
	"testing"
	"time"

	"sanduq/core/wire"
)

var errRefused = errors.New("connection refused")

func TestSwitchingFromAQRAsksItsLegTwice(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		d.validate(bankAccount())
		d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
		checks := d.g.seen(pathStatus)
		if len(checks) != 2 {
			t.Fatalf("%d checks", len(checks))
		}
		for _, c := range checks {
			if bodyOf(t, c)["byAccountNumber"] != false {
				t.Fatalf("asked for the account: %s", c.body)
			}
		}
		if s, _ := d.CurrentSession(); s.QRPayload == "" {
			t.Fatal("the QR can still be paid, yet it was forgotten")
		}
		d.expectEvents("call initiate >pending", "call generateQr >qrGenerated", "call fetchStatus",
			"call validateAccount >otpRequired", "call fetchStatus", "call submitOtp >waitingPayment")
		d.StopStatusPolling()
	})
}

func TestAQRPaidBeforeTheSwitchEndsTheMatter(t *testing.T) {
	for _, rail := range []ValidateAccountRequest{bankAccount(), walletAccount()} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t)
			d.g.reply(pathStatus, successReply)
			d.open()
			d.showQR()
			d.must(StateSuccess)(d.ValidateAccount(t.Context(), rail))
			if d.g.total() != 3 || d.Health().Polling {
				t.Fatalf("%d requests", d.g.total())
			}
			d.expectEvents("call initiate >pending", "call generateQr >qrGenerated", "call fetchStatus >success")
		})
	}
}

func TestAQRPaidBeforeTheCodeEndsTheMatter(t *testing.T) {
	for _, rail := range []ValidateAccountRequest{bankAccount(), walletAccount()} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t)
			d.g.reply(pathStatus, pendingReply, successReply)
			d.open()
			d.showQR()
			d.validate(rail)
			d.must(StateSuccess)(d.SubmitOTP(t.Context(), otp()))
			if len(d.g.seen(pathBankOTP))+len(d.g.seen(pathWalletOTP)) != 0 {
				t.Fatal("the code was sent for a payment that was made")
			}
		})
	}
}

func TestAQRThatIsBeingPaidKeepsTheRoute(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.reply(pathStatus, confirmReply)
		d.open()
		d.showQR()
		_, err := d.ValidateAccount(t.Context(), bankAccount())
		isAll(t, err, ErrNotSent)
		if step := asStep(t, err); step.From != StateWaitingPayment {
			t.Fatalf("%+v", step)
		}
		if len(d.g.seen(pathBankAcc)) != 0 || !d.Health().Polling {
			t.Fatal("the switch went on")
		}
		d.StopStatusPolling()
	})
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.reply(pathStatus, pendingReply, confirmReply, successReply)
		d.open()
		d.showQR()
		d.validate(bankAccount())
		s := d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
		if s.Route != RouteQR || s.ByAccountNumber || len(d.g.seen(pathBankOTP)) != 0 {
			t.Fatalf("%+v", s)
		}
		time.Sleep(10 * time.Second)
		if d.state() != StateSuccess {
			t.Fatal(d.state())
		}
	})
}

func TestWithoutAnAnswerNothingIsSent(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathStatus, answer{status: 500})
		d.open()
		d.showQR()
		d.StopStatusPolling()
		_, err := d.ValidateAccount(t.Context(), bankAccount())
		isAll(t, err, ErrLegUnanswered, ErrNotSent)
		isNone(t, err, ErrOutcomeUnknown)
		if n := len(d.g.seen(pathStatus)); n != 3 || d.state() != StateQRGenerated || len(d.g.seen(pathBankAcc)) != 0 {
			t.Fatalf("%d checks, %s", n, d.state())
		}
		d.g.on(pathStatus, answer{status: 503}, answer{body: pendingReply}, answer{drop: true})
		d.validate(bankAccount())
		s, err := d.SubmitOTP(t.Context(), otp())
		isAll(t, err, ErrLegUnanswered, ErrNotSent)
		if len(d.g.seen(pathBankOTP)) != 0 || s.OTPUnresolved {
			t.Fatal("the code was sent")
		}
	})
}

func TestAnEndedQRBeforeTheSwitch(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.reply(pathStatus, expiredReply)
		d.open()
		d.showQR()
		_, err := d.ValidateAccount(t.Context(), bankAccount())
		if step := asStep(t, err); step.From != StateExpired || d.g.total() != 3 {
			t.Fatalf("%+v", step)
		}
	})
}

func TestAnEndedQRDoesNotEndASwitchedSession(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.reply(pathStatus, pendingReply, expiredReply)
		d.open()
		d.showQR()
		d.validate(bankAccount())
		d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
		d.StopStatusPolling()
	})
}

// A switched session can be paid by two ways; it has failed only when both
// were asked.
func TestASwitchedSessionEndsOnlyAfterBothLegs(t *testing.T) {
	for _, c := range []struct {
		name  string
		other answer
		want  State
		err   error
	}{
		{"the QR was paid", answer{body: successReply}, StateSuccess, nil},
		{"the QR is being paid", answer{body: confirmReply}, StateWaitingPayment, nil},
		{"the QR expired", answer{body: expiredReply}, StateFailed, nil},
		{"the QR is open", answer{body: pendingReply}, StateFailed, nil},
		{"no answer about the QR", answer{status: 500}, StateWaitingPayment, ErrLegUnanswered},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.open()
				d.showQR()
				d.validate(bankAccount())
				d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
				d.StopStatusPolling()
				before := len(d.g.seen(pathStatus))
				d.g.on(pathStatus, answer{body: failedReply}, c.other)
				s, err := d.RefreshStatus(t.Context(), "P1")
				if c.err != nil {
					isAll(t, err, c.err)
				} else if err != nil {
					t.Fatal(err)
				}
				asked := d.g.seen(pathStatus)[before:]
				if s.State != c.want || len(asked) != 2 || bodyOf(t, asked[0])["byAccountNumber"] != true ||
					bodyOf(t, asked[1])["byAccountNumber"] != false {
					t.Fatalf("%s after %d requests", s.State, len(asked))
				}
			})
		})
	}
}

// While the account's leg has nothing final to say, each check asks the QR's
// leg too, and believes of it nothing but a payment.
func TestAQRUnderACodeIsStillWatched(t *testing.T) {
	for _, c := range []struct {
		name  string
		other answer
		want  State
		route Route
	}{
		{"paid", answer{body: successReply}, StateSuccess, RouteQR},
		{"failed", answer{body: failedReply}, StateWaitingPayment, RouteAccount},
		{"expired", answer{body: expiredReply}, StateWaitingPayment, RouteAccount},
		{"silent", answer{status: 500}, StateWaitingPayment, RouteAccount},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.open()
				d.showQR()
				d.validate(bankAccount())
				d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
				d.StopStatusPolling()
				before := len(d.g.seen(pathStatus))
				d.g.on(pathStatus, answer{body: pendingReply}, c.other)
				s := d.must(c.want)(d.RefreshStatus(t.Context(), "P1"))
				if s.Route != c.route || s.ByAccountNumber != (c.route == RouteAccount) {
					t.Fatalf("%+v", s)
				}
				if n := len(d.g.seen(pathStatus)) - before; n != 2 {
					t.Fatalf("%d requests, want one for each leg", n)
				}
			})
		})
	}
}

func TestMoneyThatArrivesDuringTheSwitch(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathBankAcc, answer{delay: 5 * time.Second, body: happy()[pathBankAcc](1).body})
		d.g.reply(pathStatus, pendingReply, successReply) // the check, then the tick at 3
		d.open()
		d.showQR()
		s := d.must(StateSuccess)(d.ValidateAccount(t.Context(), bankAccount()))
		if s.MaskedAccount != "" {
			t.Fatal("the settled session took the account on")
		}
		_, err := d.SubmitOTP(t.Context(), otp())
		if step := asStep(t, err); step.From != StateSuccess {
			t.Fatal(err)
		}
	})
}

func TestTheFlagFollowsTheRoute(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		for _, c := range []struct {
			req  ValidateAccountRequest
			want bool
		}{{bankAccount(), true}, {walletAccount(), false}, {bankAccount(), true}} {
			if s := d.validate(c.req); s.ByAccountNumber != c.want {
				t.Fatalf("%+v", s)
			}
		}
		d.g.on(pathBankAcc, answer{status: 400, body: `{"success":false,"code":"INVALID_ACCOUNT"}`})
		d.g.on(pathWalletAcc, answer{status: 400, body: `{"success":false,"code":"INVALID_ACCOUNT"}`})
		s, err := d.ValidateAccount(t.Context(), walletAccount())
		if refusal, ok := asError[*PaymentAPIError](err); !ok || refusal.Code != "INVALID_ACCOUNT" || !s.ByAccountNumber {
			t.Fatalf("%+v, %v", s, err) // a refused wallet changes nothing
		}
	})
}

func TestAConflictStopsTheSwitch(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t, sandboxProfile)
		d.g.reply(pathStatus, `{"success":true,"data":{"paymentStatus":"SUCCESS","paymentId":"P1","orderId":"ORDER-1","amount":13.5,"currency":"LYD"}}`)
		d.open()
		d.showQR()
		s, err := d.ValidateAccount(t.Context(), bankAccount())
		isAll(t, err, ErrConflict, ErrNotSent)
		if s.State != StateQRGenerated || s.Conflict == "" || len(d.g.seen(pathBankAcc)) != 0 {
			t.Fatalf("%+v", s)
		}
		d.StopStatusPolling()
	})
}

func sandboxProfile(c *ClientConfig, _ *[]Option) { c.Profile = wire.SandboxProfile() }

// A session that was put back to an older state may have gone another way
// since: both legs are asked, and money by either is believed.
func TestASessionThatIsBehindIsAskedByBothLegs(t *testing.T) {
	for _, c := range []struct {
		name         string
		first, other answer
		want         State
	}{
		{"paid from the account", answer{body: pendingReply}, answer{body: successReply}, StateSuccess},
		{"paid by the QR", answer{body: successReply}, answer{body: pendingReply}, StateSuccess},
		{"failed by the QR, account silent", answer{body: failedReply}, answer{status: 500}, ""},
		{"failed by both", answer{body: failedReply}, answer{body: failedReply}, StateFailed},
		{"nothing yet", answer{body: pendingReply}, answer{body: pendingReply}, StateQRGenerated},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.open()
				d.showQR()
				d.StopStatusPolling()
				d.Ledger().AskBothLegs()
				before := len(d.g.seen(pathStatus))
				d.g.on(pathStatus, c.first, c.other)
				s, err := d.RefreshStatus(t.Context(), "P1")
				if c.want == "" {
					if !errors.Is(err, ErrLegUnanswered) {
						t.Fatalf("%+v, error %v", s, err)
					}
				} else if err != nil || s.State != c.want {
					t.Fatalf("%+v, error %v", s, err)
				}
				asked := d.g.seen(pathStatus)[before:]
				for i, want := range []bool{false, true}[:len(asked)] {
					if bodyOf(t, asked[i])["byAccountNumber"] != want {
						t.Errorf("request %d asks for the wrong leg", i+1)
					}
				}
				if c.first.body != successReply && len(asked) != 2 {
					t.Errorf("%d requests, want one for each leg", len(asked))
				}
			})
		})
	}
}

// Before a step of such a session both legs must have answered: the one that is
// silent may be the one that was paid.
func TestASessionThatIsBehindTakesNoStepOverASilentLeg(t *testing.T) {
	for name, step := range map[string]func(context.Context, *desk) error{
		"QR":      func(ctx context.Context, d *desk) error { _, err := d.GenerateQR(ctx, GenerateQRRequest{}); return err },
		"account": func(ctx context.Context, d *desk) error { _, err := d.ValidateAccount(ctx, bankAccount()); return err },
	} {
		for _, deaf := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				bubble(t, func(t *testing.T) {
					d := newDesk(t)
					d.open()
					d.showQR()
					d.StopStatusPolling()
					d.Ledger().AskBothLegs()
					d.g.onStatus(func(byAccount bool) answer {
						if byAccount == deaf {
							return answer{status: 500}
						}
						return answer{body: pendingReply}
					})
					sent := len(d.g.seen(pathBankQR)) + len(d.g.seen(pathBankAcc))
					isAll(t, step(t.Context(), d), ErrLegUnanswered, ErrNotSent)
					if now := len(d.g.seen(pathBankQR)) + len(d.g.seen(pathBankAcc)); now != sent {
						t.Errorf("%d calls went out", now-sent)
					}
				})
			})
		}
	}
}
