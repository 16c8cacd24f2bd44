package core

import (
	"context"
	"fmt"
	"strings"

	"sanduq/core/ledger"
	"sanduq/core/money"
)

// AdoptSessionRequest names a payment that was opened elsewhere: what a
// redirect from the merchant's server carries.
type AdoptSessionRequest struct {
	PaymentID string
	OrderID   string
	Amount    money.Amount // what every answer is compared with
	Token     Secret       // of the payment; blank if Initialize was or will be given it
}

// AdoptSession takes over a payment that was opened elsewhere: state pending.
// From then on every call works as after CreateInvoice, and EventAdopted is in
// the stream. It sends nothing and starts no poller. Adopting the same payment
// once more leaves the session as far as it is, so that a page may be loaded
// again. A payment of which more may have happened elsewhere than its opening
// needs Ledger.AskBothLegs as well.
//
// Errors: ErrInvalidRequest for a request that lacks something and where the
// SDK has another payment; ErrConflict for another order or amount than this
// payment's; what VerifySettlements' check says; ErrDisposed.
func (w *WebSDK) AdoptSession(ctx context.Context, req AdoptSessionRequest) (PaymentSession, error) {
	return w.on().adopt(ctx, req)
}

func (e *engine) adopt(ctx context.Context, req AdoptSessionRequest) (PaymentSession, error) {
	if err := checkAdopt(req); err != nil {
		return e.current(), err
	}
	end, err := e.waitForCall(ctx)
	if err != nil {
		return e.current(), err
	}
	defer end()
	if err := e.adoptable(req); err != nil {
		return e.current(), err
	}
	if err := e.verify(ctx, ledger.Settlement{PaymentID: req.PaymentID, OrderID: req.OrderID}); err != nil {
		return e.current(), notSent(err)
	}
	if !req.Token.Empty() {
		e.tokens.set(req.Token)
		defer e.tokens.save(req.Token)
	}
	e.lock()
	defer e.unlock()
	before := e.session
	if !e.exists {
		e.session, e.exists = PaymentSession{PaymentID: req.PaymentID, OrderID: req.OrderID, Amount: req.Amount, State: StatePending}, true
		e.epoch++
	}
	e.emitLocked(EventAdopted, "", before, replyInfo{})
	return e.session, nil
}

// adoptable reports why a payment cannot be taken over beside what is here.
func (e *engine) adoptable(req AdoptSessionRequest) error {
	e.lock()
	defer e.unlock()
	switch s := e.session; {
	case !e.exists:
		return nil
	case s.PaymentID != req.PaymentID:
		return notSent(fmt.Errorf("%w: this SDK already has its session", ErrInvalidRequest))
	case s.OrderID != req.OrderID, s.Amount != req.Amount:
		return notSent(fmt.Errorf("%w: the payment is known with another order or amount", ErrConflict))
	}
	return nil
}

func checkAdopt(req AdoptSessionRequest) error {
	for name, id := range map[string]string{"payment id": req.PaymentID, "order id": req.OrderID} {
		if strings.TrimSpace(id) == "" || len(id) > maxIdentifier || hasControl(id) {
			return notSent(fmt.Errorf("%w: %s", ErrInvalidRequest, name))
		}
	}
	if err := req.Amount.Valid(); err != nil {
		return notSent(fmt.Errorf("%w: %w", ErrInvalidRequest, err))
	}
	if req.Amount.Minor <= 0 {
		return notSent(fmt.Errorf("%w: amount is not positive", ErrInvalidRequest))
	}
	return nil
}
