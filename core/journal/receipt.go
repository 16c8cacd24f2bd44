package journal

import (
	"time"

	"sanduq/core"
	"sanduq/core/money"
)

// Receipt is the immutable proof of a settled sale. It is committed in the
// same transaction as the sale's success and never changed; numbers grow by
// one without a gap.
type Receipt struct {
	Seq           uint64           `json:"seq" disk:"1"`
	SaleID        SaleID           `json:"saleId" disk:"2"`
	OrderID       string           `json:"orderId" disk:"3,order"`
	PaymentID     string           `json:"paymentId" disk:"4"`
	TransactionID string           `json:"transactionId,omitempty" disk:"5"` // blank when the gateway named none yet
	Reference     string           `json:"reference,omitempty" disk:"16"`
	Amount        money.Amount     `json:"amount" disk:"6"`
	Route         core.Route       `json:"route" disk:"7"`
	Payer         string           `json:"payer,omitempty" disk:"8"` // masked account or wallet; blank for a QR
	Institution   string           `json:"institution,omitempty" disk:"9"`
	SettledAt     time.Time        `json:"settledAt" disk:"10"`
	Shop          string           `json:"shop" disk:"11"`
	Place         string           `json:"place,omitempty" disk:"12"`
	Till          string           `json:"till" disk:"13"`
	Cashier       string           `json:"cashier,omitempty" disk:"14"`
	Environment   core.Environment `json:"environment" disk:"15"`
	Late          bool             `json:"late,omitempty" disk:"17"`
	// Shift is the one in which the money came, Opened the one in which the sale
	// was opened; they differ for money that came late. 0 where there was none.
	Shift  uint64 `json:"shift,omitempty" disk:"18"`
	Opened uint64 `json:"opened,omitempty" disk:"19"`
}

// Test reports whether the receipt must carry the TEST mark: no money moved.
func (r Receipt) Test() bool { return r.Environment != core.Live }

// ByQR reports whether the customer paid by scanning the QR.
func (r Receipt) ByQR() bool { return r.Route.Scanned() }

// ByWallet reports whether the customer paid from a wallet.
func (r Receipt) ByWallet() bool { return r.Route.Rail() == core.RailWallet }

// ReceiptOf writes the receipt of a sale that has just been settled.
func ReceiptOf(s Sale, set Settings, seq uint64, at time.Time) Receipt {
	r := Receipt{
		Seq: seq, SaleID: s.ID, OrderID: s.OrderID, PaymentID: s.Session.PaymentID,
		TransactionID: s.Session.TransactionID, Reference: s.Reference, Amount: s.Amount,
		Route: s.Session.Route, SettledAt: at, Shop: set.Shop, Place: set.Place, Till: set.Till,
		Cashier: s.Cashier, Environment: s.Environment, Late: s.Session.Late, Opened: s.Shift,
	}
	if r.Route == "" {
		r.Route = s.Route
	}
	if !r.Route.Scanned() {
		r.Payer, r.Institution = s.Session.MaskedAccount, s.Institution
	}
	return r
}
