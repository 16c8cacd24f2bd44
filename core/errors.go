package core

import (
	"errors"
	"fmt"

	"sanduq/core/internal/object"
	"sanduq/core/wire"
)

// Errors to be tested with errors.Is. A returned error may match several: a
// reply that was lost after the request went out matches ErrOutcomeUnknown and
// the network's own error.
var (
	// ErrNotSent: not one byte of the request left this machine; repeating the
	// call is safe.
	ErrNotSent = errors.New("core: request was not sent")
	// ErrOutcomeUnknown: the request may have been carried out; nobody here
	// can tell. Only the gateway's status can resolve it.
	ErrOutcomeUnknown = errors.New("core: outcome unknown")
	// ErrTokenExpired: the gateway answered 401 for the bearer token: it has
	// expired, or is not known. See ErrUnauthorized for the other reasons.
	ErrTokenExpired = errors.New("core: token expired or refused")
	// ErrUnsupported: the API client has no path for this operation.
	ErrUnsupported = errors.New("core: not supported by this API client")
	// ErrDisposed: the poller was disposed of, or the SDK closed.
	ErrDisposed = errors.New("core: disposed")
	// ErrEnvironment: the environment's name or its base URL is not usable.
	ErrEnvironment = wire.ErrEnvironment
	// ErrBadReply: the reply was not what the contract says: HTML, truncated,
	// wrongly typed, too large.
	ErrBadReply = object.ErrMalformed
	// ErrNoSession: the call needs a session and there is none, or another.
	ErrNoSession = errors.New("core: no such session")
	// ErrUnresolved: a submitted code has no known outcome yet; this call is
	// refused until a status answer resolves it.
	ErrUnresolved = errors.New("core: one-time code still unresolved")
	// ErrLegUnanswered: a check that must come first gave no answer, so the
	// step was not taken and nothing was sent.
	ErrLegUnanswered = errors.New("core: status check before the step gave no answer")
	// ErrConflict: a status answer spoke of another payment, amount or
	// currency.
	ErrConflict = errors.New("core: answer conflicts with the session")
	// ErrQRMismatch: the QR that came is damaged, or of another amount or currency
	// than the session. It must not be shown, and the session does not have it.
	ErrQRMismatch = errors.New("core: QR conflicts with the session")
	// ErrCallback: code that was given to the SDK panicked or did not return in time.
	ErrCallback = errors.New("core: code given to the SDK failed")
	// ErrStreamClosed: the subscription was closed, or the stream is at its end.
	ErrStreamClosed = errors.New("core: stream closed")
	// ErrSnapshot: a snapshot has an unknown version or state, or is damaged.
	ErrSnapshot = errors.New("core: unusable snapshot")
	// ErrInvalidRequest: the request lacks something or breaks a limit;
	// nothing was sent. Such an error matches ErrNotSent too.
	ErrInvalidRequest = wire.ErrInvalidRequest
)

// PaymentAPIError is a refusal that the gateway put into words: a decoded
// envelope with success=false, whatever the HTTP status.
type PaymentAPIError struct {
	Operation  Operation
	HTTPStatus int
	Code       string // the gateway's code, such as "INVALID_ACCOUNT"; may be blank
	Message    string // the gateway's sentence, for the log; may be blank
	RequestID  string
	// TriesLeft is how many more codes the bank takes, of a refused code; 0 where
	// neither the reply nor the profile says so.
	TriesLeft int

	reason   error // of a 401 whose code the profile lists
	clockOff bool  // a signature was refused whose time was not the gateway's
}

// Error implements error. The message never holds a secret of ours.
func (e *PaymentAPIError) Error() string {
	return fmt.Sprintf("core: %s refused: http %d, code %q, request %q: %s",
		e.Operation, e.HTTPStatus, e.Code, e.RequestID, e.Message)
}

// PaymentStateTransitionError reports a step that the state machine's table
// does not hold. The session is unchanged.
type PaymentStateTransitionError struct {
	From    State
	Trigger Trigger
	To      State // the state that Trigger asks for; blank when there is no such trigger
}

// Error implements error.
func (e *PaymentStateTransitionError) Error() string {
	return fmt.Sprintf("core: no transition from %q by %q to %q", e.From, e.Trigger, e.To)
}
