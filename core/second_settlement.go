package core

import "context"

// PayableTwice reports whether the gateway might debit this payment twice: a code
// left for the bank account, and a QR was asked for or a code left for a wallet; or
// a code left for a leg by which money might have come already. One payment is
// meant to be paid once; whether a gateway sees to it is not this side's knowledge,
// so a program that answers for money asks on with SecondSettlement after the first
// success.
func (w *WebSDK) PayableTwice() bool {
	e := w.on()
	e.lock()
	defer e.unlock()
	return len(e.secondLegsLocked()) > 0
}

// secondLegsLocked are the legs by which a settled payment may be debited once more.
func (e *engine) secondLegsLocked() (legs []bool) {
	sent, own := e.code.sent, e.session.ByAccountNumber
	if e.stale || sent.Bank && (e.session.QROut() || sent.Wallet) {
		legs = append(legs, !own)
	}
	if sent.Again {
		legs = append(legs, own)
	}
	return legs
}

// SecondSettlement asks, of a payment that is settled, each leg by which it may be
// debited once more, and returns what a leg was settled by, where that may be money of
// its own:
//
//   - A leg that names a transaction other than the receipt's was debited: that is
//     certain.
//   - A leg that did not settle the payment, said after the settlement that no money
//     came by it (pending, failed, expired, or that it knows no such payment), and now
//     says success without two transactions to compare, may have been debited, or may
//     have learned late of the one debit: Settlement.Uncertain. Its transaction may be
//     blank.
//   - A leg that names the receipt's transaction, or none from the beginning, speaks of
//     the payment as a whole. That is no evidence; nor is silence, or a word that
//     nobody knows.
//
// The zero Settlement means that no such money is known at the moment. Of the session
// nothing changes but SecondPending; an answer is an event like any call's. Errors:
// ErrNoSession before the payment is settled, or where it cannot be PayableTwice;
// otherwise as RefreshStatus.
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
	legs := e.secondLegsLocked()
	e.unlock()
	if session.State != StateSuccess || len(legs) == 0 {
		return Settlement{}, notSent(ErrNoSession)
	}
	if e.statusPath == "" {
		return Settlement{}, notSent(ErrUnsupported)
	}
	for _, byAccount := range legs {
		answer, askErr := e.ask(ctx, session, token, byAccount)
		leg := legAnswer{StatusResult: answer, byAccount: byAccount, err: askErr}
		if leg.silent() {
			err = askErr // and the other leg is asked all the same
		} else if second := e.secondAnswer(session, leg); second != (Settlement{}) {
			return second, nil
		}
	}
	return Settlement{}, err
}

// secondAnswer takes in what a leg says of a payment that is settled, or that it knows
// of none, and returns the money that it tells of, where that may be its own.
func (e *engine) secondAnswer(session PaymentSession, leg legAnswer) Settlement {
	e.lock()
	defer e.unlock()
	if e.session.PaymentID != session.PaymentID {
		return Settlement{}
	}
	other := leg.byAccount != session.ByAccountNumber
	if leg.refused() {
		if before := e.session; other && !before.SecondPending {
			e.session.SecondPending = true
			e.emitLocked(EventCall, OpFetchStatus, before, replyInfo{request: RequestIDOf(leg.err)})
		}
		return Settlement{}
	}
	if other && leg.says(StatePending, StateWaitingPayment, StateFailed, StateExpired) {
		e.session.SecondPending = true
	}
	e.hearLocked(session.PaymentID, leg)
	ours, theirs := e.session.TransactionID, leg.TransactionID
	whole := theirs != "" && theirs == ours // of the payment, not of the leg
	certain := theirs != "" && ours != ""
	if !leg.says(StateSuccess) || whole || !certain && !(other && e.session.SecondPending) {
		return Settlement{}
	}
	return Settlement{PaymentID: session.PaymentID, OrderID: session.OrderID, TransactionID: theirs, Uncertain: !certain}
}
