package core

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"sanduq/core/wire"
)

// Code that the program gives to the SDK (a TokenStore, a log handler, a
// Signer, a hook, a PaymentAPI) may call back, wait or panic. It is never called
// with a lock held, never waited for without end, and its panics end with it.

// How long code of the program's is waited for. It runs on after that, unheard.
const (
	storeTimeout = 2 * time.Second
	logTimeout   = 100 * time.Millisecond
)

// atOnce is how many callbacks of one kind run at a time.
const atOnce = 8

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
	return slog.New(guardedHandler{l.Handler(), newCallbacks(atOnce)})
}

// closeLogger ends what a guarded logger has running.
func closeLogger(l *slog.Logger) {
	if h, is := l.Handler().(guardedHandler); is {
		h.callbacks.close()
	}
}

type guardedHandler struct {
	inner     slog.Handler
	callbacks *callbacks
}

// Enabled implements slog.Handler. The handler is asked where it is given the
// record, so that each record goes over once.
func (h guardedHandler) Enabled(context.Context, slog.Level) bool { return true }

// Handle implements slog.Handler.
func (h guardedHandler) Handle(ctx context.Context, record slog.Record) error {
	return h.callbacks.run(context.Background(), logTimeout, func() {
		if h.inner.Enabled(ctx, record.Level) {
			_ = h.inner.Handle(ctx, record)
		}
	})
}

// WithAttrs implements slog.Handler.
func (h guardedHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return guardedHandler{h.inner.WithAttrs(attrs), h.callbacks}
}

// WithGroup implements slog.Handler.
func (h guardedHandler) WithGroup(name string) slog.Handler {
	return guardedHandler{h.inner.WithGroup(name), h.callbacks}
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

func (a guardedAPI) Initiate(ctx context.Context, call wire.InitiateCall) (wire.InitiateResult, error) {
	return guarded(ctx, OpInitiate, func(ctx context.Context) (wire.InitiateResult, error) { return a.inner.Initiate(ctx, call) },
		func(r *wire.InitiateResult) *string { return &r.RequestID })
}

func (a guardedAPI) GenerateQR(ctx context.Context, call wire.QRCall) (wire.QRResult, error) {
	return guarded(ctx, OpGenerateQR, func(ctx context.Context) (wire.QRResult, error) { return a.inner.GenerateQR(ctx, call) },
		func(r *wire.QRResult) *string { return &r.RequestID })
}

func (a guardedAPI) ValidateAccount(ctx context.Context, call wire.ValidateCall) (wire.ValidateResult, error) {
	return guarded(ctx, OpValidateAccount, func(ctx context.Context) (wire.ValidateResult, error) { return a.inner.ValidateAccount(ctx, call) },
		func(r *wire.ValidateResult) *string { return &r.RequestID })
}

func (a guardedAPI) SubmitOTP(ctx context.Context, call wire.OTPCall) (wire.OTPResult, error) {
	return guarded(ctx, OpSubmitOTP, func(ctx context.Context) (wire.OTPResult, error) { return a.inner.SubmitOTP(ctx, call) },
		func(r *wire.OTPResult) *string { return &r.RequestID })
}

func (a guardedAPI) FetchStatus(ctx context.Context, call wire.StatusCall) (wire.StatusResult, error) {
	return guarded(ctx, OpFetchStatus, func(ctx context.Context) (wire.StatusResult, error) { return a.inner.FetchStatus(ctx, call) },
		func(r *wire.StatusResult) *string { return &r.RequestID })
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

func (noAPI) Initiate(context.Context, wire.InitiateCall) (wire.InitiateResult, error) {
	return wire.InitiateResult{}, errNoAPI()
}
func (noAPI) GenerateQR(context.Context, wire.QRCall) (wire.QRResult, error) {
	return wire.QRResult{}, errNoAPI()
}
func (noAPI) ValidateAccount(context.Context, wire.ValidateCall) (wire.ValidateResult, error) {
	return wire.ValidateResult{}, errNoAPI()
}
func (noAPI) SubmitOTP(context.Context, wire.OTPCall) (wire.OTPResult, error) {
	return wire.OTPResult{}, errNoAPI()
}
func (noAPI) FetchStatus(context.Context, wire.StatusCall) (wire.StatusResult, error) {
	return wire.StatusResult{}, errNoAPI()
}
func (noAPI) FetchInstitutions(context.Context, Secret) ([]Institution, error) {
	return nil, errNoAPI()
}
func (noAPI) StatusPath() string { return "" }
