package core

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"
)

// Code that the program gives to the SDK (a TokenStore, a log handler, a
// Signer, a hook, a PaymentAPI) may call back, wait or panic. It is never called
// with a lock held, never waited for without end, and its panics end with it.

// ErrCallback: code that was given to the SDK panicked, or did not return in
// time.
var ErrCallback = errors.New("core: code given to the SDK failed")

// How long code of the program's is waited for. It runs on after that, unheard.
const (
	storePatience = 2 * time.Second
	logPatience   = 100 * time.Millisecond
)

// lane runs code of the program's apart, a few calls at a time. While one of
// them is overdue nobody waits for another.
type lane struct {
	places chan struct{}
	stuck  atomic.Int32
}

func newLane() *lane { return &lane{places: make(chan struct{}, 8)} }

// run calls f and waits until it has returned, limit has passed (zero: never)
// or the context ends. Only without an error may what f wrote be read.
func (l *lane) run(ctx context.Context, limit time.Duration, f func()) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if l.stuck.Load() > 0 && limit > 0 {
		return fmt.Errorf("%w: an earlier call has not returned", ErrCallback)
	}
	var over <-chan time.Time
	if limit > 0 {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case l.places <- struct{}{}:
	case <-over:
		return fmt.Errorf("%w: it is busy", ErrCallback)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	done, late := make(chan error, 1), new(atomic.Int32)
	go func() {
		defer func() {
			if late.Add(1) == 2 {
				l.stuck.Add(-1)
			}
			<-l.places
		}()
		err := fmt.Errorf("%w: its goroutine ended", ErrCallback)
		defer func() { done <- err }()
		err = catchPanic(f)
	}()
	select {
	case err := <-done:
		return err
	case <-over:
		l.stuck.Add(1)
		if late.Add(1) == 2 { // it has just returned
			l.stuck.Add(-1)
		}
		return fmt.Errorf("%w: it did not return within %v", ErrCallback, limit)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// catchPanic turns a panic into an error. What was panicked with may hold secrets
// and is named by its type alone.
func catchPanic(f func()) (err error) {
	defer recoverInto(&err)
	f()
	return nil
}

func recoverInto(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: it panicked with a %T", ErrCallback, r)
	}
}

// alive reports why nothing may be sent under a context; nil when it may.
func alive(ctx context.Context) error {
	if ctx == nil {
		return notSent(fmt.Errorf("%w: nil context", ErrInvalidRequest))
	}
	if ctx.Err() != nil {
		return notSent(context.Cause(ctx))
	}
	return nil
}

// guardLogger returns a logger whose handler can neither hold the SDK up nor end
// it. A record that cannot be handed over in time is lost.
func guardLogger(l *slog.Logger) *slog.Logger {
	if l == nil || l.Handler() == nil || l.Handler() == slog.DiscardHandler {
		return slog.New(slog.DiscardHandler)
	}
	if _, is := l.Handler().(guardedHandler); is {
		return l
	}
	return slog.New(guardedHandler{l.Handler(), newLane()})
}

type guardedHandler struct {
	inner slog.Handler
	lane  *lane
}

// Enabled implements slog.Handler.
func (h guardedHandler) Enabled(ctx context.Context, level slog.Level) bool {
	answer := make(chan bool, 1)
	if h.lane.run(context.Background(), logPatience, func() { answer <- h.inner.Enabled(ctx, level) }) != nil {
		return false
	}
	return <-answer
}

// Handle implements slog.Handler.
func (h guardedHandler) Handle(ctx context.Context, record slog.Record) error {
	return h.lane.run(context.Background(), logPatience, func() { _ = h.inner.Handle(ctx, record) })
}

// WithAttrs implements slog.Handler.
func (h guardedHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return guardedHandler{h.inner.WithAttrs(attrs), h.lane}
}

// WithGroup implements slog.Handler.
func (h guardedHandler) WithGroup(name string) slog.Handler {
	return guardedHandler{h.inner.WithGroup(name), h.lane}
}

// guardedAPI is a PaymentAPI under which a dead context sends nothing and a panic
// is an outcome that nobody knows.
type guardedAPI struct{ inner PaymentAPI }

func guarded[T any](ctx context.Context, op Operation, call func(context.Context) (T, error), request func(*T) *string) (result T, err error) {
	if err := alive(ctx); err != nil {
		return result, err
	}
	ctx, id := identified(ctx)
	if panicked := catchPanic(func() { result, err = call(ctx) }); panicked != nil {
		var none T
		return none, named(op, id, outcomeUnknown(panicked))
	}
	if given := request(&result); *given == "" {
		*given = id
	}
	return result, named(op, id, err)
}

func (a guardedAPI) Initiate(ctx context.Context, call InitiateCall) (InitiateResult, error) {
	return guarded(ctx, OpInitiate, func(ctx context.Context) (InitiateResult, error) { return a.inner.Initiate(ctx, call) },
		func(r *InitiateResult) *string { return &r.RequestID })
}

func (a guardedAPI) GenerateQR(ctx context.Context, call QRCall) (QRResult, error) {
	return guarded(ctx, OpGenerateQR, func(ctx context.Context) (QRResult, error) { return a.inner.GenerateQR(ctx, call) },
		func(r *QRResult) *string { return &r.RequestID })
}

func (a guardedAPI) ValidateAccount(ctx context.Context, call ValidateCall) (ValidateResult, error) {
	return guarded(ctx, OpValidateAccount, func(ctx context.Context) (ValidateResult, error) { return a.inner.ValidateAccount(ctx, call) },
		func(r *ValidateResult) *string { return &r.RequestID })
}

func (a guardedAPI) SubmitOTP(ctx context.Context, call OTPCall) (OTPResult, error) {
	return guarded(ctx, OpSubmitOTP, func(ctx context.Context) (OTPResult, error) { return a.inner.SubmitOTP(ctx, call) },
		func(r *OTPResult) *string { return &r.RequestID })
}

func (a guardedAPI) FetchStatus(ctx context.Context, call StatusCall) (StatusResult, error) {
	return guarded(ctx, OpFetchStatus, func(ctx context.Context) (StatusResult, error) { return a.inner.FetchStatus(ctx, call) },
		func(r *StatusResult) *string { return &r.RequestID })
}

func (a guardedAPI) FetchInstitutions(ctx context.Context, token Secret) ([]Institution, error) {
	return guarded(ctx, OpInstitutions, func(ctx context.Context) ([]Institution, error) { return a.inner.FetchInstitutions(ctx, token) },
		func(*[]Institution) *string { return new(string) })
}

// statusPath asks for the path once: an answer that changed, or did not come,
// would otherwise be waited for under a lock.
func (a guardedAPI) statusPath() (path string) {
	_ = catchPanic(func() { path = a.inner.StatusPath() })
	return path
}

// noAPI stands in for a PaymentAPI that was not given.
type noAPI struct{}

func errNoAPI() error { return notSent(fmt.Errorf("%w: no PaymentAPI", ErrInvalidRequest)) }

func (noAPI) Initiate(context.Context, InitiateCall) (InitiateResult, error) {
	return InitiateResult{}, errNoAPI()
}
func (noAPI) GenerateQR(context.Context, QRCall) (QRResult, error) { return QRResult{}, errNoAPI() }
func (noAPI) ValidateAccount(context.Context, ValidateCall) (ValidateResult, error) {
	return ValidateResult{}, errNoAPI()
}
func (noAPI) SubmitOTP(context.Context, OTPCall) (OTPResult, error) { return OTPResult{}, errNoAPI() }
func (noAPI) FetchStatus(context.Context, StatusCall) (StatusResult, error) {
	return StatusResult{}, errNoAPI()
}
func (noAPI) FetchInstitutions(context.Context, Secret) ([]Institution, error) {
	return nil, errNoAPI()
}
func (noAPI) StatusPath() string { return "" }
