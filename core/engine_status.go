package core

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	oneShotLimit    = 10 * time.Second
	oneShotAttempts = 3
)

// flight is one status request under way and everybody who waits for it.
type flight struct {
	session PaymentSession // as it was at the start
	token   Secret
	epoch   uint64
	cancel  context.CancelFunc
	done    chan struct{}

	// guarded by the engine's mu
	waiters int
	manual  bool

	// written before done is closed
	after PaymentSession
	err   error
}

// check asks for the status of the session, joining a request that is already
// under way. manual marks a call of the user's, which the stream always hears
// of.
func (e *engine) check(ctx context.Context, paymentID string, manual bool) (PaymentSession, error) {
	e.mu.Lock()
	f, err := e.joinLocked(paymentID, manual)
	e.mu.Unlock()
	if err != nil {
		return PaymentSession{}, err
	}
	select {
	case <-f.done:
		return f.after, f.err
	case <-ctx.Done():
		e.mu.Lock()
		defer e.mu.Unlock()
		if f.waiters--; f.waiters == 0 && !errors.Is(context.Cause(ctx), errEnteredOTP) {
			f.cancel()
		}
		return e.session, context.Cause(ctx)
	}
}

func (e *engine) joinLocked(paymentID string, manual bool) (*flight, error) {
	switch {
	case e.closed:
		return nil, notSent(ErrDisposed)
	case e.api.StatusPath() == "":
		return nil, notSent(ErrUnsupported)
	case !e.exists || e.session.PaymentID != paymentID:
		return nil, notSent(ErrNoSession)
	}
	token, ok := e.tokens.Load()
	if !ok {
		return nil, errNoToken()
	}
	f := e.flight
	if f == nil || f.epoch != e.epoch || f.waiters == 0 {
		f = &flight{session: e.session, token: token, epoch: e.epoch, done: make(chan struct{})}
		var ctx context.Context
		ctx, f.cancel = context.WithCancel(e.ctx)
		e.flight = f
		go e.fly(ctx, f)
	}
	f.waiters++
	f.manual = f.manual || manual
	return f, nil
}

// fly makes the request, and a second one for the other leg where the first
// alone must not be believed: an end needs both legs, and a QR that was shown
// can still be paid while the account's leg says nothing yet.
func (e *engine) fly(ctx context.Context, f *flight) {
	defer close(f.done)
	defer f.cancel()
	answer, err := e.ask(ctx, f.session, f.token, f.session.ByAccountNumber)
	byQR := false
	if err == nil && e.twoLegs(f.session) && answer.State != StateSuccess && answer.Conflict == "" {
		ended := answer.State == StateFailed || answer.State == StateExpired
		other, otherErr := e.ask(ctx, f.session, f.token, !f.session.ByAccountNumber)
		switch {
		case otherErr != nil && ended:
			err = &marked{mark: ErrLegUnanswered, cause: otherErr}
		case otherErr != nil:
		case other.State == StateSuccess, ended && (other.Conflict != "" || other.State == StateWaitingPayment):
			answer, byQR = other, f.session.ByAccountNumber && other.Conflict == ""
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.flight == f {
		e.flight = nil
	}
	if err != nil {
		f.after, f.err = e.session, err
		return
	}
	if byQR && answer.State == StateSuccess && f.epoch == e.epoch && e.session.PaymentID == f.session.PaymentID {
		e.session.Route, e.session.ByAccountNumber = RouteQR, false // it was the QR that was paid
	}
	f.after, f.err = e.applyLocked(answer, f.session.PaymentID, f.epoch, f.manual)
}

// twoLegs tells whether money may come by two ways that the status call keeps
// apart: a QR was shown and a bank account was accepted after it; or nobody
// remembers by which way it went.
func (e *engine) twoLegs(s PaymentSession) bool {
	e.mu.Lock()
	behind := e.behind
	e.mu.Unlock()
	return behind || s.QRPayload != "" && s.Rail == RailBank && s.MaskedAccount != ""
}

// ask makes one status request for one leg.
func (e *engine) ask(ctx context.Context, s PaymentSession, token Secret, byAccount bool) (StatusResult, error) {
	e.health.update(func(h *Health) { h.Checking, h.Checks = true, h.Checks+1 })
	answer, err := e.api.FetchStatus(ctx, StatusCall{Token: token, PaymentID: s.PaymentID, OrderID: s.OrderID,
		ByAccountNumber: byAccount, Amount: s.Amount})
	e.health.report(err)
	e.health.update(func(h *Health) {
		h.Checking = false
		if err == nil {
			h.LastStatus = answer.RawStatus
		}
	})
	return answer, err
}

// oneShot asks for one leg with up to three attempts, since no tick follows
// it. A refused token is final.
func (e *engine) oneShot(ctx context.Context, s PaymentSession, token Secret, byAccount bool) (StatusResult, error) {
	if e.api.StatusPath() == "" {
		return StatusResult{}, ErrUnsupported
	}
	ctx, cancel := context.WithTimeout(ctx, oneShotLimit)
	defer cancel()
	for attempt := 1; ; attempt++ {
		answer, err := e.ask(ctx, s, token, byAccount)
		if err == nil || attempt == oneShotAttempts || errors.Is(err, ErrTokenExpired) {
			return answer, err
		}
		if wait(ctx, e.clock, pause(e.jitter, attempt, nil, e.clock.Now())) != nil {
			return answer, err
		}
	}
}

// applyLocked takes a status answer in. An answer to a question that was asked
// before the epoch changed counts only if it says success. Money is never
// refused: success is taken in any state. News that the machine has no step
// for, such as the same state again, is no error.
func (e *engine) applyLocked(answer StatusResult, paymentID string, epoch uint64, manual bool) (PaymentSession, error) {
	if e.session.PaymentID != paymentID {
		return e.session, fmt.Errorf("%s: %w: it was replaced meanwhile", OpFetchStatus, ErrNoSession)
	}
	before := e.session
	if answer.Conflict != "" {
		if e.session.Conflict != answer.Conflict {
			e.session.Conflict = answer.Conflict
			e.emitLocked(EventConflict, OpFetchStatus, before, answer.RawStatus)
		}
		return e.session, fmt.Errorf("%s: %w", OpFetchStatus, ErrConflict)
	}
	fresh := epoch == e.epoch && before.State != StateSuccess || answer.State == StateSuccess
	if fresh {
		e.takeFactsLocked(answer)
		if trigger, news := reported[answer.State]; news {
			if _, err := e.machine.Next(before.State, trigger); err == nil {
				_ = e.moveLocked(trigger) // asked just above
			}
		}
	}
	unheardOf := answer.State == "" && e.session.RawStatus != before.RawStatus
	news := e.session.State != before.State || e.session.TransactionID != before.TransactionID || unheardOf
	switch {
	case manual:
		e.emitLocked(EventCall, OpFetchStatus, before, answer.RawStatus)
	case news:
		e.emitLocked(EventState, OpFetchStatus, before, answer.RawStatus)
	}
	return e.session, nil
}

// takeFactsLocked keeps the answer's word and transaction. A transaction that
// a settled session has is not exchanged for another.
func (e *engine) takeFactsLocked(answer StatusResult) {
	e.session.RawStatus = answer.RawStatus
	if answer.TransactionID != "" && (e.session.State != StateSuccess || e.session.TransactionID == "") {
		e.session.TransactionID = answer.TransactionID
	}
}
