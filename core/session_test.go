package core

import (
	"context"
	"errors"
	"testing"
	"time"

	"sanduq/core/wire"
)

// A token that is cleared while the payment is polled ends the polling, and the
// stream and Health say so.
func TestTheTokenIsClearedWhilePolling(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		time.Sleep(10 * time.Second)
		d.events()
		d.ClearSession()
		before := d.g.total()
		time.Sleep(10 * time.Second)
		if h := d.Health(); h.Polling || !errors.Is(h.LastError, ErrInvalidRequest) || !h.Degraded || d.g.total() != before {
			t.Errorf("polling %v, %v, %d more requests", h.Polling, h.LastError, d.g.total()-before)
		}
		denied := false
		for _, e := range d.events() {
			denied = denied || e.Kind == EventPollingDenied
		}
		if !denied {
			t.Error("the stream does not say that polling ended")
		}
		d.Initialize(NewSecret(secretToken))
		d.StartStatusPolling("P1", nil)
		time.Sleep(4 * time.Second)
		if h := d.Health(); !h.Polling || h.LastError != nil || d.g.total() == before {
			t.Errorf("with a new token: %+v", h)
		}
		d.StopStatusPolling()
	})
}

// slowOTP is a PaymentAPI whose reply to a code takes a while.
type slowOTP struct{ stub }

func (slowOTP) SubmitOTP(context.Context, wire.OTPCall) (wire.OTPResult, error) {
	time.Sleep(time.Second)
	return wire.OTPResult{State: StateSuccess, RawStatus: "SUCCESS", TransactionID: "T1"}, nil
}

// A stream that is closed while a code is on its way ends after what became of it.
func TestCloseWhileACodeIsOnItsWay(t *testing.T) {
	bubble(t, func(t *testing.T) {
		sdk := NewWebSDK(slowOTP{stub{initiate: wire.InitiateResult{PaymentID: "P1", Token: NewSecret("t")},
			status: func() (wire.StatusResult, error) { return wire.StatusResult{State: StatePending}, nil }}}, nil)
		stream := sdk.SessionStream()
		defer stream.Close()
		if _, err := sdk.CreateInvoice(t.Context(), invoice()); err != nil {
			t.Fatal(err)
		}
		if _, err := sdk.ValidateAccount(t.Context(), walletAccount()); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { _, err := sdk.SubmitOTP(t.Context(), otp()); done <- err }()
		time.Sleep(500 * time.Millisecond)
		sdk.Close()
		if _, err := sdk.CreateInvoice(t.Context(), invoice()); !errors.Is(err, ErrDisposed) {
			t.Errorf("a call after Close: %v", err)
		}
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		var last PaymentEvent
		for {
			event, err := stream.Next(t.Context())
			if errors.Is(err, ErrStreamClosed) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			last = event
		}
		if last.After.State != StateSuccess {
			t.Errorf("the stream ends with %s", last.After.State)
		}
	})
}

// A signer that NewHMACSigner did not make signs nothing, and says so.
func TestAZeroSignerIsAnError(t *testing.T) {
	for name, s := range map[string]*wire.HMACSigner{"zero": new(wire.HMACSigner), "nil": nil} {
		if _, err := s.Sign(wire.SignInput{Method: "POST"}); !errors.Is(err, ErrInvalidRequest) {
			t.Errorf("%s: %v", name, err)
		}
		if secrets := s.Secrets(); len(secrets) > 0 && !secrets[0].Empty() {
			t.Errorf("%s has secrets", name)
		}
	}
}

// The stream as a loop: it ends with the stream, and says why it ends before.
func TestEventsAreALoop(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		stream := d.SessionStream()
		d.open()
		d.showQR()
		var states []State
		for event, err := range stream.Events(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			states = append(states, event.After.State)
			if len(states) == 2 {
				break
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, err := range stream.Events(ctx) {
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			states = append(states, "")
		}
		d.Close()
		for event, err := range stream.Events(t.Context()) {
			t.Errorf("%+v, %v", event, err)
		}
		if len(states) != 3 || states[1] != StateQRGenerated {
			t.Errorf("%q", states)
		}
	})
}
