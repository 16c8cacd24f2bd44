package core

import (
	"errors"
	"fmt"
	"net/http"

	"sanduq/core/internal/fold"
	"sanduq/core/wire"
)

// UnlistedRefusal is a refusal of a one-time code in words that are not in the
// profile's list of definite codes: the gateway answered, and yet nobody can
// report whether the code moved money. It comes inside an ErrOutcomeUnknown and
// is never a *PaymentAPIError.
type UnlistedRefusal struct {
	HTTPStatus int
	Code       string // the gateway's code; may be blank
	Message    string // the gateway's sentence, for the log
}

// Error implements error.
func (e *UnlistedRefusal) Error() string {
	return fmt.Sprintf("code refused in words that prove nothing: http %d, code %q: %s", e.HTTPStatus, e.Code, e.Message)
}

// definite reports whether a refusal proves that the call was not carried out.
// An initiate that was refused in words opened nothing. A code is another
// matter: there the gateway's word must be one that is known to mean so.
func (c *Client) definite(op Operation, refusal *PaymentAPIError) bool {
	switch op {
	case OpInitiate:
		return wire.InWords(refusal.HTTPStatus)
	case OpSubmitOTP:
		return wire.InWords(refusal.HTTPStatus) && c.definiteCodes[fold.Code(refusal.Code)]
	}
	return true
}

// indeterminate is the error of a call that may have been carried out although it
// was refused.
func indeterminate(op Operation, refusal *PaymentAPIError) error {
	if op == OpSubmitOTP && wire.InWords(refusal.HTTPStatus) {
		return &marked{mark: ErrOutcomeUnknown, cause: &UnlistedRefusal{HTTPStatus: refusal.HTTPStatus,
			Code: refusal.Code, Message: refusal.Message}}
	}
	return outcomeUnknown(refusal)
}

// noMoneyKnown reports whether the answer to a status question is a refusal
// that means "no money known here": the order is not known, or not by this
// leg. A refusal of token, keys or signature means nothing of the kind.
func noMoneyKnown(err error) bool {
	refusal, ok := errors.AsType[*PaymentAPIError](err)
	if !ok || errors.Is(err, ErrNotSent) || errors.Is(err, ErrOutcomeUnknown) {
		return false
	}
	switch refusal.HTTPStatus {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusProxyAuthRequired:
		return false
	}
	return wire.InWords(refusal.HTTPStatus)
}
