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
	Seq           uint64         `json:"seq" office:"1,seq,min=1"`
	LeftOut       bool           `json:"leftOut,omitempty" office:"2,left_out,of=-"`
	SaleID        journal.SaleID `json:"saleId,omitempty" office:"3,sale,min=1"`
	OrderID       string         `json:"orderId,omitempty" office:"4,order_id"`
	PaymentID     string         `json:"paymentId,omitempty" office:"5,payment_id"`
	TransactionID string         `json:"transactionId,omitempty" office:"6,transaction_id"`
	Reference     string         `json:"reference,omitempty" office:"7,reference"`
	Minor         int64          `json:"minor,omitempty" office:"8,minor,of=Amount.Minor"`
	Currency      string         `json:"currency,omitempty" office:"9,currency,currency,min=3,of=Amount.Currency"`
	Route         core.Route     `json:"route,omitempty" office:"10,route,word"`
	Payer         Masked         `json:"payer,omitzero" office:"11,payer"`
	Institution   string         `json:"institution,omitempty" office:"12,institution"`
	SettledAt     time.Time      `json:"settledAt,omitzero" office:"13,settled_at"`
	Shop          string         `json:"shop,omitempty" office:"14,shop"`
	Place         string         `json:"place,omitempty" office:"15,place"`
	Till          string         `json:"till,omitempty" office:"16,till"`
	Cashier       string         `json:"cashier,omitempty" office:"17,cashier"`
	Late          bool           `json:"late,omitempty" office:"18,late"`
	Shift         uint64         `json:"shift,omitempty" office:"19,shift,since=2"`   // in which the money came
	Opened        uint64         `json:"opened,omitempty" office:"20,opened,since=2"` // in which the sale was opened
}

// AuditRow is one line of a till's book of decisions and ends.
type AuditRow struct {
	Seq         uint64              `json:"seq" office:"1,seq,min=1"`
	At          time.Time           `json:"at,omitzero" office:"2,at"`
	By          string              `json:"by,omitempty" office:"3,by_whom"`
	Action      journal.AuditAction `json:"action,omitempty" office:"4,action,word"`
	SaleID      journal.SaleID      `json:"saleId,omitempty" office:"5,sale"`
	Detail      string              `json:"detail,omitempty" office:"6,detail,max=detail"`
	DelegatedBy string              `json:"lentBy,omitempty" office:"7,lent_by,since=2"` // whose permission it was, where not the author's own
}

// Sale is the newest state of a sale. Version rises with each change at the till.
// The order, its amount and when it was made never change. No chain proves it: its
// canonical bytes are a leaf of its day's Seal.
type Sale struct {
	ID        journal.SaleID `json:"id" office:"1,-,min=1"`
	Version   uint64         `json:"version" office:"2,version,min=1,max=int"`
	OrderID   string         `json:"orderId" office:"3,order_id,min=1"`
	Minor     int64          `json:"minor" office:"4,minor,of=Amount.Minor"`
	Currency  string         `json:"currency" office:"5,currency,currency,min=3,of=Amount.Currency"`
	CreatedAt time.Time      `json:"createdAt" office:"6,created_at"`
	UpdatedAt time.Time      `json:"updatedAt" office:"7,updated_at"`
	Status    journal.Status `json:"status" office:"8,status,word,min=1,of=-"`
	Open      bool           `json:"open,omitempty" office:"9,open,of=-"` // the till itself still expects news of it
	Route     core.Route     `json:"route,omitempty" office:"10,route,word"`
	Cashier   string         `json:"cashier,omitempty" office:"11,cashier"`

	Reference     string    `json:"reference,omitempty" office:"12,reference"`
	Payer         Masked    `json:"payer,omitzero" office:"13,payer,of=-"`
	Institution   string    `json:"institution,omitempty" office:"14,institution"`
	PaymentID     string    `json:"paymentId,omitempty" office:"15,payment_id,of=Session.PaymentID"`
	TransactionID string    `json:"transactionId,omitempty" office:"16,transaction_id,of=Session.TransactionID"`
	ReceiptSeq    uint64    `json:"receiptSeq,omitempty" office:"17,receipt_seq"` // 0 without a receipt
	SettledAt     time.Time `json:"settledAt,omitzero" office:"18,settled_at"`
	OwedSince     time.Time `json:"owedSince,omitzero" office:"19,owed_since"` // money of the order is owed back

	Rare Rare `json:"rare,omitzero" office:"20,rare,of=-"`

	// Booked is the business day that the sale counts towards, where that is not its own:
	// see journal.Sale.
	Booked journal.Day `json:"booked,omitempty" office:"21,booked,since=3"`
}

// Rare is what most sales have nothing of.
type Rare struct {
	Word          string         `json:"word,omitempty" office:"1,-,of=-"`               // the gateway's last word, where it is not that of a payment
	Refusal       string         `json:"refusal,omitempty" office:"2,-,of=Refusal.Code"` // code of the newest step that was refused
	Conflict      string         `json:"conflict,omitempty" office:"3,-,of=Session.Conflict"`
	Late          bool           `json:"late,omitempty" office:"4,-,of=Session.Late"` // success came after another end
	Stale         bool           `json:"behind,omitempty" office:"5,-"`               // put back with its journal: what followed is not in it
	Unread        bool           `json:"unread,omitempty" office:"6,-,of=-"`          // late money, or money paid twice, of which nobody took note
	SetAside      Decision       `json:"setAside,omitzero" office:"7,-"`
	WithManager   Decision       `json:"withManager,omitzero" office:"8,-"`
	Resolved      Decision       `json:"resolved,omitzero" office:"9,-,of=ResolvedOutside"` // outside, by a manager's word
	PaidTwiceWith journal.SaleID `json:"paidTwiceWith,omitempty" office:"10,-"`
	AlsoPaid      journal.SaleID `json:"alsoPaid,omitempty" office:"11,-"`
	Replaces      journal.SaleID `json:"replaces,omitempty" office:"12,-"`
	ReplacedBy    journal.SaleID `json:"replacedBy,omitempty" office:"13,-"`
	Copies        int            `json:"copies,omitempty" office:"14,-"`
}

// Decision is a decision that a person took on a sale.
type Decision struct {
	At     time.Time `json:"at" office:"1,-"`
	By     string    `json:"by,omitempty" office:"2,-"`
	Reason string    `json:"reason,omitempty" office:"3,-"`
}
