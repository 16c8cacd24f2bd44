package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Error codes of the service, as they stand in the envelope's "code".
const (
	codeMalformedJSON      = "MALFORMED_JSON"
	codeInvalidField       = "INVALID_FIELD"
	codeInvalidAmount      = "INVALID_AMOUNT"
	codeInvalidCurrency    = "INVALID_CURRENCY"
	codeInvalidInstitution = "INVALID_INSTITUTION"
	codeInvalidCredentials = "INVALID_CREDENTIALS"
	codeInvalidToken       = "INVALID_TOKEN"
	codeTokenExpired       = "TOKEN_EXPIRED"
	codeForeignPayment     = "FOREIGN_PAYMENT"
	codeInvalidSignature   = "INVALID_SIGNATURE"
	codeForbidden          = "FORBIDDEN"
	codeNotFound           = "NOT_FOUND"
	codeMethodNotAllowed   = "METHOD_NOT_ALLOWED"
	codeBodyTooLarge       = "BODY_TOO_LARGE"
	codeUnsupportedMedia   = "UNSUPPORTED_MEDIA_TYPE"
	codeAmountMismatch     = "AMOUNT_MISMATCH"
	codeAccountMismatch    = "ACCOUNT_MISMATCH"
	codeStaleReference     = "STALE_REFERENCE"
	codeNotValidated       = "ACCOUNT_NOT_VALIDATED"
	codeAlreadyPaid        = "ALREADY_PAID"
	codeInProgress         = "PAYMENT_IN_PROGRESS"
	codePaymentFailed      = "PAYMENT_FAILED"
	codePaymentExpired     = "PAYMENT_EXPIRED"
	codeInvalidAccount     = "INVALID_ACCOUNT"
	codeAccountBlocked     = "ACCOUNT_BLOCKED"
	codeInsufficientFunds  = "INSUFFICIENT_FUNDS"
	codeLimitExceeded      = "LIMIT_EXCEEDED"
	codeWrongOTP           = "WRONG_OTP"
	codeOTPExpired         = "OTP_EXPIRED"
	codeTooManyRequests    = "TOO_MANY_REQUESTS"
	codeUnavailable        = "SERVICE_UNAVAILABLE"
)

// apiError is a refusal: an HTTP status, a code for programs and a sentence for developers. cause goes to the log only.
type apiError struct {
	status  int
	code    string
	message string
	cause   error
}

func (e *apiError) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.code, e.message, e.cause)
	}
	return e.code + ": " + e.message
}

func (e *apiError) Unwrap() error { return e.cause }

func refuse(status int, code, message string) *apiError {
	return &apiError{status: status, code: code, message: message}
}

// refuseBecause is refuse with a cause for the log.
func refuseBecause(status int, code, message string, cause error) *apiError {
	return &apiError{status: status, code: code, message: message, cause: cause}
}

func invalid(field, why string) *apiError {
	return refuse(http.StatusBadRequest, codeInvalidField, field+": "+why)
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
}

// reply is an answer not yet written: the faults may still lose or garble it.
type reply struct {
	status int
	header http.Header
	body   []byte
}

func jsonReply(status int, v any) *reply {
	body, err := json.Marshal(v)
	if err != nil { // only our own structs arrive here
		status, body = http.StatusInternalServerError, []byte(`{"success":false,"message":"reply","code":"INTERNAL"}`)
	}
	return &reply{status: status, header: http.Header{"Content-Type": {"application/json"}}, body: body}
}

func ok(message string, data any) *reply {
	return jsonReply(http.StatusOK, successEnvelope{true, message, data})
}

func errorReply(e *apiError, requestID string) *reply {
	return jsonReply(e.status, errorEnvelope{false, e.message, e.code, requestID})
}

func (p *reply) write(w http.ResponseWriter) {
	for k, v := range p.header {
		w.Header()[k] = v
	}
	w.WriteHeader(p.status)
	_, _ = w.Write(p.body)
}

// requestIDHeader carries the id that every reply has.
const requestIDHeader = "X-Request-Id"

func requestID(w http.ResponseWriter) string { return w.Header().Get(requestIDHeader) }
