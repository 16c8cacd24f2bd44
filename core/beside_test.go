package core

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Two calls that are refused for the same old token have one new one brought.
func TestOneTokenIsBroughtForTwoCalls(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var asked atomic.Int32
		d := newDesk(t, func(_ *ClientConfig, o *[]Option) {
			*o = append(*o, OnTokenExpired(func(context.Context, PaymentSession) (Secret, error) {
				asked.Add(1)
				time.Sleep(time.Second)
				return NewSecret("fresh"), nil
			}))
		})
		d.open()
		gone := answer{status: 401, body: tokenGone, delay: time.Second}
		d.g.on(pathStatus, gone, isPending)
		d.g.on(pathBankQR, gone, happy()[pathBankQR](1))
		var group sync.WaitGroup
		group.Go(func() {
			if _, err := d.RefreshStatus(t.Context(), "P1"); err != nil {
				t.Error(err)
			}
		})
		group.Go(func() {
			if _, err := d.GenerateQR(t.Context(), GenerateQRRequest{}); err != nil {
				t.Error(err)
			}
		})
		group.Wait()
		d.StopStatusPolling()
		if n := asked.Load(); n != 1 {
			t.Errorf("asked for a token %d times", n)
		}
	})
}

// A session that is cleared takes its own token from the store, not that of a payment
// which another SDK has opened with the same store meanwhile.
func TestClearingLeavesTheTokenOfAnother(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		if err := d.tokens.Save(NewSecret("another's")); err != nil {
			t.Fatal(err)
		}
		d.ClearSession()
		if kept, err := d.tokens.Load(); err != nil || kept.Reveal() != "another's" {
			t.Errorf("the other token is gone: %v", err)
		}
	})
}

// The program's handler says which records it wants.
func TestTheLogsLevelIsKept(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var all, errors bytes.Buffer
		for level, out := range map[slog.Level]*bytes.Buffer{slog.LevelDebug: &all, slog.LevelError: &errors} {
			logger := slog.New(slog.NewTextHandler(&lockedWriter{w: out}, &slog.HandlerOptions{Level: level}))
			d := newDesk(t, func(c *ClientConfig, o *[]Option) { c.Logger = logger; *o = append(*o, WithLogger(logger)) })
			d.open()
			d.showQR()
			d.StopStatusPolling()
			d.Close()
		}
		if all.Len() == 0 || errors.Len() != 0 {
			t.Errorf("%d bytes of all, and of errors alone: %s", all.Len(), &errors)
		}
	})
}

// A question that was asked while a code was on its way says nothing of what the code did.
func TestAnAnswerFromBesideTheCodeEndsNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.validate(bankAccount())
		d.g.on(pathStatus, answer{body: failedReply, delay: 3 * time.Second}, isPending)
		d.g.on(pathBankOTP, answer{drop: true, delay: time.Second})
		var group sync.WaitGroup
		group.Go(func() {
			time.Sleep(500 * time.Millisecond)
			_, _ = d.RefreshStatus(t.Context(), "P1")
		})
		_, err := d.SubmitOTP(t.Context(), otp())
		isAll(t, err, ErrOutcomeUnknown)
		group.Wait()
		if s, _ := d.CurrentSession(); s.State != StateOTPRequired || !s.OTPUnresolved {
			t.Errorf("%+v", s)
		}
		d.StopStatusPolling()
	})
}

// A refusal for the time is asked past, before anything else is sent: the difference
// is known from then on.
func TestALegIsAskedAgainAfterARefusalForTheTime(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		d.StopStatusPolling()
		d.g.on(pathStatus, answer{status: 401, body: `{"success":false,"code":"CLOCK_SKEW"}`}, isPending)
		d.validate(bankAccount())
	})
}
