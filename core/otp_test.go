package core

import (
	"context"
	"strings"
	"testing"
	"time"
)

// ready brings a payment to code entry by one of the rails.
func (d *desk) ready(req ValidateAccountRequest) {
	d.t.Helper()
	d.open()
	d.validate(req)
	d.events()
}

func TestAnUnclearReplyToACodeLeavesItUnresolved(t *testing.T) {
	for name, a := range map[string]answer{
		"http 500":              {status: 500},
		"500 in words":          {status: 500, body: `{"success":false,"code":"INTERNAL"}`},
		"408 in words":          {status: 408, body: `{"success":false,"code":"TIMEOUT"}`},
		"425 in words":          {status: 425, body: `{"success":false,"code":"EARLY"}`},
		"502":                   {status: 502, body: "<html>bad gateway</html>"},
		"html":                  {body: "<html>welcome</html>"},
		"truncated":             {body: `{"success":true,"data":"acc`, truncate: true},
		"cut json":              {body: `{"success":true,"data":"acc`},
		"empty":                 {body: ``},
		"dropped":               {drop: true},
		"timeout":               {delay: time.Hour},
		"redirect":              {status: 302, header: map[string][]string{"Location": {"http://evil.test/"}}},
		"success without data":  {body: `{"success":true}`},
		"success is a string":   {body: `{"success":"true","data":"accepted"}`},
		"an object as data":     {body: `{"success":true,"data":{"a":1}}`},
		"success twice":         {body: `{"success":false,"success":true,"data":"accepted"}`},
		"4xx without words":     {status: 400, body: "<html>"},
		"4xx that says success": {status: 400, body: `{"success":true,"data":"accepted"}`},
		"too large, padded":     {body: `{"success":true,"data":"accepted"}` + strings.Repeat(" ", maxReply)},
		"too large":             {body: `{"success":true,"data":"` + strings.Repeat("x", maxReply) + `"}`},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.g.on(pathBankOTP, a)
				d.ready(bankAccount())
				s, err := d.SubmitOTP(t.Context(), otp())
				isAll(t, err, ErrOutcomeUnknown)
				isNone(t, err, ErrNotSent)
				if refusal, ok := asError[*PaymentAPIError](err); ok {
					t.Errorf("an unknown outcome is found to be a refusal: %v", refusal)
				}
				if s.State != StateOTPRequired || !s.OTPUnresolved {
					t.Errorf("%+v", s)
				}
				d.expectEvents("otpUnresolved submitOtp")
				if n := len(d.g.seen(pathBankOTP)); n != 1 {
					t.Errorf("the code was sent %d times", n)
				}
				from := d.now()
				time.Sleep(6 * time.Minute)
				expectTicks(t, d.polled(from), expected())
				if s, _ := d.CurrentSession(); !s.OTPUnresolved || s.State != StateOTPRequired {
					t.Errorf("%+v", s)
				}
			})
		})
	}
}

func TestACancelledCodeIsUnresolvedOnceItWasSent(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathBankOTP, answer{delay: 10 * time.Second})
		d.ready(bankAccount())
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := d.SubmitOTP(ctx, otp())
		isAll(t, err, ErrOutcomeUnknown, context.DeadlineExceeded)
		isNone(t, err, ErrNotSent)
		d.expectEvents("otpUnresolved submitOtp")
		d.StopStatusPolling()
	})
}

func TestACodeThatNeverLeftChangesNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.ready(bankAccount())
		d.g.fail(errRefused)
		s, err := d.SubmitOTP(t.Context(), otp())
		isAll(t, err, ErrNotSent, errRefused)
		isNone(t, err, ErrOutcomeUnknown)
		if s.OTPUnresolved || s.State != StateOTPRequired {
			t.Fatalf("%+v", s)
		}
		d.expectEvents()
		d.g.fail(nil)
		d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
	})
}

func unresolved(t *testing.T, req ValidateAccountRequest) *desk {
	d := newDesk(t)
	d.g.on(pathBankOTP, answer{drop: true}, answer{body: `{"success":true,"data":"accepted"}`})
	d.g.on(pathWalletOTP, answer{drop: true}, answer{body: `{"success":true,"data":{"paymentStatus":"SUCCESS"}}`})
	d.ready(req)
	_, err := d.SubmitOTP(t.Context(), otp())
	isAll(t, err, ErrOutcomeUnknown)
	d.events()
	return d
}

func TestAStatusAnswerResolvesACode(t *testing.T) {
	for reply, want := range map[string]State{
		successReply: StateSuccess, failedReply: StateFailed, expiredReply: StateExpired, confirmReply: StateWaitingPayment,
	} {
		bubble(t, func(t *testing.T) {
			d := unresolved(t, bankAccount())
			d.g.reply(pathStatus, pendingReply, reply)
			time.Sleep(10 * time.Second)
			if s, _ := d.CurrentSession(); s.State != want || s.OTPUnresolved {
				t.Fatalf("%+v", s)
			}
			d.expectEvents("state fetchStatus >" + string(want))
			d.StopStatusPolling()
		})
	}
}

func TestWhileUnresolvedNothingIsSentButTheSameCodeAfterTheCap(t *testing.T) {
	for _, rail := range []ValidateAccountRequest{bankAccount(), walletAccount()} {
		bubble(t, func(t *testing.T) {
			d := unresolved(t, rail)
			again := SubmitOTPRequest{OTP: NewSecret(secretOTP), Again: true}
			other := SubmitOTPRequest{OTP: NewSecret("000000"), Again: true}
			refused := func(err error) {
				t.Helper()
				isAll(t, err, ErrUnresolved, ErrNotSent)
			}
			before := d.g.total()
			_, err := d.ValidateAccount(t.Context(), rail)
			refused(err)
			_, err = d.SubmitOTP(t.Context(), otp())
			refused(err)
			_, err = d.SubmitOTP(t.Context(), again) // not before the cap
			refused(err)
			if d.g.total() != before {
				t.Fatal("something was sent")
			}
			time.Sleep(5*time.Minute + time.Second)
			d.expectEvents("pollingCapped")
			_, err = d.ValidateAccount(t.Context(), rail)
			refused(err)
			_, err = d.SubmitOTP(t.Context(), otp())
			refused(err)
			_, err = d.SubmitOTP(t.Context(), other)
			refused(err)
			_, err = d.SnapshotBeforeOTP(other)
			refused(err)

			snapshot, err := d.SnapshotBeforeOTP(again)
			if err != nil {
				t.Fatal(err)
			}
			restored := newDesk(t) // the permission survives a restart, the code does not
			if err := restored.RestoreSession(snapshot); err != nil {
				t.Fatal(err)
			}
			if _, err = restored.SubmitOTP(t.Context(), again); err == nil {
				t.Fatal("a repetition under way may be repeated before a new cap")
			}
			s, err := d.SubmitOTP(t.Context(), again)
			if err != nil || s.OTPUnresolved || s.State == StateOTPRequired {
				t.Fatalf("%+v, %v", s, err)
			}
			d.StopStatusPolling()
		})
	}
}

func TestARefusedRepetitionResolvesNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := unresolved(t, bankAccount())
		d.g.on(pathBankOTP, answer{status: 400, body: `{"success":false,"code":"OTP_EXPIRED"}`}, answer{drop: true})
		time.Sleep(6 * time.Minute)
		again := SubmitOTPRequest{OTP: NewSecret(secretOTP), Again: true}
		s, err := d.SubmitOTP(t.Context(), again)
		if refusal, ok := asError[*PaymentAPIError](err); !ok || refusal.Code != "OTP_EXPIRED" || !s.OTPUnresolved {
			t.Fatalf("%+v, %v", s, err)
		}
		_, err = d.SubmitOTP(t.Context(), again)
		isAll(t, err, ErrOutcomeUnknown)
		from := d.now()
		_, err = d.SubmitOTP(t.Context(), again) // a new wait began
		isAll(t, err, ErrUnresolved)
		time.Sleep(6 * time.Minute)
		expectTicks(t, d.polled(from), append(negatives(d.polled(from)), expected()...))
	})
}

// A repetition that is acknowledged is watched over the full schedule, whatever
// was left of the poller that somebody had started again by hand.
func TestAnAcknowledgedRepetitionIsWatchedInFull(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := unresolved(t, bankAccount())
		time.Sleep(6 * time.Minute)
		d.StartStatusPolling("P1", nil)
		time.Sleep(2 * time.Minute)
		d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), SubmitOTPRequest{OTP: NewSecret(secretOTP), Again: true}))
		from := d.now()
		time.Sleep(6 * time.Minute)
		got := d.polled(from)
		expectTicks(t, got, append(negatives(got), expected()...))
	})
}

func negatives(list []millis) (early []millis) {
	for _, t := range list {
		if t <= 0 {
			early = append(early, t)
		}
	}
	return early
}

func TestAnUnresolvedCodeSurvivesARestart(t *testing.T) {
	bubble(t, func(t *testing.T) {
		first := newDesk(t)
		first.ready(bankAccount())
		snapshot, err := first.SnapshotBeforeOTP(otp()) // and then the plug is pulled
		if err != nil {
			t.Fatal(err)
		}
		if s, _ := first.CurrentSession(); s.OTPUnresolved {
			t.Fatal("taking the snapshot changed the session")
		}
		d := newDesk(t)
		if err := d.RestoreSession(snapshot); err != nil {
			t.Fatal(err)
		}
		d.expectEvents("restored >otpRequired")
		_, err = d.SubmitOTP(t.Context(), otp())
		isAll(t, err, ErrUnresolved)
		d.StartStatusPolling("P1", nil)
		time.Sleep(6 * time.Minute)
		d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), SubmitOTPRequest{OTP: NewSecret(secretOTP), Again: true}))
		d.StopStatusPolling()
	})
}

func TestTheAccountMustBeKnown(t *testing.T) {
	bubble(t, func(t *testing.T) {
		first := newDesk(t)
		first.ready(bankAccount())
		snapshot, _ := first.Snapshot()
		d := newDesk(t)
		if err := d.RestoreSession(Snapshot{Public: snapshot.Public}); err != nil {
			t.Fatal(err)
		}
		d.Initialize(NewSecret(secretToken))
		_, err := d.SubmitOTP(t.Context(), otp())
		isAll(t, err, ErrInvalidRequest, ErrNotSent)
	})
}
