package core

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestMoneyThatArrivesDuringTheCodesSubmission(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathBankOTP, answer{delay: 5 * time.Second, body: `{"success":true,"data":"accepted"}`})
		d.g.reply(pathStatus, successReply)
		d.ready(bankAccount())
		go func() {
			time.Sleep(time.Second)
			_, _ = d.RefreshStatus(context.Background(), "P1")
		}()
		d.must(StateSuccess)(d.SubmitOTP(t.Context(), otp()))
		d.expectEvents("call fetchStatus >success", "call submitOtp")
		if d.Health().Polling {
			t.Fatal("polling a settled payment")
		}
	})
}

func TestAStatusThatOvertakesTheCodesReply(t *testing.T) {
	for _, c := range []struct {
		status, reply string
		want          State
		late          bool
	}{
		{failedReply, `{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"T9"}}`, StateSuccess, true},
		{confirmReply, `{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"T9"}}`, StateSuccess, false},
		{failedReply, `{"success":true,"data":{}}`, StateFailed, false},
		{confirmReply, `{"success":true,"data":{}}`, StateWaitingPayment, false},
	} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t)
			d.g.on(pathWalletOTP, answer{delay: 5 * time.Second, body: c.reply})
			d.g.reply(pathStatus, c.status, pendingReply)
			d.ready(walletAccount())
			go func() {
				time.Sleep(time.Second)
				_, _ = d.RefreshStatus(context.Background(), "P1")
			}()
			s := d.must(c.want)(d.SubmitOTP(t.Context(), otp()))
			if s.Late != c.late {
				t.Fatalf("%+v", s)
			}
			d.StopStatusPolling()
			synctest.Wait()
		})
	}
}

func TestAnUnclearReplyAfterTheStatusHasToldMore(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathBankOTP, answer{delay: 5 * time.Second, drop: true})
		d.g.reply(pathStatus, successReply)
		d.ready(bankAccount())
		go func() {
			time.Sleep(time.Second)
			_, _ = d.RefreshStatus(context.Background(), "P1")
		}()
		s, err := d.SubmitOTP(t.Context(), otp())
		isAll(t, err, ErrOutcomeUnknown)
		if s.State != StateSuccess || s.OTPUnresolved {
			t.Fatalf("%+v", s)
		}
		d.expectEvents("call fetchStatus >success")
	})
}

// TestACodeIsNotRepeatedIntoAnEndedPayment lets a code wait for its second
// attempt, since nothing of the first one left, while the status says expired.
func TestACodeIsNotRepeatedIntoAnEndedPayment(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.ready(bankAccount())
		d.g.fail(errors.New("no route"))
		done := make(chan error, 1)
		go func() {
			_, err := d.SubmitOTP(t.Context(), otp())
			done <- err
		}()
		time.Sleep(50 * time.Millisecond) // the first attempt failed, the second waits
		d.g.fail(nil)
		d.g.on(pathStatus, answer{body: expiredReply})
		d.must(StateExpired)(d.RefreshStatus(t.Context(), "P1"))
		err := <-done
		isAll(t, err, ErrNotSent)
		isNone(t, err, ErrOutcomeUnknown)
		if step, ok := asError[*PaymentStateTransitionError](err); !ok || step.From != StateExpired {
			t.Errorf("%v does not say why", err)
		}
		if n := len(d.g.seen(pathBankOTP)); n != 0 {
			t.Errorf("the code was sent %d times", n)
		}
	})
}
