package office

import (
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// Receipt is the proof of a settled sale, as journal.Receipt, or a number that the
// till left out on purpose: then nothing but Seq and LeftOut is set. Amounts are
// in minor units. The environment is the batch's.
type Receipt struct {
	Seq           uint64         `json:"seq"`
	LeftOut       bool           `json:"leftOut,omitempty"`
	SaleID        journal.SaleID `json:"saleId,omitempty"`
	OrderID       string         `json:"orderId,omitempty"`
	PaymentID     string         `json:"paymentId,omitempty"`
	TransactionID string         `json:"transactionId,omitempty"`
	Reference     string         `json:"reference,omitempty"`
	Minor         int64          `json:"minor,omitempty"`
	Currency      string         `json:"currency,omitempty"`
	Route         core.Route     `json:"route,omitempty"`
	Payer         Masked         `json:"payer,omitzero"`
	Institution   string         `json:"institution,omitempty"`
	SettledAt     time.Time      `json:"settledAt,omitzero"`
	Shop          string         `json:"shop,omitempty"`
	Place         string         `json:"place,omitempty"`
	Till          string         `json:"till,omitempty"`
	Cashier       string         `json:"cashier,omitempty"`
	Late          bool           `json:"late,omitempty"`
}

// AuditRow is one line of a till's book of decisions and ends.
type AuditRow struct {
	Seq    uint64              `json:"seq"`
	At     time.Time           `json:"at,omitzero"`
	By     string              `json:"by,omitempty"`
	Action journal.AuditAction `json:"action,omitempty"`
	SaleID journal.SaleID      `json:"saleId,omitempty"`
	Detail string              `json:"detail,omitempty"`
}

// Sale is the newest state of a sale. Version rises with each change at the till.
// The order, its amount and when it was made never change.
type Sale struct {
	ID        journal.SaleID `json:"id"`
	Version   uint64         `json:"version"`
	OrderID   string         `json:"orderId"`
	Minor     int64          `json:"minor"`
	Currency  string         `json:"currency"`
	CreatedAt time.Time      `json:"createdAt"`
	UpdatedAt time.Time      `json:"updatedAt"`
	Status    journal.Status `json:"status"`
	Open      bool           `json:"open,omitempty"` // the till itself still expects news of it
	Route     core.Route     `json:"route,omitempty"`
	Cashier   string         `json:"cashier,omitempty"`

	Reference     string    `json:"reference,omitempty"`
	Payer         Masked    `json:"payer,omitzero"`
	Institution   string    `json:"institution,omitempty"`
	PaymentID     string    `json:"paymentId,omitempty"`
	TransactionID string    `json:"transactionId,omitempty"`
	ReceiptSeq    uint64    `json:"receiptSeq,omitempty"` // 0 without a receipt
	SettledAt     time.Time `json:"settledAt,omitzero"`
	OwedSince     time.Time `json:"owedSince,omitzero"` // money of the order is owed back

	Rare Rare `json:"rare,omitzero"`
}

// Rare is what most sales have nothing of.
type Rare struct {
	Word          string         `json:"word,omitempty"`    // the gateway's last word, where it is not that of a payment
	Refusal       string         `json:"refusal,omitempty"` // code of the newest step that was refused
	Conflict      string         `json:"conflict,omitempty"`
	Late          bool           `json:"late,omitempty"`   // success came after another end
	Behind        bool           `json:"behind,omitempty"` // put back with its journal: what followed is not in it
	Unread        bool           `json:"unread,omitempty"` // late money, or money paid twice, of which nobody took note
	SetAside      Decision       `json:"setAside,omitzero"`
	WithManager   Decision       `json:"withManager,omitzero"`
	Resolved      Decision       `json:"resolved,omitzero"` // outside, by a manager's word
	PaidTwiceWith journal.SaleID `json:"paidTwiceWith,omitempty"`
	AlsoPaid      journal.SaleID `json:"alsoPaid,omitempty"`
	Replaces      journal.SaleID `json:"replaces,omitempty"`
	ReplacedBy    journal.SaleID `json:"replacedBy,omitempty"`
	Copies        int            `json:"copies,omitempty"`
}

// Decision is a decision that a person took on a sale.
type Decision struct {
	At     time.Time `json:"at"`
	By     string    `json:"by,omitempty"`
	Reason string    `json:"reason,omitempty"`
}
