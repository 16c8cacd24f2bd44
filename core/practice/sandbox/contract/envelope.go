// Package contract is what merchant and service say to each other: operations, statuses, error codes, envelopes, and
// the reading of a body. openapi.yaml beside the service describes the same in full. It imports nothing of the service.
package contract

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Error codes of the service, as they stand in the envelope's "code".
const (
	CodeMalformedJSON      = "MALFORMED_JSON"
	CodeInvalidField       = "INVALID_FIELD"
	CodeInvalidAmount      = "INVALID_AMOUNT"
	CodeInvalidCurrency    = "INVALID_CURRENCY"
	CodeInvalidInstitution = "INVALID_INSTITUTION"
	CodeInvalidCredentials = "INVALID_CREDENTIALS"
	CodeInvalidToken       = "INVALID_TOKEN"
	CodeTokenExpired       = "TOKEN_EXPIRED"
	CodeForeignPayment     = "FOREIGN_PAYMENT"
	CodeInvalidSignature   = "INVALID_SIGNATURE"
	CodeForbidden          = "FORBIDDEN"
	CodeNotFound           = "NOT_FOUND"
	CodeMethodNotAllowed   = "METHOD_NOT_ALLOWED"
	CodeBodyTooLarge       = "BODY_TOO_LARGE"
	CodeUnsupportedMedia   = "UNSUPPORTED_MEDIA_TYPE"
	CodeAmountMismatch     = "AMOUNT_MISMATCH"
	CodeAccountMismatch    = "ACCOUNT_MISMATCH"
	CodeStaleReference     = "STALE_REFERENCE"
	CodeNotValidated       = "ACCOUNT_NOT_VALIDATED"
	CodeAlreadyPaid        = "ALREADY_PAID"
	CodeInProgress         = "PAYMENT_IN_PROGRESS"
	CodePaymentFailed      = "PAYMENT_FAILED"
	CodePaymentExpired     = "PAYMENT_EXPIRED"
	CodeInvalidAccount     = "INVALID_ACCOUNT"
	CodeAccountBlocked     = "ACCOUNT_BLOCKED"
	CodeInsufficientFunds  = "INSUFFICIENT_FUNDS"
	CodeLimitExceeded      = "LIMIT_EXCEEDED"
	CodeWrongOTP           = "WRONG_OTP"
	CodeOTPExpired         = "OTP_EXPIRED"
	CodeTooManyRequests    = "TOO_MANY_REQUESTS"
	CodeUnavailable        = "SERVICE_UNAVAILABLE"
)

// Refusal is a refusal: an HTTP status, a code for programs and a sentence for developers. cause goes to the log only.
type Refusal struct {
	Status int
	Code   string
	// TriesLeft is how many more codes are taken, of a wrong code; 0 for none, or
	// where that is not the question.
	TriesLeft int

	message string
	Cause   error
}

// Error implements error.
func (e *Refusal) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.message, e.Cause)
	}
	return e.Code + ": " + e.message
}

// Unwrap returns the cause.
func (e *Refusal) Unwrap() error { return e.Cause }

// Refuse makes a refusal.
func Refuse(status int, code, message string) *Refusal {
	return &Refusal{Status: status, Code: code, message: message}
}

// RefuseBecause is refuse with a cause for the log.
func RefuseBecause(status int, code, message string, cause error) *Refusal {
	return &Refusal{Status: status, Code: code, message: message, Cause: cause}
}

// Invalid refuses one field of a body.
func Invalid(field, why string) *Refusal {
	return Refuse(http.StatusBadRequest, CodeInvalidField, field+": "+why)
}

type successEnvelope struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
	Data    any    `json:"data"`
}

type errorEnvelope struct {
	Success   bool   `json:"success"`
	Message   string `json:"message"`
	Code      string `json:"code"`
	RequestID string `json:"requestId,omitempty"`
	TriesLeft int    `json:"triesLeft,omitempty"`
}

// Reply is an answer not yet written: the faults may still lose or garble it.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}

// JSON makes a reply of a value.
func JSON(status int, v any) *Reply {
	body, err := json.Marshal(v)
	if err != nil { // only our own structs arrive here
		status, body = http.StatusInternalServerError, []byte(`{"success":false,"message":"reply","code":"INTERNAL"}`)
	}
	return &Reply{Status: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: body}
}

// OK makes the envelope of a success.
func OK(message string, data any) *Reply {
	return JSON(http.StatusOK, successEnvelope{true, message, data})
}

// Refused makes the envelope of a refusal.
func Refused(e *Refusal, requestID string) *Reply {
	return JSON(e.Status, errorEnvelope{false, e.message, e.Code, requestID, e.TriesLeft})
}

// Write sends the reply.
func (p *Reply) Write(w http.ResponseWriter) {
	for k, v := range p.Header {
		w.Header()[k] = v
	}
	w.WriteHeader(p.Status)
	_, _ = w.Write(p.Body)
}

// RequestIDHeader carries the id that every reply has.
const RequestIDHeader = "X-Request-Id"

// RequestID returns the id that a reply was given.
func RequestID(w http.ResponseWriter) string { return w.Header().Get(RequestIDHeader) }
