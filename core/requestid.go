package core

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"sanduq/core/internal/fold"
	"sanduq/core/wire"
)

// A request id names one call, all its attempts included. It goes out as
// X-Request-Id and is in the call's log lines, error and event, so that what
// this side saw can be found in the gateway's log.

const maxRequestID = 64

// identified returns a context that carries the call's id, and the id.
func identified(ctx context.Context) (context.Context, string) {
	if id := wire.RequestIDFrom(ctx); id != "" && len(id) <= maxRequestID && !hasControl(id) && fold.ASCII(id) {
		return ctx, id
	}
	id := rand.Text()[:12]
	return wire.WithRequestID(ctx, id), id
}

// callError is the error of one call, with the id that the call went out by.
type callError struct {
	op    Operation
	id    string
	cause error
}

func (e *callError) Error() string {
	return fmt.Sprintf("core: %s (request %s): %s", e.op, e.id, unnamed(e.cause))
}
func (e *callError) Unwrap() error { return e.cause }

// RequestIDOf returns the id of the request that an error is about; blank when
// it is about none. The gateway's own id, where it answered with one, is in
// PaymentAPIError.RequestID.
func RequestIDOf(err error) string {
	if call, ok := errors.AsType[*callError](err); ok {
		return call.id
	}
	if refusal, ok := errors.AsType[*PaymentAPIError](err); ok {
		return refusal.RequestID
	}
	return ""
}

// named gives the error of a call its id, unless it has one.
func named(op Operation, id string, err error) error {
	if err == nil {
		return nil
	}
	if _, has := errors.AsType[*callError](err); has {
		return err
	}
	return &callError{op: op, id: id, cause: err}
}
