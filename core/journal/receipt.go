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
	Seq           uint64           `json:"seq"`
	SaleID        SaleID           `json:"saleId"`
	OrderID       string           `json:"orderId"`
	PaymentID     string           `json:"paymentId"`
	TransactionID string           `json:"transactionId,omitempty"` // blank when the gateway named none yet
	Reference     string           `json:"reference,omitempty"`
	Amount        money.Amount     `json:"amount"`
	Route         core.Route       `json:"route"`
	Payer         string           `json:"payer,omitempty"` // masked account or wallet; blank for a QR
	Institution   string           `json:"institution,omitempty"`
	SettledAt     time.Time        `json:"settledAt"`
	Shop          string           `json:"shop"`
	Place         string           `json:"place,omitempty"`
	Till          string           `json:"till"`
	Cashier       string           `json:"cashier,omitempty"`
	Environment   core.Environment `json:"environment"`
	Late          bool             `json:"late,omitempty"`
	// Shift is the one in which the money came, Opened the one in which the sale
	// was opened; they differ for money that came late. 0 where there was none.
	Shift  uint64 `json:"shift,omitempty"`
	Opened uint64 `json:"opened,omitempty"`
}

// Test reports whether the receipt must carry the TEST mark: no money moved.
func (r Receipt) Test() bool { return r.Environment != core.Live }

// ByQR reports whether the customer paid by scanning the QR.
func (r Receipt) ByQR() bool { return r.Route == core.RouteQR }

// ByWallet reports whether the customer paid from a wallet.
func (r Receipt) ByWallet() bool { return r.Route == core.RouteWallet }

// AuditRow is one line of the book of decisions and ends. Rows are chained by
// the store, so that none can be changed or dropped unnoticed.
type AuditRow struct {
	Seq    uint64      `json:"seq"`
	At     time.Time   `json:"at"`
	By     string      `json:"by,omitempty"`
	Action AuditAction `json:"action"`
	SaleID SaleID      `json:"saleId,omitempty"`
	Detail string      `json:"detail,omitempty"`
	LentBy string      `json:"lentBy,omitempty"` // whose right it was, where not the author's own
}

// AuditAction names what was done.
type AuditAction string

// The actions that are written down.
const (
	AuditSettled         AuditAction = "settled"
	AuditSettledLate     AuditAction = "settledLate"
	AuditConflict        AuditAction = "conflict"
	AuditPaidTwice       AuditAction = "paidTwice"
	AuditSetAside        AuditAction = "setAside"
	AuditReplaced        AuditAction = "replaced"
	AuditToManager       AuditAction = "toManager"
	AuditResolvedOutside AuditAction = "resolvedOutside"
	AuditCodeAgain       AuditAction = "codeAgain"
	AuditCopy            AuditAction = "copy"
	AuditSettings        AuditAction = "settings"
	AuditAlertRead       AuditAction = "alertRead"
	AuditAmountAllowed   AuditAction = "amountAllowed" // far above the usual
	AuditRecoveryCode    AuditAction = "recoveryCode"
	AuditGateway         AuditAction = "gateway" // its address, profile or keys
	AuditShiftOpened     AuditAction = "shiftOpened"
	AuditShiftHanded     AuditAction = "shiftHanded" // the drawer, to another person
	AuditCounted         AuditAction = "counted"     // the drawer
	AuditDrawer          AuditAction = "drawer"      // it was opened without money, to be counted
	AuditShiftClosed     AuditAction = "shiftClosed"
	AuditCash            AuditAction = "cash" // a sale taken in cash
	AuditCashIn          AuditAction = "cashIn"
	AuditCashOut         AuditAction = "cashOut"
	AuditCashAsked       AuditAction = "cashAsked" // more out than the drawer should hold; nothing was taken
	AuditOwed            AuditAction = "owed"      // an entry of what is owed back was opened
	AuditOwedNoted       AuditAction = "owedNoted"
	AuditOwedReturned    AuditAction = "owedReturned"
	AuditOwedKept        AuditAction = "owedKept"
	AuditRights          AuditAction = "rights"   // what a role may do was changed
	AuditSumsSeen        AuditAction = "sumsSeen" // on a right that was lent
	AuditBackups         AuditAction = "backups"  // where copies go
	AuditOffice          AuditAction = "office"   // to which head office the till sends
)

// same reports whether two rows are one, of which one was read: the number may
// have been given to another, but not in the same instant.
func (r AuditRow) SameAs(other AuditRow) bool {
	return r.Seq == other.Seq && r.At.Equal(other.At) && r.Action == other.Action && r.SaleID == other.SaleID
}
