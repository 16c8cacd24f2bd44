package core

import (
	"context"
	"errors"
	"fmt"

	"sanduq/core/internal/object"
	"sanduq/core/ledger"
	"sanduq/core/wire"
)

// createInvoice opens the payment, at most once for each key and order.
func (e *engine) createInvoice(ctx context.Context, req CreateInvoiceRequest) (PaymentSession, error) {
	if err := checkCreate(req); err != nil {
		return PaymentSession{}, err
	}
	end, err := e.waitForCall(ctx)
	if err != nil {
		return PaymentSession{}, err
	}
	defer end()
	record, first, err := e.claim(req)
	if err != nil {
		return PaymentSession{}, err
	}
	if first {
		if first, err = e.claimShared(ctx, record); err != nil {
			e.forget(record)
			return PaymentSession{}, err
		}
	} else {
		e.relearn(ctx, record)
	}
	if !first {
		return e.replay(record)
	}
	result, err := e.api.Initiate(ctx, wire.InitiateCall{OrderID: req.OrderID, Amount: req.Amount, Description: req.Description})
	if err == nil && (result.PaymentID == "" || result.Token.Empty()) {
		err = object.Malformed("a session without identifier or token")
	}
	e.health.report(err)
	if err == nil {
		err = e.verify(ctx, ledger.Settlement{PaymentID: result.PaymentID, OrderID: req.OrderID})
	}
	if err == nil {
		e.tokens.set(result.Token)
		defer e.tokens.save(result.Token) // after the event is out
	}
	session, settled, err := e.created(req, result, record, err)
	if unsettled := e.keys.settleShared(e.hooks, settled, errors.Is(err, ErrNotSent)); unsettled != nil {
		e.log.Warn("idempotency key not settled: its outcome stays unknown to others", "order", settled.OrderID, "error", unsettled)
	}
	return session, err
}

// created takes the reply in, and returns what is to be kept of it.
func (e *engine) created(req CreateInvoiceRequest, result wire.InitiateResult, record *keyRecord, err error) (PaymentSession, keyRecord, error) {
	e.lock()
	defer e.unlock()
	var refusal *PaymentAPIError
	switch {
	case err == nil:
		before := e.session
		e.session = PaymentSession{PaymentID: result.PaymentID, OrderID: req.OrderID, Amount: req.Amount, State: StatePending}
		e.exists = true
		e.emitLocked(EventCall, OpInitiate, before, replyInfo{request: result.RequestID})
		record.create(e.session)
		return e.session, *record, nil
	case errors.Is(err, ErrNotSent):
		e.keys.release(record)
	case errors.As(err, &refusal) && !errors.Is(err, ErrOutcomeUnknown):
		record.refuse(refusal)
	default:
		err = outcomeUnknown(err)
	}
	return PaymentSession{}, *record, err
}

// forget takes a claim back that the shared store did not give.
func (e *engine) forget(record *keyRecord) {
	e.lock()
	defer e.unlock()
	e.keys.release(record)
}

// relearn asks the shared store what became of a call whose outcome is not known
// here.
func (e *engine) relearn(ctx context.Context, record *keyRecord) {
	e.lock()
	unknown := record.Outcome == keyUnknown
	e.unlock()
	if unknown {
		_, _ = e.claimShared(ctx, record) // without an answer it stays unknown
	}
}

func (e *engine) replay(record *keyRecord) (PaymentSession, error) {
	e.lock()
	defer e.unlock()
	return record.replay()
}

// claim takes an idempotency key for a request; first is false when it was
// used before.
func (e *engine) claim(req CreateInvoiceRequest) (record *keyRecord, first bool, err error) {
	e.lock()
	defer e.unlock()
	return e.claimLocked(req)
}

func (e *engine) claimLocked(req CreateInvoiceRequest) (record *keyRecord, first bool, err error) {
	if record = e.keys.find(req.IdempotencyKey); record != nil {
		if record.Fingerprint != fingerprint(req) {
			return nil, false, notSent(fmt.Errorf("%w: the key belongs to another order", ErrInvalidRequest))
		}
		return record, false, nil
	}
	switch {
	case e.exists:
		return nil, false, notSent(fmt.Errorf("%w: this SDK already has its session", ErrInvalidRequest))
	case e.keys.indeterminate(req.OrderID):
		return nil, false, notSent(fmt.Errorf("%w: the order may have a payment already", ErrInvalidRequest))
	}
	return e.keys.use(req), true, nil
}
