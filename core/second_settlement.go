package core

import (
	"context"

	"sanduq/core/ledger"
)

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

func (e *engine) secondSettlement(ctx context.Context) (ledger.Settlement, error) {
	if err := alive(ctx); err != nil {
		return ledger.Settlement{}, err
	}
	if e.ctx.Err() != nil {
		return ledger.Settlement{}, notSent(ErrDisposed)
	}
	session, token, err := e.need(ctx)
	if err != nil {
		return ledger.Settlement{}, err
	}
	e.lock()
	legs := e.secondLegsLocked()
	e.unlock()
	if session.State != StateSuccess || len(legs) == 0 {
		return ledger.Settlement{}, notSent(ErrNoSession)
	}
	if e.statusPath == "" {
		return ledger.Settlement{}, notSent(ErrUnsupported)
	}
	for _, byAccount := range legs {
		answer, askErr := e.ask(ctx, session, token, byAccount)
		leg := legAnswer{StatusResult: answer, byAccount: byAccount, err: askErr}
		if leg.silent() {
			err = askErr // and the other leg is asked all the same
		} else if second := e.secondAnswer(session, leg); second != (ledger.Settlement{}) {
			return second, nil
		}
	}
	return ledger.Settlement{}, err
}

// secondAnswer takes in what a leg says of a payment that is settled, or that it knows
// of none, and returns the money that it tells of, where that may be its own.
func (e *engine) secondAnswer(session PaymentSession, leg legAnswer) ledger.Settlement {
	e.lock()
	defer e.unlock()
	if e.session.PaymentID != session.PaymentID {
		return ledger.Settlement{}
	}
	other := leg.byAccount != session.ByAccountNumber
	if leg.refused() {
		if before := e.session; other && !before.SecondPending {
			e.session.SecondPending = true
			e.emitLocked(EventCall, OpFetchStatus, before, replyInfo{request: RequestIDOf(leg.err)})
		}
		return ledger.Settlement{}
	}
	if other && leg.says(StatePending, StateWaitingPayment, StateFailed, StateExpired) {
		e.session.SecondPending = true
	}
	e.hearLocked(session.PaymentID, leg)
	ours, theirs := e.session.TransactionID, leg.TransactionID
	whole := theirs != "" && theirs == ours // of the payment, not of the leg
	certain := theirs != "" && ours != ""
	if !leg.says(StateSuccess) || whole || !certain && !(other && e.session.SecondPending) {
		return ledger.Settlement{}
	}
	return ledger.Settlement{PaymentID: session.PaymentID, OrderID: session.OrderID, TransactionID: theirs, Uncertain: !certain}
}
