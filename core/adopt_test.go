package core

import (
	"context"
	"errors"
	"testing"
	"time"

	"sanduq/core/ledger"
	"sanduq/core/money"
)

func elsewhere() AdoptSessionRequest {
	return AdoptSessionRequest{PaymentID: "P1", OrderID: "ORDER-1", Amount: money.Amount{Minor: 12500, Currency: "LYD"}}
}

// A page gets what a redirect carries and goes every way from there.
func TestAnAdoptedPaymentGoesEveryWay(t *testing.T) {
	for name, c := range map[string]struct {
		walk func(*desk)
		want []string
	}{
		"qr": {func(d *desk) { d.showQR() }, []string{"adopted >pending", "call generateQr >qrGenerated"}},
		"account": {func(d *desk) {
			d.validate(bankAccount())
			d.must(StateWaitingPayment)(d.SubmitOTP(d.t.Context(), otp()))
		}, []string{"adopted >pending", "call validateAccount >otpRequired", "call submitOtp >waitingPayment"}},
		"wallet": {func(d *desk) {
			d.validate(walletAccount())
			d.must(StateSuccess)(d.SubmitOTP(d.t.Context(), otp()))
		}, []string{"adopted >pending", "call validateAccount >otpRequired", "call submitOtp >success"}},
		"status": {func(d *desk) {
			d.g.reply(pathStatus, successReply)
			d.must(StateSuccess)(d.RefreshStatus(d.t.Context(), "P1"))
		}, []string{"adopted >pending", "call fetchStatus >success"}},
		"poller": {func(d *desk) {
			d.g.reply(pathStatus, pendingReply, successReply)
			d.StartStatusPolling("P1", nil)
			time.Sleep(7 * time.Second)
		}, []string{"adopted >pending", "state fetchStatus >success"}},
		"list": {func(d *desk) {
			if list, err := d.FetchInstitutions(d.t.Context()); err != nil || len(list) != 1 {
				d.t.Errorf("%v, %v", list, err)
			}
		}, []string{"adopted >pending", "call fetchInstitutions"}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.Initialize(NewSecret(secretToken))
				d.must(StatePending)(d.AdoptSession(t.Context(), elsewhere()))
				c.walk(d)
				d.StopStatusPolling()
				d.expectEvents(c.want...)
				if len(d.g.seen(pathInitiate)) != 0 {
					t.Error("a second payment was opened")
				}
				for _, a := range d.g.arrivals {
					if a.header.Get("Authorization") != "Bearer "+secretToken {
						t.Errorf("%s without the payment's token", a.path)
					}
				}
			})
		})
	}
}

func TestAdoptingBringsItsToken(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		req := elsewhere()
		req.Token = NewSecret(secretToken)
		d.must(StatePending)(d.AdoptSession(t.Context(), req))
		d.showQR()
		d.StopStatusPolling()
		req.Token = Secret{} // the page is loaded again
		d.must(StateQRGenerated)(d.AdoptSession(t.Context(), req))
		if token, ok := d.ReadClientToken(); !ok || token.Reveal() != secretToken {
			t.Fatal("the token was lost")
		}
		d.expectEvents("adopted >pending", "call generateQr >qrGenerated", "adopted")
		_, err := d.CreateInvoice(t.Context(), invoice())
		isAll(t, err, ErrInvalidRequest, ErrNotSent)
	})
}

func TestWhatCannotBeAdopted(t *testing.T) {
	for name, change := range map[string]func(*AdoptSessionRequest){
		"no payment":     func(r *AdoptSessionRequest) { r.PaymentID = " " },
		"no order":       func(r *AdoptSessionRequest) { r.OrderID = "" },
		"control":        func(r *AdoptSessionRequest) { r.OrderID = "a\nb" },
		"no amount":      func(r *AdoptSessionRequest) { r.Amount = money.Amount{} },
		"nothing to pay": func(r *AdoptSessionRequest) { r.Amount.Minor = 0 },
		"currency":       func(r *AdoptSessionRequest) { r.Amount.Currency = "XXX" },
	} {
		d := newDesk(t)
		req := elsewhere()
		change(&req)
		_, err := d.AdoptSession(t.Context(), req)
		if !errors.Is(err, ErrInvalidRequest) || !errors.Is(err, ErrNotSent) {
			t.Errorf("%s: %v", name, err)
		}
		if _, exists := d.CurrentSession(); exists || len(d.events()) != 0 {
			t.Errorf("%s left a trace", name)
		}
	}
	d := newDesk(t)
	d.open()
	d.events()
	other, dearer := elsewhere(), elsewhere()
	other.PaymentID = "P2"
	dearer.Amount.Minor++
	_, err := d.AdoptSession(t.Context(), other)
	isAll(t, err, ErrInvalidRequest, ErrNotSent)
	_, err = d.AdoptSession(t.Context(), dearer)
	isAll(t, err, ErrConflict, ErrNotSent)
	d.expectEvents()

	d = newDesk(t)
	d.Ledger().VerifySettlements(func(_ context.Context, s ledger.Settlement) error { return ErrConflict })
	_, err = d.AdoptSession(t.Context(), elsewhere())
	isAll(t, err, ErrConflict, ErrNotSent)
	d.expectEvents()
	d.Close()
	_, err = d.AdoptSession(t.Context(), elsewhere())
	isAll(t, err, ErrDisposed, ErrNotSent)
}
