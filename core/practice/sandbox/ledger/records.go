package ledger

import (
	"time"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/secret"
	"sanduq/core/practice/sandbox/tables"
)

// Record is one payment in the ledger.
type Record struct {
	Seq         uint64    `json:"seq"`
	ID          string    `json:"id"`
	OrderID     string    `json:"orderId"`
	Minor       int64     `json:"minor"`
	Currency    string    `json:"currency"`
	Description string    `json:"description,omitempty"`
	Payee       string    `json:"payee"`
	CreatedAt   time.Time `json:"createdAt"`
	ActiveAt    time.Time `json:"activeAt"` // the last thing that merchant or customer did; polling does not count
	ChangedAt   time.Time `json:"changedAt"`

	QR map[string]string `json:"qr,omitempty"` // rail → payload, made once and replayed

	Shared  Leg `json:"shared"`  // QR and wallet: byAccountNumber=false
	Account Leg `json:"account"` // bank account: byAccountNumber=true

	Drill string `json:"drill,omitempty"` // what the customer was told to practise, shown on the page
}

// Leg is one of the two ways that check-status can be asked about a payment.
type Leg struct {
	Status        string    `json:"status"`
	Route         string    `json:"route,omitempty"` // empty until something began on this leg
	Reason        string    `json:"reason,omitempty"`
	TransactionID string    `json:"transactionId,omitempty"`
	SettledAt     time.Time `json:"settledAt,omitzero"`
	Plan          []Step    `json:"plan,omitempty"`
	Code          *Code     `json:"code,omitempty"` // of an account or a wallet
}

// Step is a status that a leg takes by itself.
type Step struct {
	At     time.Time `json:"at"`
	Status string    `json:"status"`
	Reason string    `json:"reason,omitempty"`
}

// Code is a validated account with the one-time code that was sent for it.
type Code struct {
	Holder       string    `json:"holder"` // account number or wallet id
	Institution  string    `json:"institution"`
	CustomerName string    `json:"customerName"`
	Reference    string    `json:"reference"` // dphReference
	OTP          string    `json:"otp"`
	SentAt       time.Time `json:"sentAt"`
	Tries        int       `json:"tries"`
	Accepted     bool      `json:"accepted"`
}

// Info returns the payment's currency.
func (p *Record) Info() tables.Currency { return tables.Currencies[p.Currency] }

// Amount returns the amount in major units, with all the currency's digits.
func (p *Record) Amount() string { return tables.FormatMajor(p.Minor, p.Info().Digits) }

// Leg returns the leg that byAccountNumber asks for.
func (p *Record) Leg(byAccountNumber bool) *Leg {
	if byAccountNumber {
		return &p.Account
	}
	return &p.Shared
}

// Legs returns both legs, the one of QR and wallet first.
func (p *Record) Legs() [2]*Leg { return [2]*Leg{&p.Shared, &p.Account} }

// Paid returns the leg that brought the money, or nil.
func (p *Record) Paid() *Leg {
	for _, l := range p.Legs() {
		if l.Status == contract.StatusSuccess {
			return l
		}
	}
	return nil
}

// Moving says that a leg is being settled.
func (p *Record) Moving() *Leg {
	for _, l := range p.Legs() {
		if l.Status == contract.StatusProcessing {
			return l
		}
	}
	return nil
}

// Main is the leg that a person would mean: the one with the money, the moving one, else the one begun last.
func (p *Record) Main() *Leg {
	if l := p.Paid(); l != nil {
		return l
	}
	if l := p.Moving(); l != nil {
		return l
	}
	if p.Account.Route != "" {
		return &p.Account
	}
	return &p.Shared
}

// Order counts what arrived for one order.
type Order struct {
	Arrivals int      `json:"arrivals"` // initiate calls that were well-formed and authorised, whatever became of them
	Payments []uint64 `json:"payments"`
}

// Kinds of message on the customer's phone.
const (
	MessageOTP  = "otp"
	MessagePaid = "paid"
)

// Message is one message on the customer's phone.
type Message struct {
	Seq      uint64    `json:"seq"`
	At       time.Time `json:"at"`
	Kind     string    `json:"kind"`
	Payment  uint64    `json:"payment"`
	OTP      string    `json:"otp,omitempty"`
	Holder   string    `json:"holder,omitempty"` // masked
	Sender   string    `json:"sender"`
	Replayed bool      `json:"replayed,omitempty"`
}

// Holder is whose account a leg debits. Who scans a QR does not say: it is the practice customer.
func (l *Leg) Holder() string {
	if l.Code != nil {
		return l.Route + ":" + l.Code.Holder
	}
	return contract.RouteQR + ":practice-customer"
}

// Scanned says that the leg is the QR's now, whatever wallet was begun on it.
func (l *Leg) Scanned() { l.Route, l.Code = contract.RouteQR, nil }

// MaskedHolder returns the number that was validated, masked; empty without one.
func (l *Leg) MaskedHolder() string {
	if l.Code == nil {
		return ""
	}
	return secret.Mask(l.Code.Holder)
}

// Bank is the name of the institution that a leg's money comes from.
func (l *Leg) Bank() string {
	if l.Code != nil {
		return tables.InstitutionName(l.Code.Institution)
	}
	return tables.Institutions[0].Name
}
