package core

import (
	"context"
	"sync"
	"testing"
	"time"

	"sanduq/core/wire"
)

// stub is a PaymentAPI of somebody else's making, which may keep to the
// contract or not.
type stub struct {
	initiate wire.InitiateResult
	qr       func() (wire.QRResult, error)
	status   func() (wire.StatusResult, error)
}

func (s stub) Initiate(context.Context, wire.InitiateCall) (wire.InitiateResult, error) {
	return s.initiate, nil
}
func (s stub) GenerateQR(context.Context, wire.QRCall) (wire.QRResult, error) { return s.qr() }
func (s stub) ValidateAccount(context.Context, wire.ValidateCall) (wire.ValidateResult, error) {
	return wire.ValidateResult{}, nil
}
func (s stub) SubmitOTP(context.Context, wire.OTPCall) (wire.OTPResult, error) {
	return wire.OTPResult{}, nil
}
func (s stub) FetchStatus(context.Context, wire.StatusCall) (wire.StatusResult, error) {
	return s.status()
}
func (s stub) FetchInstitutions(context.Context, Secret) ([]Institution, error) { return nil, nil }
func (s stub) StatusPath() string                                               { return "/status" }

func TestAnAPIThatReturnsNothingIsNotBelieved(t *testing.T) {
	sdk := NewWebSDK(stub{}, new(InMemoryTokenStore))
	defer sdk.Close()
	_, err := sdk.CreateInvoice(t.Context(), invoice())
	isAll(t, err, ErrBadReply, ErrOutcomeUnknown)

	sdk = NewWebSDK(stub{initiate: wire.InitiateResult{PaymentID: "P1", Token: NewSecret("t")},
		qr: func() (wire.QRResult, error) { return wire.QRResult{}, nil }}, new(InMemoryTokenStore))
	defer sdk.Close()
	if _, err = sdk.CreateInvoice(t.Context(), invoice()); err != nil {
		t.Fatal(err)
	}
	s, err := sdk.GenerateQR(t.Context(), GenerateQRRequest{})
	isAll(t, err, ErrBadReply)
	if s.State != StatePending {
		t.Fatalf("%+v", s)
	}
}

// A session that is exchanged while a question is under way takes nothing from
// the old one's answer. A call that moves the payment ends first.
func TestAnAnswerForAnotherPaymentIsDropped(t *testing.T) {
	bubble(t, func(t *testing.T) {
		slow := func() { time.Sleep(time.Second) }
		sdk := NewWebSDK(stub{
			initiate: wire.InitiateResult{PaymentID: "P1", Token: NewSecret("t")},
			qr:       func() (wire.QRResult, error) { slow(); return wire.QRResult{Payload: "x"}, nil },
			status:   func() (wire.StatusResult, error) { slow(); return wire.StatusResult{State: StateSuccess}, nil },
		}, new(InMemoryTokenStore))
		defer sdk.Close()
		if _, err := sdk.CreateInvoice(t.Context(), invoice()); err != nil {
			t.Fatal(err)
		}
		snapshot, _ := sdk.Snapshot()
		other := Snapshot{Public: []byte(`{"version":1,"session":{"paymentId":"P2","orderId":"O2","amount":{"minor":1,"currency":"LYD"},"state":"pending"}}`)}
		for name, call := range map[string]func(){
			"qr": func() {
				if s, err := sdk.GenerateQR(t.Context(), GenerateQRRequest{}); err != nil || s.State != StateQRGenerated {
					t.Errorf("%+v, %v", s, err)
				}
			},
			"status": func() { _, err := sdk.RefreshStatus(t.Context(), "P1"); isAll(t, err, ErrNoSession) },
		} {
			if err := sdk.RestoreSession(snapshot); err != nil {
				t.Fatal(err)
			}
			var group sync.WaitGroup
			group.Go(call)
			time.Sleep(500 * time.Millisecond)
			if err := sdk.RestoreSession(other); err != nil {
				t.Fatal(err)
			}
			group.Wait()
			if s, _ := sdk.CurrentSession(); s.PaymentID != "P2" || s.State != StatePending || s.QRPayload != "" {
				t.Fatalf("%s: %+v", name, s)
			}
		}
	})
}

func TestAPollerWithoutItsSessionSaysNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.StartStatusPolling("", nil)
		if d.Health().Polling {
			t.Fatal("polling for nobody")
		}
		d.StartStatusPolling("P9", nil)
		time.Sleep(time.Hour)
		if d.Health().Polling || d.g.total() != 0 || len(d.events()) != 0 {
			t.Fatalf("%+v", d.Health())
		}
	})
}

func TestACapThatComesTooLateSaysNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		d.events()
		d.engine.pollCapped(&pollRun{paymentID: "P1"}) // a run that was stopped as its cap came
		d.expectEvents()
		if !d.Health().Polling {
			t.Fatal("another run's cap ended this one")
		}
		d.StopStatusPolling()
	})
}
