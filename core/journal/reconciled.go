package journal

import (
	"time"

	"sanduq/core/money"
)

// What statements of banks say is kept beside the sales, and never in them: no record
// here is read when a sale's status is told, so that one that is lost or damaged takes
// back nothing and pays nothing.

// Reconciled is what all statements together have of the payment of one sale.
type Reconciled struct {
	Sale  SaleID        `json:"sale"`
	Class ReconciledHow `json:"class"`
	By    string        `json:"by,omitempty"` // who said so, where a person did
	At    time.Time     `json:"at"`
	// Amount is the sale's, so that what is open of a day is known from sums alone.
	Amount money.Amount `json:"amount"`
	Lines  []BankLine   `json:"lines"` // each once, in the order in which they were read
}

// ReconciledHow is how a payment of the till's was found in a statement.
type ReconciledHow string

// The ways.
const (
	ReconciledByNumber ReconciledHow = "number"  // the bank wrote its number, at the very sum
	ReconciledByPerson ReconciledHow = "person"  // a person said that it is the same
	ReconciledPart     ReconciledHow = "deposit" // one of several in one deposit that names them
)

// BankLine is one movement of a statement, by what tells it from all others.
type BankLine struct {
	Statement string `json:"statement"`      // its ID
	Line      string `json:"line"`           // a digest of what the bank wrote
	Day       Day    `json:"day"`            // on which the bank booked it
	Back      bool   `json:"back,omitempty"` // the bank took the payment back by it
}

// Reconciles reports whether the sale is settled with its bank: the payment is there
// once more than it was taken back.
func (r Reconciled) Reconciles() bool { return r.Credits() > 0 }

// Credits is how many times the bank has the payment, less how many times it was taken back.
func (r Reconciled) Credits() (n int) {
	for _, l := range r.Lines {
		if l.Back {
			n--
		} else {
			n++
		}
	}
	return n
}

// BankStatement is a statement that was held against the till. Its ID names what it
// says, so that the same one read again is the same one.
type BankStatement struct {
	ID      string       `json:"id"`
	Bank    string       `json:"bank,omitempty"`   // as a person calls it
	Account string       `json:"account"`          // tells accounts apart: a digest
	Number  string       `json:"number,omitempty"` // a digest of the account's; blank where the format may not name it
	File    string       `json:"file"`             // the name of the file, without its folder
	From    Day          `json:"from"`             // the first day that it speaks of
	To      Day          `json:"to"`
	At      time.Time    `json:"at"`              // when it was read first
	Open    int          `json:"open"`            // answers that are missing
	Lines   string       `json:"lines,omitempty"` // which it has: the first 16 characters of each BankLine's Line; then marks of the balances around them, where it has any
	Answers []BankAnswer `json:"answers,omitempty"`
	Signed  *Decision    `json:"signed,omitempty"` // who said that the days are reconciled
	// Settled is what the statement moves between the shop's accounts, from when it was
	// signed; nil before, and for one that was signed by an older version.
	Settled *BankSums `json:"settled,omitempty"`
}

// BankSums are what a signed statement moves, in minor units of one currency: Bank is Clearing less Fees, and Second
// and Suspense. What another signed statement of the account has is in none of them.
type BankSums struct {
	Currency string `json:"currency"`
	Bank     int64  `json:"bank"`     // that came to the account, less what was drawn back
	Clearing int64  `json:"clearing"` // payments of the till, at the till's sums
	Fees     int64  `json:"fees"`     // what the bank kept of them
	Second   int64  `json:"second"`   // second payments
	Suspense int64  `json:"suspense"` // money that is no sale's, or not known to be one's
}

// BankAnswer is what a person said about one row that needed somebody.
type BankAnswer struct {
	Row    string    `json:"row"`            // what tells it from the others: a sale, a line, or both
	Answer string    `json:"answer"`         // a code
	Sale   SaleID    `json:"sale,omitempty"` // that a person assigned to the row, or took from it again
	By     string    `json:"by,omitempty"`
	At     time.Time `json:"at"`
}
