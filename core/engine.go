package core

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"sanduq/core/internal/fanout"
	"sanduq/core/ledger"
)

// engine owns one payment session: it decides what may be sent, keeps the
// session, and tells the stream. Two rules order everything:
//   - calls that move a payment run one at a time (begin);
//   - session and events change together under mu, so the stream and
//     CurrentSession never disagree, and an event is out before the call that
//     caused it returns.
//
// mu is never held while the network is waited for, nor while code of the
// program's runs (callbacks.go).
type engine struct {
	sessionLock

	api     guardedAPI
	tokens  *tokenCache
	jitter  Jitter
	machine PaymentStateMachine
	hooks   *callbacks
	renewal *tokenRenewal

	ctx    context.Context // of status requests: ends with close
	cancel context.CancelCauseFunc
	turn   chan struct{} // holds one token while a call is under way
	poll   *poller
	health *healthBoard

	statusPath string // blank when the service offers no status

	// Guarded by the lock.
	events   eventLog
	verifier func(context.Context, ledger.Settlement) error
	session  PaymentSession
	exists   bool
	closed   bool
	epoch    uint64 // grows when answers to older status requests become stale
	code     codeState
	keys     idempotencyKeys
	flight   *flight
	asksQR   bool // a QR is asked for at this moment
	stale    bool // the session was restored from an older state than the last one
}

func newEngine(api PaymentAPI, tokens TokenStore) *engine {
	if api == nil {
		api = noAPI{}
	}
	e := &engine{
		sessionLock: sessionLock{clock: SystemClock(), log: slog.New(slog.DiscardHandler)},
		api:         guardedAPI{api}, tokens: newTokenCache(tokens), hooks: newCallbacks(atOnce), jitter: fullJitter,
		poll: &poller{schedule: DefaultPollSchedule()},
		turn: make(chan struct{}, 1), events: eventLog{hub: fanout.New[PaymentEvent]()},
	}
	e.renewal = &tokenRenewal{tokens: e.tokens, hooks: e.hooks, asking: make(chan struct{}, 1)}
	e.ctx, e.cancel = context.WithCancelCause(context.Background())
	return e
}

// wire connects the parts once the options are known.
func (e *engine) wire() {
	e.log = guardLogger(e.log)
	e.tokens.log = e.log
	e.statusPath = e.api.statusPath()
	e.health = &healthBoard{clock: e.clock, watchers: make(map[*watcher]struct{})}
	if c, able := e.api.inner.(interface{ ClockOffset() time.Duration }); able {
		e.health.offset = c.ClockOffset
	}
	e.renewal.log = e.log
	e.poll.clock, e.poll.now = e.clock, func() time.Time { return e.now }
	e.poll.tick, e.poll.capped = e.pollTick, e.pollCapped
}

// unbuilt is the engine of a WebSDK that NewWebSDK did not make: a closed one.
func unbuilt() *engine {
	e := newEngine(nil, nil)
	e.wire()
	e.close()
	return e
}

// waitForCall waits for its turn to make a call. What ends the wait is ErrNotSent.
func (e *engine) waitForCall(ctx context.Context) (end func(), err error) {
	if err := alive(ctx); err != nil {
		return nil, err
	}
	select {
	case e.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, notSent(context.Cause(ctx))
	case <-e.ctx.Done():
		return nil, notSent(ErrDisposed)
	}
	err = alive(ctx)
	if e.ctx.Err() != nil {
		err = notSent(ErrDisposed)
	}
	if err != nil {
		<-e.turn
		return nil, err
	}
	return func() { <-e.turn }, nil
}

// need returns the session and its token, or why there is nothing to call
// with.
func (e *engine) need(ctx context.Context) (PaymentSession, Secret, error) {
	token, err := e.tokens.load(ctx)
	e.lock()
	defer e.unlock()
	if !e.exists {
		return PaymentSession{}, Secret{}, notSent(ErrNoSession)
	}
	return e.session, token, err
}

// permit returns the transition error that a trigger would meet now, marked as
// not sent, since it is asked before a call.
func (e *engine) permit(trigger Trigger) error {
	e.lock()
	defer e.unlock()
	if _, err := e.machine.Next(e.session.State, trigger); err != nil {
		return notSent(err)
	}
	return nil
}

// moveLocked takes one step of the machine and does what each state implies
// for the poller and for a code whose outcome was open.
func (e *engine) moveLocked(trigger Trigger) error {
	from := e.session.State
	to, err := e.machine.Next(from, trigger)
	if err != nil {
		return err
	}
	e.session.State = to
	if e.machine.Late(from, to) {
		e.session.Late = true
	}
	switch {
	case to == StateOTPRequired:
		e.epoch++
		e.stopPollingLocked(errEnteredOTP)
	default:
		e.session.OTPUnresolved = false
		e.code.nameIn(&e.session, from)
		if to.Ended() {
			e.stopPollingLocked(errPollStopped)
		}
		if from == StateOTPRequired && trigger == TriggerStatusProcessing {
			e.startPollingLocked(e.session.PaymentID, nil, false) // it was off for code entry
		}
	}
	e.logLocked(slog.LevelDebug, "payment session moved", "payment", e.session.PaymentID, "from", from, "trigger", trigger, "to", to)
	return nil
}

// replyInfo is what a reply said, and which request it answered.
type replyInfo struct{ raw, request string }

// emitLocked publishes the session as it now stands. A restored session keeps
// the time of its own last change.
func (e *engine) emitLocked(kind EventKind, op Operation, before PaymentSession, by replyInfo) {
	now := e.now.UTC().Round(0)
	if e.session != before && kind != EventRestored {
		e.session.UpdatedAt = now
	}
	e.events.publish(PaymentEvent{Kind: kind, Operation: op, Before: before,
		After: e.session, At: now, RawStatus: by.raw, RequestID: by.request})
}

// eventLog is the sequence of a session's events. The engine's lock guards it.
type eventLog struct {
	hub *fanout.Hub[PaymentEvent]
	seq uint64
}

// publish numbers an event and hands it to every stream.
func (l *eventLog) publish(e PaymentEvent) {
	l.seq++
	e.Seq = l.seq
	l.hub.Publish(e)
}

// concludeLocked applies a successful call's trigger and facts and publishes
// them as one event. If the money arrived while the call was under way, the
// call changes nothing and still succeeds.
func (e *engine) concludeLocked(op Operation, paymentID string, trigger Trigger, by replyInfo, facts func(*PaymentSession)) error {
	if e.session.PaymentID != paymentID {
		return fmt.Errorf("%s: %w: it was replaced meanwhile", op, ErrNoSession)
	}
	before := e.session
	if before.State != StateSuccess {
		if err := e.moveLocked(trigger); err != nil {
			return err
		}
		facts(&e.session)
	}
	e.emitLocked(EventCall, op, before, by)
	return nil
}

func (e *engine) current() PaymentSession {
	e.lock()
	defer e.unlock()
	return e.session
}

// institutions asks for the list. It is a successful call like any other, so
// the stream hears of it.
func (e *engine) institutions(ctx context.Context) ([]Institution, error) {
	if err := alive(ctx); err != nil {
		return nil, err
	}
	if e.ctx.Err() != nil {
		return nil, notSent(ErrDisposed)
	}
	token, err := e.tokens.load(ctx)
	if err != nil {
		return nil, err
	}
	ctx, id := identified(ctx)
	list, err := renewed(ctx, e, e.current(), token, func(token Secret) ([]Institution, error) {
		return e.api.FetchInstitutions(ctx, token)
	})
	e.health.report(err)
	if err != nil {
		return nil, err
	}
	e.lock()
	defer e.unlock()
	e.emitLocked(EventCall, OpInstitutions, e.session, replyInfo{request: id})
	return list, nil
}

// close ends everything. A call that moves a payment is not cut off: its
// caller's context does that, and the stream ends after what it brings.
func (e *engine) close() {
	e.lock()
	e.closed = true
	e.poll.dispose()
	e.unlock()
	e.cancel(ErrDisposed)
	select {
	case e.turn <- struct{}{}:
		e.events.hub.Close()
		<-e.turn
	default:
		go func() {
			e.turn <- struct{}{} // the call ends within its own limits
			e.events.hub.Close()
			<-e.turn
		}()
	}
	e.health.close()
	e.hooks.close()
	e.tokens.callbacks.close()
	closeLogger(e.log)
}
