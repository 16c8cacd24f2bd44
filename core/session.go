package core

import (
	"time"

	"sanduq/core/money"
	"sanduq/core/wire"
)

// PaymentSession is the public part of one payment session at the gateway: it
// holds no secret and may be shown, logged and stored as JSON. The bearer
// token lives in the TokenStore, the account number inside the engine; both
// leave it only through Snapshot. A PaymentSession is a value: the SDK hands
// out copies and never changes one that it gave away.
type PaymentSession struct {
	PaymentID string       `json:"paymentId"`
	OrderID   string       `json:"orderId"`
	Amount    money.Amount `json:"amount"`
	State     State        `json:"state"`

	// Late is true when success was reported after failed or expired.
	Late bool `json:"late,omitempty"`

	Route Route `json:"route,omitempty"` // the route taken last, blank before the first
	Rail  Rail  `json:"rail,omitempty"`

	// QRPayload is opaque text to be drawn as a QR. It stays after a switch to
	// another route, since a QR that was shown can still be paid.
	QRPayload string `json:"qrPayload,omitempty"`
	// QRLost is true after a QR was asked for and no reply told of it: one may be
	// out although nobody here has it. It stays until a QR comes.
	QRLost bool `json:"qrLost,omitempty"`

	// ByAccountNumber goes into each status request: true from a successful
	// bank-account validation on, until a switch to a wallet.
	ByAccountNumber bool `json:"byAccountNumber,omitempty"`

	// SecondPending is true once the leg that did not settle a settled session has
	// answered that no money came by it. See ledger.Ledger.
	SecondPending bool `json:"secondPending,omitempty"`

	MaskedAccount   string `json:"maskedAccount,omitempty"`  // "•••• 4417"
	MaskedCustomer  string `json:"maskedCustomer,omitempty"` // "A••• B•••"
	InstitutionCode string `json:"institutionCode,omitempty"`
	DPHReference    string `json:"dphReference,omitempty"`
	// OTPTries is how many codes the bank takes, as was known when it sent the last
	// one; 0 where neither its replies nor the profile say so.
	OTPTries int `json:"otpTries,omitempty"`

	// OTPUnresolved is true after a one-time code was submitted and no reply
	// told what became of it. Until a status answer resolves it, no code is
	// sent and no account changed.
	OTPUnresolved bool `json:"otpUnresolved,omitempty"`
	// OTPRefusal is the gateway's code of the newest refusal that left a
	// one-time code's outcome open; blank when it had none or gave no reply.
	OTPRefusal string `json:"otpRefusal,omitempty"`
	// OTPIndeterminate is true once a code's outcome could not be told from its
	// reply, and stays so: money may follow whatever the reply said.
	OTPIndeterminate bool `json:"otpDoubtful,omitempty"`

	// QRUnasked is true when the session left its QR without asking what became
	// of it, since the deployment has no status call: the QR can still be paid.
	QRUnasked bool `json:"qrUnasked,omitempty"`

	TransactionID string `json:"transactionId,omitempty"`

	// RawStatus is the gateway's last paymentStatus as it was sent, trimmed,
	// known to us or not.
	RawStatus string `json:"rawStatus,omitempty"`

	// Conflict is set when a reply spoke of another payment, order, amount or
	// currency than this session's, or settled it with a transaction that is
	// another's. Such a reply changes no state. An answer that names this
	// payment rightly takes it back.
	Conflict string `json:"conflict,omitempty"`

	UpdatedAt time.Time `json:"updatedAt"`
}

// Unsettled reports whether the gateway may still move the session: anything
// but success.
func (s PaymentSession) Unsettled() bool { return s.State != StateSuccess }

// QROut reports whether a QR may be out, so that it can be paid: one was shown,
// or the reply to the question for one was lost.
func (s PaymentSession) QROut() bool { return s.QRPayload != "" || s.QRLost }

// pays sets the route by which the account or wallet of a rail pays.
func (s *PaymentSession) pays(rail Rail) {
	for _, known := range wire.Routes() {
		if rail != "" && known.Rail() == rail {
			s.Route, s.Rail, s.ByAccountNumber = known, rail, known.ByAccountNumber()
		}
	}
}
