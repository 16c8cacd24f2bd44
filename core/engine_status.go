package core

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sanduq/core/wire"
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
	if err := alive(ctx); err != nil {
		return e.current(), err
	}
	token, err := e.tokens.load(ctx)
	e.lock()
	f, err := e.joinLocked(paymentID, token, err, manual)
	e.unlock()
	if err != nil {
		return PaymentSession{}, err
	}
	select {
	case <-f.done:
		return f.after, f.err
	case <-ctx.Done():
		e.lock()
		defer e.unlock()
		if f.waiters--; f.waiters == 0 && !leavesFlight(context.Cause(ctx)) {
			f.cancel()
		}
		return e.session, context.Cause(ctx)
	}
}

func (e *engine) joinLocked(paymentID string, token Secret, noToken error, manual bool) (*flight, error) {
	switch {
	case e.closed:
		return nil, notSent(ErrDisposed)
	case e.statusPath == "":
		return nil, notSent(ErrUnsupported)
	case !e.exists || e.session.PaymentID != paymentID:
		return nil, notSent(ErrNoSession)
	}
	if noToken != nil {
		e.health.update(func(h *Health) { h.LastError, h.Degraded = noToken, true })
		return nil, noToken
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

// fly makes the request, for both legs where money may come by both.
func (e *engine) fly(ctx context.Context, f *flight) {
	defer close(f.done)
	defer f.cancel()
	answer := e.askLegs(f.session, f.epoch, func(byAccount bool) (wire.StatusResult, error) {
		return e.ask(ctx, f.session, f.token, byAccount)
	})
	if answer.err != nil && e.ctx.Err() != nil {
		answer.err = &marked{mark: ErrDisposed, cause: answer.err} // given up by Close
	}
	e.lock()
	defer e.unlock()
	if e.flight == f {
		e.flight = nil
	}
	answer.call = f.manual
	f.after, f.err = e.applyLocked(answer)
}

// ask makes one status request for one leg.
func (e *engine) ask(ctx context.Context, s PaymentSession, token Secret, byAccount bool) (wire.StatusResult, error) {
	e.health.update(func(h *Health) { h.Checking, h.Checks = true, h.Checks+1 })
	answer, err := renewed(ctx, e, s, token, func(token Secret) (wire.StatusResult, error) {
		return e.api.FetchStatus(ctx, wire.StatusCall{Token: token, PaymentID: s.PaymentID, OrderID: s.OrderID,
			ByAccountNumber: byAccount, Amount: s.Amount})
	})
	e.health.report(err)
	e.health.update(func(h *Health) { h.Checking = false })
	if err != nil {
		return answer, err
	}
	return verifyAnswer(ctx, e.verify, s, answer)
}

// oneShot asks for one leg with up to three attempts, since no tick follows
// it. A 401 is final, unless it was for the time, which is known from then on; so
// is an answer in words.
func (e *engine) oneShot(ctx context.Context, s PaymentSession, token Secret, byAccount bool) (wire.StatusResult, error) {
	if e.statusPath == "" {
		return wire.StatusResult{}, ErrUnsupported
	}
	ctx, cancel := context.WithTimeout(ctx, oneShotLimit)
	defer cancel()
	for attempt := 1; ; attempt++ {
		answer, err := e.ask(ctx, s, token, byAccount)
		if err == nil || attempt == oneShotAttempts || noMoneyKnown(err) ||
			errors.Is(err, ErrUnauthorized) && !errors.Is(err, ErrClock) {
			return answer, err
		}
		if wait(ctx, e.clock, pause(e.jitter, attempt, nil, e.clock.Now())) != nil {
			return answer, err
		}
	}
}

// reading is a status answer with the question it belongs to.
type reading struct {
	legAnswer
	besides   []legAnswer // what else was answered, and decided nothing
	noMoney   bool        // every leg by which money may come answered that no payment is under way
	notYet    bool        // every leg by which money may come answered that nothing was paid so far
	paymentID string
	epoch     uint64 // as the question was asked
	call      bool   // no poller's tick: each answer is an event
}

// hearLocked publishes answers that decide nothing: calls, all the same.
func (e *engine) hearLocked(paymentID string, answers ...legAnswer) {
	for _, a := range answers {
		if a.err == nil && a.Conflict == "" && e.session.PaymentID == paymentID {
			e.emitLocked(EventCall, OpFetchStatus, e.session, replyInfo{a.RawStatus, a.RequestID})
		}
	}
}

// applyLocked takes a status answer in. An answer to a question that was asked
// before the epoch changed counts only if it says success. Money is never
// refused: success is taken in any state. News that the machine has no step
// for, such as the same state again, is no error.
func (e *engine) applyLocked(r reading) (PaymentSession, error) {
	if r.call {
		e.hearLocked(r.paymentID, r.besides...)
	}
	if r.err != nil && !r.refused() {
		return e.session, r.err
	}
	if e.session.PaymentID != r.paymentID {
		return e.session, fmt.Errorf("%s: %w: it was replaced meanwhile", OpFetchStatus, ErrNoSession)
	}
	before := e.session
	fresh := r.epoch == e.epoch && before.State != StateSuccess || r.says(StateSuccess)
	reopened := fresh && e.reopenLocked(r)
	if r.err != nil {
		if reopened {
			e.emitLocked(EventState, OpFetchStatus, before, replyInfo{request: RequestIDOf(r.err)})
		}
		return e.session, r.err
	}
	if r.Conflict != "" {
		e.health.update(func(h *Health) { h.LastStatus = "" }) // it is no word about this payment
		if e.session.Conflict != r.Conflict {
			e.session.Conflict = r.Conflict
			e.emitLocked(EventConflict, OpFetchStatus, before, replyInfo{r.RawStatus, r.RequestID})
		}
		return e.session, fmt.Errorf("%s: %w", OpFetchStatus, ErrConflict)
	}
	if fresh {
		e.health.update(func(h *Health) { h.LastStatus = r.RawStatus })
		e.creditLocked(r.legAnswer)
		e.takeFactsLocked(r.legAnswer)
		before = e.foundQRLocked(before, r)
		if trigger, news := reported[r.State]; news {
			if _, err := e.machine.Next(before.State, trigger); err == nil {
				_ = e.moveLocked(trigger) // asked just above
			}
		}
	}
	unheardOf := r.State == "" && e.session.RawStatus != before.RawStatus
	news := e.session.State != before.State || e.session.TransactionID != before.TransactionID ||
		e.session.Conflict != before.Conflict || e.session.Route != before.Route ||
		e.session.ByAccountNumber != before.ByAccountNumber || unheardOf || reopened
	switch {
	case r.call:
		e.emitLocked(EventCall, OpFetchStatus, before, replyInfo{r.RawStatus, r.RequestID})
	case news:
		e.emitLocked(EventState, OpFetchStatus, before, replyInfo{r.RawStatus, r.RequestID})
	}
	return e.session, nil
}

// reopenLocked ends the doubt about a code that was refused, once an answer that
// came after the refusal allows it: after a definite refusal one that knows of no
// money so far, after unlisted words one that knows of no payment under way. A
// code whose reply was lost, or that the gateway called a repetition, stays open
// until the cap.
func (e *engine) reopenLocked(r reading) bool {
	if e.session.State != StateOTPRequired || !e.session.OTPUnresolved ||
		!(e.code.mark.Definite && r.notYet || e.code.mark.Worded && r.noMoney) {
		return false
	}
	e.session.OTPUnresolved, e.code.mark = false, otpMark{}
	e.epoch++
	e.stopPollingLocked(errEnteredOTP)
	return true
}

// takeFactsLocked keeps the answer's word and transaction, and takes back an
// earlier conflict if this answer is about the right payment by its own words.
// A transaction that a settled session has is not exchanged for another; what
// stood in its place before the settlement was none. One that it lacks is taken
// from the leg that settled it alone: the other leg's may be of a second debit,
// see secondAnswer.
func (e *engine) takeFactsLocked(answer legAnswer) {
	settled := e.session.State == StateSuccess
	if settled && answer.byAccount != e.session.ByAccountNumber {
		return
	}
	e.session.RawStatus = answer.RawStatus
	if answer.Named {
		e.session.Conflict = ""
	}
	if answer.TransactionID != "" && (!settled || e.session.TransactionID == "") || answer.State == StateSuccess && !settled {
		e.session.TransactionID = answer.TransactionID
	}
}
