package core

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"strings"

	"sanduq/core/internal/fanout"
)

// WebSDK is the facade over one payment session: one instance for each. All
// methods are safe for concurrent use; calls that move the payment run one at
// a time. Every change reaches the stream before the method that caused it
// returns. A nil or zero WebSDK behaves
// like a closed one.
type WebSDK struct{ engine *engine }

// on returns the engine, also of a WebSDK that NewWebSDK did not make.
func (w *WebSDK) on() *engine {
	if w == nil || w.engine == nil {
		return unbuilt()
	}
	return w.engine
}

// Option changes how a WebSDK works.
type Option func(*engine)

// WithClock replaces the machine's clock; nil leaves it.
func WithClock(c Clock) Option {
	return func(e *engine) {
		if c != nil {
			e.clock = c
		}
	}
}

// WithLogger lets the SDK log; by default it is silent. No secret is logged.
func WithLogger(l *slog.Logger) Option { return func(e *engine) { e.log = l } }

// WithSchedule replaces the schedule of the pollers that the SDK starts by
// itself.
func WithSchedule(s PollSchedule) Option { return func(e *engine) { e.poll.schedule = s } }

// WithJitter replaces the random source of the waits between one-shot checks.
func WithJitter(j Jitter) Option {
	return func(e *engine) {
		if j != nil {
			e.jitter = j
		}
	}
}

// NewWebSDK builds the facade. It sends nothing. Without a TokenStore the token
// is kept in memory; without a PaymentAPI every call fails with
// ErrInvalidRequest.
func NewWebSDK(api PaymentAPI, tokens TokenStore, options ...Option) *WebSDK {
	e := newEngine(api, tokens)
	for _, option := range options {
		if option != nil {
			option(e)
		}
	}
	e.wire()
	return &WebSDK{engine: e}
}

// Initialize saves a bearer token that came from elsewhere. A blank token does
// nothing.
func (w *WebSDK) Initialize(token Secret) {
	if e := w.on(); strings.TrimSpace(token.Reveal()) != "" && e.ctx.Err() == nil {
		e.tokens.set(token)
		e.tokens.save(token)
	}
}

// ReadClientToken returns the saved token; false when there is none.
func (w *WebSDK) ReadClientToken() (Secret, bool) {
	token, err := w.on().tokens.load(context.Background())
	return token, err == nil
}

// ClearSession forgets the saved token. Requests in flight go on, and the
// session stays readable. Polling ends, since nothing can be asked without a token:
// EventPollingDenied says so, and Health.LastError why. It may be started again once
// there is a token.
func (w *WebSDK) ClearSession() { w.on().clearSession() }

// RestoreSession puts a session back as a snapshot has it and sends
// EventRestored, after the call that is under way. It is no transition, it
// starts no poller, and it forgets nothing: it overwrites neither a success nor
// a code whose outcome is open nor a newer state of the same payment, and
// idempotency keys that the snapshot does not hold stay. Errors match
// ErrSnapshot, or ErrDisposed.
func (w *WebSDK) RestoreSession(s Snapshot) error { return w.on().restoreSnapshot(s) }

// Snapshot puts the session down for RestoreSession, together with every
// idempotency key that was used. It fails with ErrNoSession while there is
// neither.
func (w *WebSDK) Snapshot() (Snapshot, error) { return w.on().snapshot() }

// SnapshotBeforeOTP returns the snapshot to make durable before SubmitOTP is
// called with the same request. If the machine stops before the outcome is
// stored, restoring it yields an unresolved session, which is the truth then.
// It returns the error that SubmitOTP would return without sending anything.
func (w *WebSDK) SnapshotBeforeOTP(req SubmitOTPRequest) (Snapshot, error) {
	return w.on().snapshotBeforeOTP(req)
}

// CreateInvoice opens the payment at the gateway: state pending. The request
// reaches the wire at most once for each idempotency key; a key used before
// returns the first call's session or error. A key counts as unused after
// ErrNotSent. Errors are exactly one of three: ErrNotSent, *PaymentAPIError,
// ErrOutcomeUnknown.
func (w *WebSDK) CreateInvoice(ctx context.Context, req CreateInvoiceRequest) (PaymentSession, error) {
	return w.on().createInvoice(ctx, req)
}

// GenerateQR asks for the QR payload: state qrGenerated. It starts the poller.
func (w *WebSDK) GenerateQR(ctx context.Context, req GenerateQRRequest) (PaymentSession, error) {
	return w.on().generateQR(ctx, req)
}

// ValidateAccount names the paying account or wallet: state otpRequired, code
// sent, poller off. If a QR is on show, its leg is asked first; a session that
// turns out to be paid is returned as it is, without an error, and nothing
// more is sent. ErrLegUnanswered: the check had no answer and nothing was sent.
// ErrUnresolved: an earlier code has no outcome yet.
func (w *WebSDK) ValidateAccount(ctx context.Context, req ValidateAccountRequest) (PaymentSession, error) {
	return w.on().validateAccount(ctx, req)
}

// SubmitOTP hands over the code. Bank: waitingPayment, and the poller starts.
// Wallet: success, failed, or authorized after a one-shot check. A refusal in
// words (4xx) changes no state. ErrOutcomeUnknown: nobody knows; the session is
// marked OTPUnresolved and polled. See ValidateAccount for ErrLegUnanswered
// and ErrUnresolved.
func (w *WebSDK) SubmitOTP(ctx context.Context, req SubmitOTPRequest) (PaymentSession, error) {
	return w.on().submitOTP(ctx, req)
}

// RefreshStatus asks once for the status, or joins a request in flight. Each
// answered call is one event. ErrUnsupported without a status path,
// ErrNoSession for another payment, ErrConflict when the answer spoke of
// something else, ErrUnauthorized and what it was for on 401.
func (w *WebSDK) RefreshStatus(ctx context.Context, paymentID string) (PaymentSession, error) {
	return w.on().check(ctx, paymentID, true)
}

// FetchInstitutions returns the banks and wallet providers to choose from.
func (w *WebSDK) FetchInstitutions(ctx context.Context) ([]Institution, error) {
	return w.on().institutions(ctx)
}

// SupportsStatusPolling is true when the API client has a status path.
func (w *WebSDK) SupportsStatusPolling() bool { return w.on().statusPath != "" }

// StartStatusPolling starts asking for the status on a schedule; nil means the
// default one. A schedule takes the place of the one by which the SDK polls by
// itself; a second start of the program's has no effect. For a payment that is
// not this SDK's it leaves the poller alone and sends EventPollingRefused. It
// does nothing before there is a session, without a status path, after
// DisposeStatusPolling, for a settled session, and while the customer enters a
// code.
func (w *WebSDK) StartStatusPolling(paymentID string, schedule *PollSchedule) {
	w.on().startPolling(paymentID, schedule)
}

// StopStatusPolling stops the poller, if it runs.
func (w *WebSDK) StopStatusPolling() { w.on().stopPolling() }

// DisposeStatusPolling stops the poller for good.
func (w *WebSDK) DisposeStatusPolling() { w.on().disposePolling() }

// CurrentSession returns the newest session; false before there is one.
func (w *WebSDK) CurrentSession() (PaymentSession, bool) {
	e := w.on()
	e.mu.Lock() // no code of the program's runs here, its clock included
	defer e.mu.Unlock()
	return e.session, e.exists
}

// Health returns what is known of the connection.
func (w *WebSDK) Health() Health { return w.on().health.read() }

// WatchHealth calls fn with the newest Health now and after each change, one
// call at a time, off the engine's path: a slow fn misses intermediate values,
// never the last. cancel ends it, from anywhere, fn included.
func (w *WebSDK) WatchHealth(fn func(Health)) (cancel func()) { return w.on().health.watch(fn) }

// Close stops the poller, status requests and watchers. Calls that are under way
// return by themselves; later ones fail with ErrDisposed. The stream ends after what
// it already holds, or after the event of a call that moves the payment and is
// under way.
func (w *WebSDK) Close() { w.on().close() }

// Subscription is one reader of the session stream. See PaymentEvent for the
// contract.
type Subscription struct {
	events  *fanout.Subscription[PaymentEvent]
	session PaymentSession
	exists  bool
}

// Snapshot returns the session at the moment of subscribing; false before
// there was one. Every later event follows it without a gap.
func (s *Subscription) Snapshot() (PaymentSession, bool) {
	if s == nil {
		return PaymentSession{}, false
	}
	return s.session, s.exists
}

func (s *Subscription) none() bool { return s == nil || s.events == nil }

// Next returns the next event, waiting for it if need be. Events that are there
// already are returned even under a context that has ended. ErrStreamClosed
// after Close and at the end of the stream.
func (s *Subscription) Next(ctx context.Context) (PaymentEvent, error) {
	switch {
	case s.none():
		return PaymentEvent{}, ErrStreamClosed
	case ctx == nil:
		return PaymentEvent{}, fmt.Errorf("%w: nil context", ErrInvalidRequest)
	}
	event, err := s.events.Next(ctx)
	if errors.Is(err, fanout.ErrClosed) {
		err = ErrStreamClosed
	}
	return event, err
}

// TryNext returns the next event if there is one.
func (s *Subscription) TryNext() (PaymentEvent, bool) {
	if s.none() {
		return PaymentEvent{}, false
	}
	return s.events.TryNext()
}

// C returns a channel that delivers the events and is closed after the last. A
// stream that ended while nobody read from the channel is given up after half a
// second, so that nothing is left behind; Next has no such limit.
func (s *Subscription) C() <-chan PaymentEvent {
	if s.none() {
		closed := make(chan PaymentEvent)
		close(closed)
		return closed
	}
	return s.events.C()
}

// Events returns what Next does, one after the other, until the stream or ctx ends.
// A context that ended is the last error; the end of the stream is none. Leaving
// the loop leaves the subscription open.
func (s *Subscription) Events(ctx context.Context) iter.Seq2[PaymentEvent, error] {
	return func(yield func(PaymentEvent, error) bool) {
		for {
			event, err := s.Next(ctx)
			if errors.Is(err, ErrStreamClosed) || !yield(event, err) || err != nil {
				return
			}
		}
	}
}

// Close gives the subscription up. Closing again does nothing.
func (s *Subscription) Close() {
	if !s.none() {
		s.events.Close()
	}
}

// SessionStream subscribes to the stream. Close the subscription when done.
func (w *WebSDK) SessionStream() *Subscription {
	e := w.on()
	e.lock()
	defer e.unlock()
	return &Subscription{events: e.events.hub.Subscribe(nil), session: e.session, exists: e.exists}
}
