package core

import (
	"context"
	"errors"
	"fmt"

	"sanduq/core/internal/object"
	"sanduq/core/ledger"
	"sanduq/core/wire"
)

// generateQR asks for the QR payload and starts the poller.
func (e *engine) generateQR(ctx context.Context, req GenerateQRRequest) (PaymentSession, error) {
	if req.Rail == "" {
		req.Rail = RailBank
	}
	if !req.Rail.Known() {
		return e.current(), notSent(fmt.Errorf("%w: rail %q", ErrInvalidRequest, req.Rail))
	}
	end, err := e.waitForCall(ctx)
	if err != nil {
		return e.current(), err
	}
	defer end()
	session, token, err := e.need(ctx)
	if err == nil {
		err = e.permit(TriggerQRGenerated)
	}
	if err != nil {
		return session, err
	}
	if settled, err := e.askStale(ctx, session, token); settled || err != nil {
		return e.current(), err
	}
	if err := e.permit(TriggerQRGenerated); err != nil {
		return e.current(), err // the answer moved the session on
	}
	e.lock()
	e.asksQR = true
	e.unlock()
	out := false // one may be
	result, err := renewed(ctx, e, session, token, func(token Secret) (wire.QRResult, error) {
		result, err := e.api.GenerateQR(ctx, wire.QRCall{Token: token, Rail: req.Rail, PaymentID: session.PaymentID, OrderID: session.OrderID})
		out = out || !errors.Is(err, ErrNotSent) && !noMoneyKnown(err)
		return result, err
	})
	if err == nil && result.Payload == "" {
		err = object.Malformed("a QR without payload")
	}
	if err == nil {
		var read bool
		if read, err = checkQR(result.Payload, session.Amount); !read {
			e.log.Info("QR in a form that is not read", "payment", session.PaymentID, "length", len(result.Payload))
		}
	}
	e.health.report(err)
	if err == nil {
		if err = e.verify(ctx, ledger.Settlement{PaymentID: session.PaymentID, OrderID: session.OrderID, QRPayload: result.Payload}); err != nil {
			err = fmt.Errorf("%s: %w", OpGenerateQR, err)
		}
	}
	e.lock()
	defer e.unlock()
	e.asksQR = false
	if err == nil {
		err = e.concludeLocked(OpGenerateQR, session.PaymentID, TriggerQRGenerated, replyInfo{request: result.RequestID}, func(s *PaymentSession) {
			s.QRPayload, s.QRLost, s.Route, s.Rail = result.Payload, false, RouteQR, req.Rail
		})
	}
	switch {
	case err == nil:
		e.startPollingLocked(session.PaymentID, nil, false)
	case out && e.session.PaymentID == session.PaymentID:
		e.loseQRLocked(replyInfo{request: RequestIDOf(err)})
	}
	return e.session, err
}

// loseQRLocked notes that no reply told of a QR that was asked for. It may be
// paid all the same; of one that was shown before, the session knows already.
func (e *engine) loseQRLocked(by replyInfo) {
	before := e.session
	if !e.exists || before.State == StateSuccess {
		return
	}
	e.session.QRLost = before.QRPayload == ""
	e.emitLocked(EventQRLost, OpGenerateQR, before, by)
}

// foundQRLocked takes in that a lost QR is out after all: the customer has
// confirmed it. The session moves on as if its reply had come, so that it can
// wait for the money like any other. It returns what the answer itself then
// follows on.
func (e *engine) foundQRLocked(before PaymentSession, r reading) PaymentSession {
	if before.State != StatePending || !before.QRLost || r.byAccount || !r.says(StateWaitingPayment) {
		return before
	}
	_ = e.moveLocked(TriggerQRGenerated) // as the table has it
	e.emitLocked(EventState, OpFetchStatus, before, replyInfo{r.RawStatus, r.RequestID})
	e.startPollingLocked(before.PaymentID, nil, false)
	return e.session
}
