package core

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestQRRoute(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.reply(pathStatus, pendingReply, confirmReply, confirmReply, successReply)
		s := d.open()
		if s.PaymentID != "P1" || s.OrderID != "ORDER-1" || s.QRPayload != "" {
			t.Fatalf("%+v", s)
		}
		if s = d.showQR(); s.QRPayload != "SANDUQ-bank" || s.Route != RouteQR || s.Rail != RailBank {
			t.Fatalf("%+v", s)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if s, _ = d.CurrentSession(); s.State != StateSuccess || s.TransactionID != "T1" || s.Late {
			t.Fatalf("%+v", s)
		}
		d.expectEvents("call initiate >pending", "call generateQr >qrGenerated",
			"state fetchStatus >waitingPayment", "state fetchStatus >success")
		if n := len(d.g.seen(pathStatus)); n != 4 {
			t.Fatalf("%d status requests; the poller did not stop at success", n)
		}
		if d.Health().Polling {
			t.Fatal("still polling")
		}
	})
}

func TestAccountRoute(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.reply(pathStatus, pendingReply, successReply)
		d.open()
		s := d.validate(bankAccount())
		if s.MaskedAccount != "•••• 0361" || s.MaskedCustomer != "A••• B••• A•••" || s.DPHReference != "DPH1" ||
			!s.ByAccountNumber || s.Route != RouteAccount || s.Rail != RailBank {
			t.Fatalf("%+v", s)
		}
		time.Sleep(time.Minute)
		if len(d.g.seen(pathStatus)) != 0 {
			t.Fatal("polled during code entry")
		}
		d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
		time.Sleep(time.Minute)
		synctest.Wait()
		d.expectEvents("call initiate >pending", "call validateAccount >otpRequired",
			"call submitOtp >waitingPayment", "state fetchStatus >success")
		for _, a := range d.g.seen(pathStatus) {
			if bodyOf(t, a)["byAccountNumber"] != true {
				t.Fatalf("asked for the wrong leg: %s", a.body)
			}
		}
	})
}

func TestWalletRouteEndsInTheReply(t *testing.T) {
	for _, c := range []struct {
		reply string
		want  State
	}{
		{`{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"T1"}}`, StateSuccess},
		{`{"success":true,"data":{"paymentStatus":" failed "}}`, StateFailed},
	} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t)
			d.g.reply(pathWalletOTP, c.reply)
			d.open()
			if s := d.validate(walletAccount()); s.ByAccountNumber || s.Route != RouteWallet || s.Rail != RailWallet {
				t.Fatalf("%+v", s)
			}
			d.must(c.want)(d.SubmitOTP(t.Context(), otp()))
			time.Sleep(time.Minute)
			if d.g.total() != 3 {
				t.Fatalf("%d requests: something was asked after the final word", d.g.total())
			}
			d.expectEvents("call initiate >pending", "call validateAccount >otpRequired", "call submitOtp >"+string(c.want))
		})
	}
}

// TestAWalletsFailureIsNotTheEndOfAQRThatIsOut: the reply to a code speaks of the wallet. The QR that was
// shown before can be paid all the same, so that only a status answer ends the payment.
func TestAWalletsFailureIsNotTheEndOfAQRThatIsOut(t *testing.T) {
	for _, c := range []struct {
		name   string
		status answer
		want   State
	}{
		{"the QR was paid meanwhile", answer{body: successReply}, StateSuccess},
		{"nothing was paid, and both are over", isFailed, StateFailed},
		{"the session is over", isExpired, StateExpired},
		{"the QR can be paid", isPending, StateAuthorized},
		{"nobody answers", isNothing, StateAuthorized},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.open()
				d.showQR()
				d.g.reply(pathStatus, pendingReply)
				d.validate(walletAccount())
				d.g.reply(pathWalletOTP, `{"success":true,"data":{"paymentStatus":"FAILED"}}`)
				d.g.onStatus(func(bool) answer {
					if len(d.g.seen(pathWalletOTP)) > 0 {
						return c.status
					}
					return isPending
				})
				d.must(c.want)(d.SubmitOTP(t.Context(), otp()))
				if polling := d.Health().Polling; polling != (c.want == StateAuthorized) {
					t.Errorf("polling %t", polling)
				}
				d.StopStatusPolling()
			})
		})
	}
}

func TestWalletRouteAsksOnceAfterANonFinalReply(t *testing.T) {
	for _, c := range []struct {
		name    string
		otp     string
		status  []answer
		want    State
		checks  int
		elapsed time.Duration
	}{
		{"settled", `{"success":true,"data":{}}`, []answer{{body: successReply}}, StateSuccess, 1, 0},
		{"expired", `{"success":true,"data":null}`, []answer{{body: expiredReply}}, StateExpired, 1, 0},
		{"still open", `{"success":true,"data":"taken"}`, []answer{{body: pendingReply}}, StateAuthorized, 1, 0},
		{"answer on the third attempt", `{"success":true}`,
			[]answer{{drop: true}, {status: 503}, {body: successReply}}, StateSuccess, 3, 375 * time.Millisecond},
		{"no answer", `{"success":true}`, []answer{{status: 500}}, StateAuthorized, 3, 375 * time.Millisecond},
		{"no answer in ten seconds", `{"success":true}`, []answer{{delay: time.Hour}}, StateAuthorized, 2, 10 * time.Second},
		{"refused token", `{"success":true}`, []answer{{status: 401}}, StateAuthorized, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.g.reply(pathWalletOTP, c.otp)
				d.g.on(pathStatus, c.status...)
				d.open()
				d.validate(walletAccount())
				began := time.Now()
				d.must(c.want)(d.SubmitOTP(t.Context(), otp()))
				if took := time.Since(began); took != c.elapsed {
					t.Errorf("took %s, want %s", took, c.elapsed)
				}
				if n := len(d.g.seen(pathStatus)); n != c.checks {
					t.Errorf("%d checks, want %d", n, c.checks)
				}
				if polling := d.Health().Polling; polling != (c.want == StateAuthorized) {
					t.Errorf("polling %t", polling)
				}
				d.StopStatusPolling()
			})
		})
	}
}

// A wallet's money that comes two seconds after the code is seen by the first
// tick.
func TestAnAuthorizedPaymentIsPolled(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.reply(pathWalletOTP, `{"success":true,"data":{}}`)
		d.g.on(pathStatus, answer{body: pendingReply}, answer{body: successReply})
		d.open()
		d.validate(walletAccount())
		d.must(StateAuthorized)(d.SubmitOTP(t.Context(), otp()))
		time.Sleep(3100 * time.Millisecond)
		if s, _ := d.CurrentSession(); s.State != StateSuccess {
			t.Fatalf("%+v", s)
		}
	})
}

func TestCallsInTheWrongStateSendNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		_, err := d.GenerateQR(t.Context(), GenerateQRRequest{})
		isAll(t, err, ErrNoSession, ErrNotSent)
		_, err = d.ValidateAccount(t.Context(), bankAccount())
		isAll(t, err, ErrNoSession, ErrNotSent)
		_, err = d.SubmitOTP(t.Context(), otp())
		isAll(t, err, ErrNoSession, ErrNotSent)
		_, err = d.RefreshStatus(t.Context(), "P1")
		isAll(t, err, ErrNoSession, ErrNotSent)
		d.open()
		_, err = d.SubmitOTP(t.Context(), otp())
		isAll(t, err, ErrNotSent)
		step := asStep(t, err)
		if step.From != StatePending || step.Trigger != TriggerOTPAcknowledged || step.To != StateWaitingPayment {
			t.Errorf("%+v", step)
		}
		d.validate(bankAccount())
		_, err = d.GenerateQR(t.Context(), GenerateQRRequest{})
		if step := asStep(t, err); step.From != StateOTPRequired || step.To != StateQRGenerated {
			t.Errorf("%+v", step)
		}
		if d.g.total() != 2 {
			t.Errorf("%d requests reached the gateway", d.g.total())
		}
	})
}

func asStep(t *testing.T, err error) *PaymentStateTransitionError {
	t.Helper()
	step, ok := asError[*PaymentStateTransitionError](err)
	if !ok {
		t.Fatalf("no transition error: %v", err)
	}
	return step
}

func TestInvalidRequestsSendNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		bad := func(name string, err error) {
			t.Helper()
			if err == nil {
				t.Errorf("%s: no error", name)
			}
			isAll(t, err, ErrInvalidRequest, ErrNotSent)
		}
		for name, change := range map[string]func(*CreateInvoiceRequest){
			"order":    func(r *CreateInvoiceRequest) { r.OrderID = " " },
			"control":  func(r *CreateInvoiceRequest) { r.OrderID = "a\nb" },
			"latin-1":  func(r *CreateInvoiceRequest) { r.OrderID = "CAF\xc9-1" },
			"key":      func(r *CreateInvoiceRequest) { r.IdempotencyKey = "" },
			"bad key":  func(r *CreateInvoiceRequest) { r.IdempotencyKey = "caf\xe9" },
			"zero":     func(r *CreateInvoiceRequest) { r.Amount.Minor = 0 },
			"negative": func(r *CreateInvoiceRequest) { r.Amount.Minor = -1 },
			"currency": func(r *CreateInvoiceRequest) { r.Amount.Currency = "lyd" },
		} {
			req := invoice()
			change(&req)
			_, err := d.CreateInvoice(t.Context(), req)
			bad(name, err)
		}
		d.open()
		_, err := d.GenerateQR(t.Context(), GenerateQRRequest{Rail: "card"})
		bad("qr rail", err)
		for name, change := range map[string]func(*ValidateAccountRequest){
			"rail":        func(r *ValidateAccountRequest) { r.Rail = "" },
			"account":     func(r *ValidateAccountRequest) { r.Account = NewSecret(" ") },
			"bytes":       func(r *ValidateAccountRequest) { r.Account = NewSecret("ali\xe9") },
			"institution": func(r *ValidateAccountRequest) { r.InstitutionCode = "" },
		} {
			req := bankAccount()
			change(&req)
			_, err := d.ValidateAccount(t.Context(), req)
			bad(name, err)
		}
		d.validate(bankAccount())
		for _, code := range []string{"", "12345", "1234567", "12345a", "١٢٣٤٥٦"} {
			_, err := d.SubmitOTP(t.Context(), SubmitOTPRequest{OTP: NewSecret(code)})
			bad("otp "+code, err)
		}
		d.ClearSession()
		_, err = d.SubmitOTP(t.Context(), otp())
		bad("no token", err)
		_, err = d.FetchInstitutions(t.Context())
		bad("no token", err)
		_, err = d.RefreshStatus(t.Context(), "P1")
		bad("no token", err)
		if d.g.total() != 2 {
			t.Errorf("%d requests reached the gateway", d.g.total())
		}
	})
}

func TestACallThatEndsBeforeItsTurnSendsNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathInitiate, answer{delay: 5 * time.Second, body: happy()[pathInitiate](1).body})
		go d.open()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := d.GenerateQR(ctx, GenerateQRRequest{})
		isAll(t, err, ErrNotSent, context.DeadlineExceeded)
		time.Sleep(10 * time.Second)
	})
}
