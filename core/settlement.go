package core

import (
	"context"
	"errors"
	"fmt"

	"sanduq/core/ledger"
	"sanduq/core/wire"
)

// verify asks the program whose SDK this is.
func (e *engine) verify(ctx context.Context, s ledger.Settlement) error {
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
func verifyAnswer(ctx context.Context, verify func(context.Context, ledger.Settlement) error, s PaymentSession, answer wire.StatusResult) (wire.StatusResult, error) {
	if answer.State != StateSuccess || answer.Conflict != "" {
		return answer, nil
	}
	err := verify(ctx, ledger.Settlement{PaymentID: s.PaymentID, OrderID: s.OrderID, TransactionID: answer.TransactionID})
	if errors.Is(err, ErrConflict) {
		answer.Conflict = err.Error()
		return answer, nil
	}
	if err != nil {
		return wire.StatusResult{}, fmt.Errorf("%s: the settlement could not be verified: %w", OpFetchStatus, err)
	}
	return answer, nil
}
