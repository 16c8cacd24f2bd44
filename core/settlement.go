package core

import (
	"context"
	"errors"
	"fmt"

	"sanduq/core/wire"
)

// Settlement is what an answer says a payment is, or was settled by, or is to be paid
// with.
type Settlement struct {
	PaymentID     string
	OrderID       string
	TransactionID string // blank from initiate, and where the gateway named none
	QRPayload     string // of a QR that is about to be shown; else blank
	Uncertain     bool   // of SecondSettlement alone: it may be the debit that is known
}

// VerifySettlements makes the SDK ask before it takes a payment for its own
// (TransactionID blank), before it shows a QR, and before it believes an answer that
// says it was settled. An error that matches ErrConflict means that payment or
// transaction are another order's, or that the QR can be paid for one: a status
// answer then changes nothing but Conflict, and a QR is not shown. Any other error
// counts as no answer, and so does a panic. verify is called without a
// lock held and may block until its context ends.
func (w *WebSDK) VerifySettlements(verify func(context.Context, Settlement) error) {
	e := w.on()
	e.lock()
	defer e.unlock()
	e.verifier = verify
}

// verify asks the program whose SDK this is.
func (e *engine) verify(ctx context.Context, s Settlement) error {
	e.lock()
	verify := e.verifier
	e.unlock()
	if verify == nil {
		return nil
	}
	verdict := make(chan error, 1)
	if err := e.hooks.run(ctx, 0, func() { verdict <- verify(ctx, s) }); err != nil {
		return err
	}
	return <-verdict
}

// verifyAnswer turns an answer that settles the payment with what is another's into
// a conflict. Other answers pass.
func verifyAnswer(ctx context.Context, verify func(context.Context, Settlement) error, s PaymentSession, answer wire.StatusResult) (wire.StatusResult, error) {
	if answer.State != StateSuccess || answer.Conflict != "" {
		return answer, nil
	}
	err := verify(ctx, Settlement{PaymentID: s.PaymentID, OrderID: s.OrderID, TransactionID: answer.TransactionID})
	if errors.Is(err, ErrConflict) {
		answer.Conflict = err.Error()
		return answer, nil
	}
	if err != nil {
		return wire.StatusResult{}, fmt.Errorf("%s: the settlement could not be verified: %w", OpFetchStatus, err)
	}
	return answer, nil
}
