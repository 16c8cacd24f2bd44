package core

import (
	"context"
	"errors"
	"fmt"
)

// createInvoice opens the payment, at most once for each key and order.
func (e *engine) createInvoice(ctx context.Context, req CreateInvoiceRequest) (PaymentSession, error) {
	if err := checkCreate(req); err != nil {
		return PaymentSession{}, err
	}
	end, err := e.begin(ctx)
	if err != nil {
		return PaymentSession{}, err
	}
	defer end()
	record, first, err := e.claim(req)
	if err != nil {
		return PaymentSession{}, err
	}
	if !first {
		return record.replay()
	}
	result, err := e.api.Initiate(ctx, InitiateCall{OrderID: req.OrderID, Amount: req.Amount, Description: req.Description})
	if err == nil && (result.PaymentID == "" || result.Token.Empty()) {
		err = badReply("a session without identifier or token")
	}
	e.health.report(err)
	if err == nil {
		err = e.verify(ctx, Settlement{PaymentID: result.PaymentID, OrderID: req.OrderID})
	}
	if err == nil {
		e.tokens.hold(result.Token)
		defer e.tokens.save(result.Token) // after the event is out
	}
	e.lock()
	defer e.unlock()
	var refusal *PaymentAPIError
	switch {
	case err == nil:
		before := e.session
		e.session = PaymentSession{PaymentID: result.PaymentID, OrderID: req.OrderID, Amount: req.Amount, State: StatePending}
		e.exists = true
		e.emitLocked(EventCall, OpInitiate, before, "")
		record.create(e.session)
		return e.session, nil
	case errors.Is(err, ErrNotSent):
		e.keys.release(record)
	case errors.As(err, &refusal) && !errors.Is(err, ErrOutcomeUnknown):
		record.refuse(refusal)
	default:
		err = outcomeUnknown(err)
	}
	return PaymentSession{}, err
}

// claim takes an idempotency key for a request; first is false when it was
// used before.
func (e *engine) claim(req CreateInvoiceRequest) (record *keyRecord, first bool, err error) {
	e.lock()
	defer e.unlock()
	if record = e.keys.find(req.IdempotencyKey); record != nil {
		if record.Fingerprint != fingerprint(req) {
			return nil, false, notSent(fmt.Errorf("%w: the key belongs to another order", ErrInvalidRequest))
		}
		return record, false, nil
	}
	switch {
	case e.exists:
		return nil, false, notSent(fmt.Errorf("%w: this SDK already has its session", ErrInvalidRequest))
	case e.keys.doubtful(req.OrderID):
		return nil, false, notSent(fmt.Errorf("%w: the order may have a payment already", ErrInvalidRequest))
	}
	return e.keys.use(req), true, nil
}
