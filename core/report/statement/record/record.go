package record

import (
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/report"
)

// Line is one movement of a statement. It is a value.
type Line struct {
	Row    int      // in the file, from 1: the number of the entry where a format has no rows
	IDs    []string // what the bank calls the movement, as it wrote it
	Amount money.Amount
	At     time.Time
	Dated  bool // At is the first moment of a day: the statement gives no time
	Noon   bool // At is noon by the clock that the file names, which many banks write for no time
	// Value is the day from which the bank counts the money; zero where it names
	// none.
	Value time.Time
	// Balance is the account's after the movement, in the order of the file or from its end
	// to its beginning. It is blank, without a currency, where the file does not state it or
	// states balances that its movements do not give.
	Balance money.Amount
	// Reversal says that the bank took something back by this movement: money that
	// comes is then no payment.
	Reversal bool
	// Parts are the payments that a single sum stands for, where the file names
	// them and they are not lines of their own.
	Parts []Part
	// Text is what the bank wrote beside it. It may hold account numbers.
	Text core.Secret
}

// Part is one payment within a line.
type Part struct {
	IDs    []string
	Amount money.Amount
}

// Shown is the text with long numbers masked, for screens and exports.
func (l Line) Shown() string { return MaskNumbers(l.Text.Reveal()) }

// ID is the bank's first name for the movement, masked when it is an account.
func (l Line) ID() string {
	if len(l.IDs) == 0 {
		return ""
	}
	if isIBAN(l.IDs[0]) {
		return MaskNumbers(l.IDs[0])
	}
	return l.IDs[0]
}

// Why is why a row is no movement.
type Why string

// The reasons.
const (
	Pending  Why = "pending"  // not booked yet
	Reversed Why = "reversed" // the bank says that it did not stay, or was declined
	Repeated Why = "repeated" // the same row once more, name and all
	Zero     Why = "zero"     // of nothing

	OtherAccount Why = "otherAccount" // of another account than the one that was chosen
)

// Skip is a row that was understood and is no movement. Its amount is zero where
// the row does not give it clearly.
type Skip struct {
	Row    int
	Why    Why
	Amount money.Amount
}

// Total names a sum that a file states.
type Total string

// The totals.
const (
	Closing Total = "closing" // opening balance and movements against the closing balance
	Running Total = "running" // the column of balances against the movements
	Details Total = "details" // an entry against its details
	Sum     Total = "sum"     // the sum of the movements, or of one side
	Number  Total = "number"  // how many there are; the amounts are no money but a count
)

// Gap is a stated total that the movements do not give.
type Gap struct {
	Total  Total
	Row    int // 0 for the whole file
	Stated money.Amount
	Found  money.Amount
}

// Missing is what the movements lack of what the file states; negative is what
// they have beyond it.
func (g Gap) Missing() money.Amount {
	return money.Amount{Minor: g.Stated.Minor - g.Found.Minor, Currency: g.Stated.Currency}
}

// Statement is what was read.
type Statement struct {
	Lines   []Line
	Broken  []*report.Error // rows that could not be read, by number and code
	Skipped []Skip
	Gaps    []Gap
	// Accounts are the numbers of the accounts of which rows are, as the file writes them, in
	// order; none of a table. They are not for a screen; see MaskNumbers.
	Accounts []string
}

// Span returns the first and the last moment of the lines; ok is false without
// any.
func (s Statement) Span() (first, last time.Time, ok bool) {
	for _, l := range s.Lines {
		if !ok || l.At.Before(first) {
			first = l.At
		}
		if !ok || l.At.After(last) {
			last = l.At
		}
		ok = true
	}
	return first, last, ok
}

// Options are what a person said of a bank's files, for formats that do not say
// it themselves. A blank field is not known, and what needs it is unread.
type Options struct {
	Zone     *time.Location // never nil
	Currency string
	Layout   string // the order of day and month, such as values.DayFirst
	Decimal  string // "." or ","
	Account  string // that is read of a file that has several; blank is all
}
