package core

import "context"

// PayableTwice reports whether the gateway might debit this payment by two legs:
// a code left for the bank account, and a QR was asked for or a code left for a
// wallet. One payment is meant to be paid once; whether a gateway sees to it is
// not this side's knowledge, so a program that answers for money asks on with
// SecondSettlement after the first success.
func (w *WebSDK) PayableTwice() bool {
	e := w.on()
	e.lock()
	defer e.unlock()
	return e.payableTwiceLocked()
}

func (e *engine) payableTwiceLocked() bool {
	return e.stale || e.code.sent.Bank && (e.session.QROut() || e.code.sent.Wallet)
}

// SecondSettlement asks, of a payment that is settled, the leg that did not
// settle it. It returns what that leg was settled by, when that is money of its
// own and the customer was debited twice: it names a transaction other than the
// receipt's, or it names none and has said before, after the settlement, that no
// money came by it; TransactionID is blank then. The zero Settlement means that
// it knows no such money at the moment; a leg that names the same transaction, or
// none from the beginning, speaks of the payment as a whole. Of the session
// nothing changes but SecondPending; an answer is an event like any call's. Errors:
// ErrNoSession before the payment is settled, or where it cannot be
// PayableTwice; otherwise as RefreshStatus.
func (w *WebSDK) SecondSettlement(ctx context.Context) (Settlement, error) {
	return w.on().secondSettlement(ctx)
}

func (e *engine) secondSettlement(ctx context.Context) (Settlement, error) {
	if err := alive(ctx); err != nil {
		return Settlement{}, err
	}
	if e.ctx.Err() != nil {
		return Settlement{}, notSent(ErrDisposed)
	}
	session, token, err := e.need(ctx)
	if err != nil {
		return Settlement{}, err
	}
	e.lock()
	twice := e.payableTwiceLocked()
	e.unlock()
	if session.State != StateSuccess || !twice {
		return Settlement{}, notSent(ErrNoSession)
	}
	if e.statusPath == "" {
		return Settlement{}, notSent(ErrUnsupported)
	}
	answer, err := e.ask(ctx, session, token, !session.ByAccountNumber)
	switch {
	case noMoneyKnown(err):
		return Settlement{}, nil
	case err != nil:
		return Settlement{}, err
	}
	leg := legAnswer{StatusResult: answer}
	e.lock()
	defer e.unlock()
	if e.session.PaymentID != session.PaymentID {
		return Settlement{}, notSent(ErrNoSession)
	}
	if leg.says(StatePending, StateWaitingPayment, StateFailed, StateExpired) {
		e.session.SecondPending = true
	}
	e.hearLocked(session.PaymentID, leg)
	ours := e.session.TransactionID
	switch {
	case !leg.says(StateSuccess), answer.TransactionID != "" && answer.TransactionID == ours:
		return Settlement{}, nil
	case answer.TransactionID != "" && ours != "", e.session.SecondPending:
		return Settlement{PaymentID: session.PaymentID, OrderID: session.OrderID, TransactionID: answer.TransactionID}, nil
	}
	return Settlement{}, nil
}
