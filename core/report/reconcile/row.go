package reconcile

import (
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/statement"
)

// Kind is what a row says.
type Kind string

// The kinds. Up to Returned they need somebody.
const (
	OnlyBank    Kind = "onlyBank"
	OnlyTill    Kind = "onlyTill"
	OtherAmount Kind = "otherAmount"
	Guess       Kind = "guess"       // same sum and time, or the sum of a day: it is asked
	Again       Kind = "again"       // an earlier file has a line that says the same: it may be the same movement
	Choose      Kind = "choose"      // more than one group of sales has the sum
	Twice       Kind = "twice"       // the bank has the payment once more, and has not taken it back
	TakenBack   Kind = "takenBack"   // the bank took the payment back
	BackMissing Kind = "backMissing" // a person recorded a return that the statement has not
	Returned    Kind = "returned"    // once more at the bank, and taken back: nothing is owed
	Matched     Kind = "matched"     // by their numbers, all in one row
	Deposit     Kind = "deposit"     // several sales in one sum, by its number or by a person
	WentBack    Kind = "wentBack"    // returns that people recorded, and the bank has: in no sum of the rows
	Outgoing    Kind = "outgoing"    // money that went: it is not compared
)

// The answers that a person gives.
const (
	Yes       = "yes"       // the same payment
	No        = "no"        // two different things
	NotSale   = "notSale"   // money that is no sale's
	AskBank   = "askBank"   // it is asked
	Tomorrow  = "tomorrow"  // a later statement will have it
	Cancelled = "cancelled" // the sale was undone
	Fee       = "fee"       // the difference is the bank's
	Seen      = "seen"
	First     = "first" // of two groups
	Second    = "second"
	Belongs   = "belongs" // money that is the payment of a sale, which the answer names
)

// answers are what may be said of a row, in the order in which it is offered.
var answers = map[Kind][]string{
	OnlyBank: {NotSale, Belongs, AskBank}, OnlyTill: {Tomorrow, AskBank, Cancelled}, OtherAmount: {Fee, AskBank}, Guess: {Yes, No}, Again: {Yes, No},
	Choose: {First, Second, No}, Twice: {AskBank, Seen}, TakenBack: {Seen, AskBank}, Returned: {Seen}, BackMissing: {Tomorrow, AskBank},
}

// apart reports whether a row is of money that goes, which no payment is held against.
func (k Kind) apart() bool { return k == Outgoing || k == WentBack || k == BackMissing || k == Again }

// Row is one line of the result. Amounts are in minor units of the till's currency.
type Row struct {
	Kind Kind
	Key  string // under which its answer is kept; blank where nothing is asked
	// Till and Bank are the sums on both sides; HasTill and HasBank say which side has
	// something. Foreign says that a side is of another currency and in no sum.
	Till, Bank       int64
	HasTill, HasBank bool
	Foreign          bool
	Fee              int64 // what the bank kept, within the difference
	Sales, Lines     int
	Items            []statement.Item
	Answer           journal.BankAnswer
	Also             string // of Again: the name of the earlier file
	Owed             bool   // the payment may be entered as owed back
}

// Difference is what the bank has more than the till.
func (r Row) Difference() int64 { return r.Bank - r.Till }

// Answers are the answers that the row may be given; none for one that is sure.
func (r Row) Answers() []string {
	if r.Kind == Choose {
		switch len(r.Items[0].Choices) {
		case 0:
			return []string{NotSale, AskBank}
		case 1:
			return []string{First, No}
		}
	}
	return answers[r.Kind]
}

// Open reports whether the row waits for an answer.
func (r Row) Open() bool { return r.Key != "" && r.Answer.Answer == "" }

// Folded reports whether the row needs nobody.
func (r Row) Folded() bool { return r.Key == "" }

// Sums are what the rows add up to: Bank - Till is Fees and Look together.
type Sums struct {
	Sales, Lines    int
	Till, Bank      int64
	Fees            int64 // kept by the bank, negative
	Look            int64 // to look into
	Open            int   // answers that are missing
	OtherCurrencies int   // rows that are in no sum
}

// Difference is what the bank has more than the till.
func (s Sums) Difference() int64 { return s.Bank - s.Till }

// Add adds rows up. Rows that do not fit into 64 bits are CodeRange's; no till has such.
func Add(rows []Row) (s Sums) {
	for _, r := range rows {
		if r.Open() {
			s.Open++
		}
		if r.Kind.apart() {
			continue
		}
		if r.Foreign {
			s.OtherCurrencies++
			continue
		}
		s.Sales, s.Lines = s.Sales+r.Sales, s.Lines+r.Lines
		s.Till, s.Bank = s.Till+r.Till, s.Bank+r.Bank
		fee := -r.Fee
		if r.Kind == OtherAmount && r.Answer.Answer == Fee {
			fee = r.Difference()
		}
		s.Fees += fee
		s.Look += r.Difference() - fee
	}
	return s
}

func minor(a money.Amount, currency string) (int64, bool) { return a.Minor, a.Currency == currency }
