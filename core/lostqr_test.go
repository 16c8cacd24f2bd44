package core

import (
	"context"
	"net/http"
	"testing"
	"time"

	"sanduq/core/wire"
)

var (
	isProcessing = answer{body: confirmReply}
	isLost       = answer{drop: true}
	isRefused    = answer{status: 422, body: `{"success":false,"code":"NO_QR"}`}
)

// loseQR asks for a QR whose reply is lost.
func (d *desk) loseQR() {
	d.t.Helper()
	d.g.on(pathBankQR, isLost)
	s, err := d.GenerateQR(d.t.Context(), GenerateQRRequest{})
	if !errorsIs(err, ErrOutcomeUnknown) || !s.QRLost || !s.QROut() || s.QRPayload != "" || s.State != StatePending {
		d.t.Fatalf("%+v, %v", s, err)
	}
}

func TestALostQRIsSaid(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.loseQR()
		d.expectEvents("call initiate >pending", "qrLost generateQr")
		d.g.on(pathBankQR, isRefused) // which says nothing of the one before
		if s, err := d.GenerateQR(t.Context(), GenerateQRRequest{}); err == nil || !s.QRLost {
			t.Errorf("%+v, %v", s, err)
		}
		d.expectEvents()
		d.g.on(pathBankQR, happy()[pathBankQR](1))
		if s := d.showQR(); s.QRLost || !s.QROut() {
			t.Errorf("a QR came: %+v", s)
		}
		d.g.on(pathBankQR, isLost)
		if s, _ := d.GenerateQR(t.Context(), GenerateQRRequest{}); s.QRLost {
			t.Errorf("one is on show: %+v", s)
		}
		d.expectEvents("call generateQr >qrGenerated", "qrLost generateQr")
		d.StopStatusPolling()
	})
}

func TestAQRThatWasNotMadeIsNotLost(t *testing.T) {
	for name, refuse := range map[string]func(*desk){
		"refused in words": func(d *desk) { d.g.on(pathBankQR, isRefused) },
		"not connected":    func(d *desk) { d.g.fail(errRefused) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.open()
				refuse(d)
				if s, err := d.GenerateQR(t.Context(), GenerateQRRequest{}); err == nil || s.QROut() {
					t.Errorf("%+v, %v", s, err)
				}
				d.expectEvents("call initiate >pending")
			})
		})
	}
}

// A token that is brought after a lost attempt does not make that one undone.
func TestAQRLostBeforeANewTokenIsLost(t *testing.T) {
	bubble(t, func(t *testing.T) {
		tokens := 0
		d := newDesk(t, func(_ *ClientConfig, o *[]Option) {
			*o = append(*o, OnTokenExpired(func(context.Context, PaymentSession) (Secret, error) { tokens++; return NewSecret("fresh"), nil }))
		})
		d.open()
		d.g.on(pathBankQR, isLost, answer{status: http.StatusUnauthorized, body: `{"success":false,"code":"TOKEN"}`}, isRefused)
		if s, err := d.GenerateQR(t.Context(), GenerateQRRequest{}); err == nil || !s.QRLost || tokens != 1 {
			t.Errorf("%+v, %v, %d tokens", s, err, tokens)
		}
	})
}

// A QR whose reply comes when the session has ended is nobody's to show.
func TestAQRThatComesTooLateIsLost(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		late := happy()[pathBankQR](1)
		late.delay = 2 * time.Second
		d.g.on(pathBankQR, late)
		done := make(chan struct{})
		go func() {
			defer close(done)
			if _, err := d.GenerateQR(t.Context(), GenerateQRRequest{}); err == nil {
				t.Error("a QR for an expired session")
			}
		}()
		time.Sleep(time.Second)
		d.g.on(pathStatus, isExpired)
		d.must(StateExpired)(d.RefreshStatus(t.Context(), "P1"))
		<-done
		if s, _ := d.CurrentSession(); !s.QRLost {
			t.Errorf("%+v", s)
		}
	})
}

// Whatever the customer goes on by, each question is about the QR too, and what
// comes by it is the QR's.
func TestALostQRIsAskedAbout(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.loseQR()
		d.legs(isPending, isPending)
		d.validate(bankAccount())
		d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
		d.legs(isFailed, isNothing)
		s, err := d.RefreshStatus(t.Context(), "P1")
		if isAll(t, err, ErrLegUnanswered); s.State != StateWaitingPayment {
			t.Errorf("%+v", s)
		}
		d.legs(isFailed, isSuccess)
		if s := d.must(StateSuccess)(d.RefreshStatus(t.Context(), "P1")); s.Route != RouteQR || s.ByAccountNumber {
			t.Errorf("paid by its QR, and credited to %s", s.Route)
		}
	})
}

// A lost QR is asked about before an account, and again before a code.
func TestNothingLeavesBeforeALostQRIsAskedAbout(t *testing.T) {
	for name, step := range map[string]func(*desk) (string, func() (PaymentSession, error)){
		"account": func(d *desk) (string, func() (PaymentSession, error)) {
			return pathBankAcc, func() (PaymentSession, error) { return d.ValidateAccount(d.t.Context(), bankAccount()) }
		},
		"code": func(d *desk) (string, func() (PaymentSession, error)) {
			d.validate(bankAccount())
			return pathBankOTP, func() (PaymentSession, error) { return d.SubmitOTP(d.t.Context(), otp()) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.open()
				d.loseQR()
				d.legs(isPending, isPending)
				path, send := step(d)
				d.legs(isPending, isNothing)
				_, err := send()
				isAll(t, err, ErrLegUnanswered, ErrNotSent)
				d.legs(isPending, isSuccess)
				d.must(StateSuccess)(send())
				if n := len(d.g.seen(path)); n != 0 {
					t.Errorf("%d requests left", n)
				}
			})
		})
	}
}

func TestALostQRMayBePaidBesideACode(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.loseQR()
		d.legs(isPending, isPending)
		d.validate(bankAccount())
		if d.Ledger().PayableTwice() {
			t.Error("no code has left")
		}
		d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
		d.legs(isSuccess, isPending)
		d.must(StateSuccess)(d.RefreshStatus(t.Context(), "P1"))
		d.legs(isSuccess, answer{body: `{"success":true,"data":{"paymentStatus":"SUCCESS","transactionId":"T2"}}`})
		if second, err := d.Ledger().SecondSettlement(t.Context()); err != nil || second.TransactionID != "T2" || !d.Ledger().PayableTwice() {
			t.Errorf("%+v, %v", second, err)
		}
	})
}

// Who is confirming a lost QR has it: the session waits for the money, and
// nothing goes out by another way.
func TestALostQRThatIsConfirmedIsOut(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.loseQR()
		d.events()
		d.legs(isPending, isProcessing)
		_, err := d.ValidateAccount(t.Context(), bankAccount())
		isAll(t, err, ErrNotSent)
		d.expectEvents("state fetchStatus >qrGenerated", "call fetchStatus >waitingPayment")
		if s, _ := d.CurrentSession(); s.Route != RouteQR || !d.Health().Polling || len(d.g.seen(pathBankAcc)) != 0 {
			t.Errorf("%+v, polling %t", s, d.Health().Polling)
		}
		d.legs(isPending, isSuccess)
		time.Sleep(4 * time.Second)
		if d.state() != StateSuccess {
			t.Error(d.state())
		}
	})
	bubble(t, func(t *testing.T) { // nobody has lost one here
		d := newDesk(t)
		d.open()
		d.legs(isPending, isProcessing)
		d.must(StatePending)(d.RefreshStatus(t.Context(), "P1"))
	})
}

func TestASnapshotKnowsOfALostQR(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		snapshot := func() (Snapshot, bool) {
			kept, err := d.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			s, _, err := DecodeSnapshot(kept)
			if err != nil {
				t.Fatal(err)
			}
			return kept, s.QRLost
		}
		before, lost := snapshot()
		if lost {
			t.Error("none was asked for")
		}
		slow := isRefused
		slow.delay = 2 * time.Second
		d.g.on(pathBankQR, slow)
		done := make(chan struct{})
		go func() { defer close(done); _, _ = d.GenerateQR(t.Context(), GenerateQRRequest{}) }()
		time.Sleep(time.Second)
		if _, lost = snapshot(); !lost {
			t.Error("what is on its way now is not known to the snapshot")
		}
		<-done
		if _, lost = snapshot(); lost {
			t.Error("it was refused")
		}
		d.Ledger().AskAboutLostQR()
		kept, lost := snapshot()
		if !lost {
			t.Error("it is lost")
		}
		d.expectEvents("call initiate >pending", "qrLost generateQr")

		again := newDesk(t)
		if err := again.RestoreSession(kept); err != nil {
			t.Fatal(err)
		}
		if s, _ := again.CurrentSession(); !s.QRLost {
			t.Errorf("%+v", s)
		}
		if err := again.RestorePaymentSession(later(t, before)); err != nil {
			t.Fatal(err)
		}
		if s, _ := again.CurrentSession(); !s.QRLost {
			t.Errorf("forgotten for a session of the same state: %+v", s)
		}
	})
}

// later is a snapshot's session by a clock that was set.
func later(t *testing.T, s Snapshot) PaymentSession {
	session, _, err := DecodeSnapshot(s)
	if err != nil {
		t.Fatal(err)
	}
	session.UpdatedAt = session.UpdatedAt.Add(time.Hour)
	return session
}

func TestWhereThereIsNothingToLose(t *testing.T) {
	var none *WebSDK
	none.Ledger().AskAboutLostQR()
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.Ledger().AskAboutLostQR()
		if s, exists := d.CurrentSession(); exists || s.QRLost {
			t.Errorf("%+v", s)
		}
		d.open()
		d.g.on(pathStatus, isSuccess)
		d.must(StateSuccess)(d.RefreshStatus(t.Context(), "P1"))
		d.events()
		d.Ledger().AskAboutLostQR()
		d.expectEvents()
	})
}

func TestALostQRThatCannotBeAskedAboutIsSaid(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) {
			c.Profile = wire.DefaultProfile()
			c.Profile.Paths.Status = ""
		})
		d.open()
		d.loseQR()
		if s := d.validate(bankAccount()); !s.QRUnasked {
			t.Errorf("%+v", s)
		}
	})
}
