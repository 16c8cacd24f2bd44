package journal

import (
	"cmp"
	"time"

	"sanduq/core"
	"sanduq/core/money"
)

// Step is how far the journal of a sale has come. A step named after an intent
// is durable before the call it announces is sent.
type Step string

// The steps.
const (
	StepIntent         Step = "intent"         // initiate is about to be sent
	StepNotSent        Step = "notSent"        // nothing left the machine; may be tried again
	StepRejected       Step = "rejected"       // the gateway refused to open a payment
	StepCreateUnknown  Step = "createUnknown"  // nobody knows whether a payment was opened
	StepCreated        Step = "created"        // the payment is open; a route is to be picked
	StepQRIntent       Step = "qrIntent"       // a QR is about to be asked for
	StepValidateIntent Step = "validateIntent" // an account is about to be validated
	StepOTPIntent      Step = "otpIntent"      // a one-time code is about to be submitted
	StepSession        Step = "session"        // the session's own state tells the rest
	StepCash           Step = "cash"           // a person says that it was paid in cash; no gateway knows of it
)

// Sale is the till's record of one logical order. It holds no secret: those
// are in Secrets. It is a value; the till commits each change of it before
// anyone sees it. The JSON form is what the store keeps: fields may be added,
// none renamed.
type Sale struct {
	ID      SaleID `json:"id"`
	Version uint64 `json:"version"` // 1 at first, one more with each commit

	// OrderID is what the gateway knows the order by. It is the paper name and
	// a random tail, so that a till that lost its database never names an old
	// order again.
	OrderID     string           `json:"orderId"`
	Reference   string           `json:"reference,omitempty"` // the shop's own order reference
	Amount      money.Amount     `json:"amount"`
	Environment core.Environment `json:"environment"`
	BaseURL     string           `json:"baseUrl"` // asked nowhere else
	Cashier     string           `json:"cashier,omitempty"`
	CreatedAt   time.Time        `json:"createdAt"`
	UpdatedAt   time.Time        `json:"updatedAt"`

	Step    Step                `json:"step"`
	Route   core.Route          `json:"route"` // the route picked last; once the sale is settled the one that paid
	Session core.PaymentSession `json:"session"`
	// Institution is the name of the bank or wallet that was validated last.
	Institution string   `json:"institution,omitempty"`
	Refusal     *Refusal `json:"refusal,omitempty"` // of the newest step that was refused
	// TriesLeft is how many more codes the bank takes, as it said last, of the
	// Session.OTPTries when it sent the code; 0 where that is not known.
	TriesLeft int `json:"triesLeft,omitempty"`

	// CodeSubmitted is true once a one-time code was on its way, whatever was
	// answered: money may come from then on.
	CodeSubmitted bool `json:"codeSubmitted,omitempty"`
	// Capped is true once polling ended without an end: the outcome is
	// unknown until the gateway says more.
	Capped bool `json:"capped,omitempty"`
	// Stale: the record was put back to an older state with its journal, so
	// that what followed is known to the gateway alone.
	Stale bool  `json:"behind,omitempty"`
	Watch Watch `json:"watch"`

	SetAside        *Decision `json:"setAside,omitempty"`
	WithManager     *Decision `json:"withManager,omitempty"`
	ResolvedOutside *Decision `json:"resolvedOutside,omitempty"`

	// AcknowledgedAt is when the cashier took note of the end; the sale then
	// leaves the sidebar.
	AcknowledgedAt time.Time `json:"acknowledgedAt,omitzero"`
	// LateAlertRead is when someone took note of money that came after the
	// till had shown another end, or after the sale was set aside.
	LateAlertRead time.Time `json:"lateAlertRead,omitzero"`

	SettledAt time.Time `json:"settledAt,omitzero"`
	// Booked is the business day that the sale's money came on, where that is not
	// the sale's own; blank where it is, before any came, and in records that were
	// settled before there was such a day: see BookingDay. It is written in the
	// commit that settles the sale and never changes.
	Booked     Day        `json:"booked,omitempty"`
	ReceiptSeq uint64     `json:"receiptSeq,omitempty"` // 0 without a receipt
	Print      PrintState `json:"print,omitempty"`
	Copies     int        `json:"copies,omitempty"` // reprints made

	// PaidTwiceWith is the other sale of the same order that was paid too, or
	// the sale itself when both legs of its one payment were debited: money is
	// owed back.
	PaidTwiceWith SaleID `json:"paidTwiceWith,omitempty"`
	// AlsoPaid is the same seen from the sale that was paid first.
	AlsoPaid SaleID `json:"alsoPaid,omitempty"`
	// OwedDoubt: that both legs were debited is not certain; see DebtMaybeTwice.
	OwedDoubt bool `json:"owedDoubt,omitempty"`
	// OwedSince is when it was found that money of this order is owed back; on
	// both sales. Nothing takes it back: what ends the debt is OwedEnd.
	OwedSince time.Time `json:"owedSince,omitzero"`
	// OwedEnd is how the ledger closed all that was owed back of this sale:
	// DebtReturned, or DebtKept where the customer left the shop a part of it;
	// blank while something is open, or where nothing ever was. The ledger is
	// the truth: this is written with the row that closes the last of it.
	OwedEnd DebtKind `json:"owedEnd,omitempty"`

	Replaces   SaleID `json:"replaces,omitempty"`   // the sale that this one was opened instead of
	ReplacedBy SaleID `json:"replacedBy,omitempty"` // the newest sale opened instead of this one
	// Instead are all sales that were opened instead of this one.
	Instead []SaleID `json:"instead,omitempty"`

	// Shift is the one that was present when the sale was opened; 0 for none. It
	// never changes.
	Shift uint64 `json:"shift,omitempty"`
	// CashSeq is the number of its cash receipt; 0 for a sale that was not taken
	// in cash. Such a sale has no payment, no secrets and no receipt, ever.
	CashSeq uint64 `json:"cashSeq,omitempty"`
	// Reversed: the cash was recorded wrongly, and was taken off again: who said so, and
	// why. The sale counts on its day as it did; what was taken off counts as returned on
	// the day of At.
	Reversed *Decision `json:"reversed,omitempty"`

	History []HistoryEvent `json:"history,omitempty"` // what is known, oldest first, MaxHistory at most
}

// Refusal is why the newest step of a sale did not succeed.
type Refusal struct {
	Operation  core.Operation `json:"operation"`
	Code       string         `json:"code"` // the gateway's code, or one of ours below
	HTTPStatus int            `json:"httpStatus,omitempty"`
	At         time.Time      `json:"at"`
}

// Codes of refusals that come from the till or the network, not the gateway.
const (
	RefusalNotSent    = "NOT_SENT"      // nothing left the machine
	RefusalNoAnswer   = "NO_ANSWER"     // sent, no usable reply
	RefusalDenied     = "TOKEN_REFUSED" // 401
	RefusalUnanswered = "LEG_UNANSWERED"
	RefusalOtherCode  = "OTHER_CODE" // not sent: not the code that nobody answered for
	RefusalStore      = "STORE"
	// Not sent, since the sale that it replaces was paid meanwhile, or may be any
	// moment and no manager allowed it.
	RefusalPaid    = "REPLACED_PAID"
	RefusalManager = "REPLACED_MAY_PAY"
	// RefusalElsewhere: the reply spoke of another payment than the one asked
	// about.
	RefusalElsewhere = "OTHER_PAYMENT"
	// RefusalQR: the QR that came is damaged, or of another amount or currency. It
	// is not shown.
	RefusalQR = "QR_MISMATCH"
	// RefusalQRTaken: the QR that came is shown by another sale that can still be
	// paid. It is not shown here as long.
	RefusalQRTaken = "QR_TAKEN"
	RefusalCode    = "CODE_REFUSED" // in words without a code of the gateway's
)

// Watch is when a sale that is no longer polled was asked about and will be; of
// a paid sale, its other leg.
type Watch struct {
	Since  time.Time `json:"since,omitzero"`   // when watching began; zero while polled
	Last   time.Time `json:"last,omitzero"`    // the newest answer
	Next   time.Time `json:"next,omitzero"`    // zero when no more is planned
	Tries  int       `json:"tries,omitempty"`  // answers so far
	Silent int       `json:"silent,omitempty"` // questions without an answer so far
	// Denied: the newest answer refused the token. A manager asks the bank; the
	// till asks on by the plan all the same.
	Denied bool `json:"denied,omitempty"`
	// DeniedSince is the first refusal without a word of a row. It may be somebody's
	// on the way who is being restarted: the token is tried again in seconds, then
	// less often.
	DeniedSince time.Time `json:"deniedSince,omitzero"`
}

// Decision is a decision that a person took on a sale.
type Decision struct {
	At     time.Time `json:"at"`
	By     string    `json:"by,omitempty"`
	Reason string    `json:"reason"`
}

// MaxHistory bounds Sale.History; the oldest but the first go when it is full.
const MaxHistory = 24

// HistoryEvent is one thing that happened to a sale, for the screen that tells what is
// known. Code is a key of the words catalogue below "fact.".
type HistoryEvent struct {
	At   time.Time `json:"at"`
	Code string    `json:"code"`
	Word string    `json:"word,omitempty"` // the gateway's own word, if any
}

// Secrets are the secret bytes of a sale's session, to be sealed by the store:
// the bearer token, the account number. They print as redacted.
type Secrets struct{ data []byte }

// NewSecrets wraps a copy of b.
func NewSecrets(b []byte) Secrets { return Secrets{data: append([]byte(nil), b...)} }

// Reveal returns the bytes; only the store's sealing and the SDK's restoring
// call it.
func (s Secrets) Reveal() []byte { return append([]byte(nil), s.data...) }

// Empty reports whether there are none.
func (s Secrets) Empty() bool { return len(s.data) == 0 }

// String implements fmt.Stringer.
func (Secrets) String() string { return "[redacted]" }

// GoString implements fmt.GoStringer.
func (Secrets) GoString() string { return "[redacted]" }

// MarshalText implements encoding.TextMarshaler.
func (Secrets) MarshalText() ([]byte, error) { return []byte("[redacted]"), nil }

// The reasons for setting a sale aside, keys of the words catalogue under
// "aside.".
const (
	AsideWrongAmount  = "wrongAmount"
	AsidePaidCash     = "paidCash"
	AsideNoCode       = "noCode"
	AsideCustomerLeft = "customerLeft"
)

// BookingDay is the business day that the sale counts towards in every figure and
// export of the till: the day on which its money came. A sale without money, and
// one that was settled before that day was recorded, counts towards its own day.
func (s Sale) BookingDay() Day { return cmp.Or(s.Booked, s.ID.Day()) }

// BookedAt is the moment whose hour the sale counts towards: that of its opening, or
// where its money came on another day, that of its settlement.
func (s Sale) BookedAt() time.Time {
	if s.Booked != "" {
		return s.SettledAt
	}
	return s.CreatedAt
}

// Book records that the money of a sale came on a business day. One that is the sale's
// own is not written down.
func (s *Sale) Book(day Day) {
	if s.Booked = ""; day != s.ID.Day() {
		s.Booked = day
	}
}

// NameKind is what a name that the gateway gave stands for.
type NameKind byte

// The kinds of names. No two sales may bear one payment or one transaction, ever; nor
// one QR while both can be paid: see Sale.QRPayable.
const (
	NamePayment NameKind = iota
	NameTransaction
	NameQR // the payload of a QR
)

// NameKinds lists every kind.
func NameKinds() []NameKind { return []NameKind{NamePayment, NameTransaction, NameQR} }

// String is the kind in words, for logs.
func (k NameKind) String() string {
	switch k {
	case NamePayment:
		return "payment"
	case NameTransaction:
		return "transaction"
	case NameQR:
		return "QR"
	}
	return "name"
}

// GatewayName is the name of a kind that the gateway gave the sale; blank while it
// has none.
func (s *Sale) GatewayName(kind NameKind) string {
	switch kind {
	case NamePayment:
		return s.Session.PaymentID
	case NameTransaction:
		return s.Session.TransactionID
	case NameQR:
		return s.Session.QRPayload
	}
	return ""
}

// PrintState is how far the original slip of a receipt has come. It is on disk
// before the step that it names: an unmarked slip exists once, and what is not
// known to be on paper is never called printed.
//
//	(blank)   nobody has asked for a slip
//	pending   to be printed by itself; nothing of it was sent
//	started   its bytes may be on their way
//	done      the printer said that it is printed
//	handed    a queue, or a printer that says nothing, has all of it
//	missed    certainly on no paper: the printer did not take it in time
//	indeterminate  may have been printed, whole or in part: the next one is a copy
type PrintState string

// The states of printing. They are on disk: none is ever renamed.
const (
	PrintNone     PrintState = ""
	PrintPending  PrintState = "pending"
	PrintStarted  PrintState = "started"
	PrintDone     PrintState = "done"
	PrintHanded   PrintState = "handed"
	PrintMissed   PrintState = "missed"
	PrintDoubtful PrintState = "doubtful"
)

// Unprinted reports whether certainly nothing is on paper in this state.
func (p PrintState) Unprinted() bool {
	return p == PrintNone || p == PrintPending || p == PrintMissed
}

// Printed reports whether a slip came out, as far as the way to the printer can
// say.
func (p PrintState) Printed() bool { return p == PrintDone || p == PrintHanded }

// DebtKind is what a row of the ledger says.
type DebtKind string

// The kinds.
const (
	DebtOpened   DebtKind = "opened"
	DebtNoted    DebtKind = "noted"
	DebtReturned DebtKind = "returned" // through the bank
	DebtKept     DebtKind = "kept"     // the customer agreed
)
