package wire

import (
	"context"

	"sanduq/core/money"
)

// PaymentAPI is the service as the SDK's engine sees it: one method for each
// operation, plain fields in and out. *core.Client is the implementation that
// speaks HTTP; tests bring their own. Methods are safe for concurrent use.
//
// The errors of all methods keep to one contract, on which the engine decides
// about money:
//   - core.ErrNotSent: nothing of the request left this machine.
//   - *core.PaymentAPIError: the gateway refused, in words that were understood.
//   - core.ErrOutcomeUnknown: the call may have been carried out. Such an error is
//     never a *core.PaymentAPIError too.
//   - anything else is treated as an unknown outcome by the calls that move a
//     payment, and as "no answer" by those that only ask.
type PaymentAPI interface {
	Initiate(ctx context.Context, call InitiateCall) (InitiateResult, error)
	GenerateQR(ctx context.Context, call QRCall) (QRResult, error)
	ValidateAccount(ctx context.Context, call ValidateCall) (ValidateResult, error)
	SubmitOTP(ctx context.Context, call OTPCall) (OTPResult, error)
	// FetchStatus makes one attempt, and at most two more where the signature was refused
	// and another time is known to sign with.
	FetchStatus(ctx context.Context, call StatusCall) (StatusResult, error)
	FetchInstitutions(ctx context.Context, token Secret) ([]Institution, error)
	// StatusPath is blank when the service offers no status: polling is then
	// silently off. A WebSDK asks for it once, when it is built.
	StatusPath() string
}

// InitiateCall opens a payment session. It is the only call without a token.
type InitiateCall struct {
	OrderID     string
	Amount      money.Amount
	Description string
}

// InitiateResult is what a new session consists of.
type InitiateResult struct {
	PaymentID string
	Token     Secret
	RequestID string // see RequestIDFrom; filled in by the engine where it is blank
}

// QRCall asks for a QR payload.
type QRCall struct {
	Token              Secret
	Rail               Rail
	PaymentID, OrderID string
}

// QRResult holds the payload, opaque and not blank.
type QRResult struct {
	Payload   string
	RequestID string
}

// ValidateCall names the paying account (bank) or wallet ID (wallet).
type ValidateCall struct {
	Token              Secret
	Rail               Rail
	PaymentID, OrderID string
	Account            Secret
	InstitutionCode    string
}

// ValidateResult says that the code is on its way.
type ValidateResult struct {
	DPHReference string
	CustomerName Secret
	NameLater    bool // the name is shown once a code is taken
	TriesLeft    int  // how many codes the bank takes; 0 where that is not known
	RequestID    string
}

// OTPCall hands over the customer's code.
type OTPCall struct {
	Token              Secret
	Rail               Rail
	PaymentID, OrderID string
	OTP                Secret
	Amount             money.Amount
	Account            Secret
	InstitutionCode    string
	DPHReference       string
	// Permit, if set, is asked before the request is repeated because nothing
	// of it had left: a status answer may have ended the payment meanwhile. Its
	// error ends the call with core.ErrNotSent.
	Permit func() error `json:"-"`
}

// OTPResult is blank for a bank's acknowledgement. A wallet may say more.
type OTPResult struct {
	State         State // what the word means; blank when unknown or not sent
	RawStatus     string
	TransactionID string
	// Conflict says in what the reply differs from the call's payment. Such a
	// reply tells nothing of what became of the code.
	Conflict  string
	RequestID string
}

// StatusCall asks what became of a payment. Only OrderID and ByAccountNumber
// are sent; the rest is what the answer is compared with.
type StatusCall struct {
	Token           Secret
	PaymentID       string
	OrderID         string
	ByAccountNumber bool
	Amount          money.Amount
}

// StatusResult is a status answer.
type StatusResult struct {
	State         State  // what the word means; blank when the word is unknown
	RawStatus     string // the word as sent, trimmed
	TransactionID string // blank until the gateway has one
	// Conflict says in what the answer differs from the call's session. Such
	// an answer must change nothing.
	Conflict string
	// Named reports whether the answer named the payment or the order, and
	// these were the call's own.
	Named     bool
	RequestID string
}

type requestIDKey struct{}

// WithRequestID gives the calls that are made under a context an id of the
// program's choosing: at most 64 printable characters, or the SDK chooses.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestIDFrom returns the id of the call that a context belongs to; blank
// outside one. A PaymentAPI finds it in the context of each call.
func RequestIDFrom(ctx context.Context) string {
	if ctx == nil {
		return ""
	}
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}
