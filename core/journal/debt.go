package journal

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"sanduq/core/money"
)

// Debt is money that reached the shop although it should not have, as an entry
// of the ledger of what is owed back. It follows from its rows alone. What is
// owed is what was returned, what was kept, and what is open, at every moment.
// The till moves none of it.
type Debt struct {
	Number uint64       `json:"number"` // grows by one without a gap
	Cause  DebtCause    `json:"cause"`
	Sale   SaleID       `json:"sale"` // whose money is owed back
	With   SaleID       `json:"with"` // that was paid too; Sale itself where one payment was debited twice, or where the cash is a word alone
	Amount money.Amount `json:"amount"`
	Since  time.Time    `json:"since"`

	Returned int64     `json:"returned,omitempty"` // in minor units
	Kept     int64     `json:"kept,omitempty"`
	Noted    *Decision `json:"noted,omitempty"` // who took note of it; its banner is gone then, and nothing else
	// References are the banks' references of what was returned, oldest first.
	References []string `json:"references,omitempty"`
}

// DebtCause is why money is owed back.
type DebtCause string

// The causes.
const (
	DebtPaidTwice DebtCause = "paidTwice" // by two payments of one order
	DebtBothLegs  DebtCause = "bothLegs"  // by both legs of one payment
	DebtAfterCash DebtCause = "afterCash" // through a bank, after somebody said that it was paid in cash
	// DebtLate: money came for a customer who had left without the goods: it is no turnover
	// until a manager keeps it with a reason.
	DebtLate DebtCause = "late"
	// DebtReversed: a sale in cash was recorded wrongly, and is returned in the commit that
	// opens the entry. Its reference is the number of the cash receipt.
	DebtReversed DebtCause = "reversed"
	// DebtMaybeTwice: perhaps by both legs of one payment. The gateway names no
	// transactions, so that nobody can tell a second debit from late news of the
	// first. It may be owed back; the bank knows.
	DebtMaybeTwice DebtCause = "maybeTwice"
)

// Apart reports whether the money is a second debit of one payment: it never was a part of
// what was taken, and to give it back takes nothing off that.
func (c DebtCause) Apart() bool { return c == DebtBothLegs || c == DebtMaybeTwice }

// DebtRow is one line of the ledger. Rows are chained by the store and never change.
type DebtRow struct {
	Seq   uint64    `json:"seq" disk:"1"`
	Debt  uint64    `json:"debt" disk:"2"`
	Kind  DebtKind  `json:"kind" disk:"3"`
	At    time.Time `json:"at" disk:"4"`
	By    string    `json:"by,omitempty" disk:"5"`
	Shift uint64    `json:"shift,omitempty" disk:"6"` // in which it was written; 0 for none

	DelegatedBy string `json:"lentBy,omitempty" disk:"15"` // whose right it was, where not the author's own
	// BookedAt is the moment at which it counts, where the clock showed a day that the
	// books had left: the same time of day on the day of booking. See CountsAt.
	BookedAt time.Time `json:"bookedAt,omitzero" disk:"16"`

	// Of an opening row.
	Cause  DebtCause    `json:"cause,omitempty" disk:"7"`
	Sale   SaleID       `json:"sale,omitempty" disk:"8"`
	With   SaleID       `json:"with,omitempty" disk:"9"`
	Amount money.Amount `json:"amount,omitzero" disk:"10"`

	// Of a row that closes the debt, or a part of it.
	Minor     int64  `json:"minor,omitempty" disk:"11"`     // how much
	Open      int64  `json:"open,omitempty" disk:"12"`      // what was open as the writer of the row saw it
	Reference string `json:"reference,omitempty" disk:"13"` // the bank's, of what was returned
	Reason    string `json:"reason,omitempty" disk:"14"`    // of what was kept
}

// Errors of a row that the ledger does not take, to be tested with errors.Is.
var (
	ErrDebtRow   = errors.New("journal: not a row of this debt")
	ErrDebtMoved = errors.New("journal: somebody else has closed a part of this debt meanwhile")
	ErrDebtSum   = errors.New("journal: more than is owed")
	ErrReference = errors.New("journal: a reference or a reason is needed, once each")
)

// ReferenceUsedError says which entry a bank's reference has closed already, or a part of
// it. One transfer may return several; the same reference is more often a slip.
type ReferenceUsedError struct{ By Debt }

// Error implements error.
func (e *ReferenceUsedError) Error() string {
	return fmt.Sprintf("journal: the reference is of entry %d already", e.By.Number)
}

// CountsAt is the moment whose day and hour the row counts towards.
func (r DebtRow) CountsAt() time.Time {
	if !r.BookedAt.IsZero() {
		return r.BookedAt
	}
	return r.At
}

// Alone reports whether the row closes a debt, or a part of it, by the word of one person
// whose right it was: nobody else confirmed it.
func (r DebtRow) Alone() bool {
	return (r.Kind == DebtReturned || r.Kind == DebtKept) && r.DelegatedBy == ""
}

// Open is what is still owed, in minor units.
func (d Debt) Open() int64 { return d.Amount.Minor - d.Returned - d.Kept }

// Age is how long money has been owed; nothing where the clock was set back.
func (d Debt) Age(now time.Time) time.Duration { return max(0, now.Sub(d.Since)) }

// Append returns the debt after one more row; the zero Debt takes an opening row
// alone. On an error it is as it was; d is never changed. Errors: ErrDebtRow,
// ErrDebtMoved, ErrDebtSum, ErrReference, money.ErrCurrency.
func (d Debt) Append(r DebtRow) (Debt, error) {
	if r.Kind == DebtOpened {
		return d.open(r)
	}
	if d.Number == 0 || r.Debt != d.Number || r.Cause != "" || r.Sale != "" || r.With != "" || r.Amount != (money.Amount{}) {
		return d, fmt.Errorf("%w: %s of %d in %d", ErrDebtRow, r.Kind, r.Debt, d.Number)
	}
	switch r.Kind {
	case DebtNoted:
		if d.Noted != nil || r.Minor != 0 || r.Reference != "" {
			return d, fmt.Errorf("%w: noted again", ErrDebtRow)
		}
		d.Noted = &Decision{At: r.At, By: r.By, Reason: r.Reason}
		return d, nil
	case DebtReturned, DebtKept:
		return d.close(r)
	}
	return d, fmt.Errorf("%w: %q", ErrDebtRow, r.Kind)
}

func (d Debt) open(r DebtRow) (Debt, error) {
	if d.Number != 0 || r.Debt == 0 || r.Sale == "" || r.With == "" || r.Amount.Minor <= 0 || r.Minor != 0 || r.Reference != "" || r.Reason != "" {
		return d, fmt.Errorf("%w: opening %d", ErrDebtRow, r.Debt)
	}
	if err := r.Amount.Valid(); err != nil {
		return d, err
	}
	alone, fits := r.Sale == r.With, false
	switch r.Cause {
	case DebtPaidTwice:
		fits = !alone
	case DebtBothLegs, DebtMaybeTwice, DebtReversed, DebtLate:
		fits = alone
	case DebtAfterCash: // alone where somebody said so, and recorded no cash
		fits = true
	}
	if !fits {
		return d, fmt.Errorf("%w: %q of %s with %s", ErrDebtRow, r.Cause, r.Sale, r.With)
	}
	return Debt{Number: r.Debt, Cause: r.Cause, Sale: r.Sale, With: r.With, Amount: r.Amount, Since: r.At}, nil
}

// close takes what was returned or kept. A bank's reference is one transfer, and
// is not taken twice: a second tap returns nothing more.
func (d Debt) close(r DebtRow) (Debt, error) {
	text := r.Reference
	if r.Kind == DebtKept {
		text = r.Reason
	}
	trimmed, ok := Written(text)
	switch {
	case r.Open != d.Open():
		return d, fmt.Errorf("%w: %d is open, not %d", ErrDebtMoved, d.Open(), r.Open)
	case r.Minor <= 0 || r.Minor > d.Open():
		return d, fmt.Errorf("%w: %d of %d", ErrDebtSum, r.Minor, d.Open())
	case r.Reference != "" && r.Reason != "":
		return d, fmt.Errorf("%w: both", ErrReference)
	case trimmed != text || !ok:
		return d, fmt.Errorf("%w: %d letters", ErrReference, utf8.RuneCountInString(text))
	}
	if r.Kind == DebtKept {
		d.Kept += r.Minor // both are parts of the amount: no overflow
		return d, nil
	}
	if slices.ContainsFunc(d.References, func(known string) bool { return strings.EqualFold(known, text) }) {
		return d, fmt.Errorf("%w: taken already", ErrReference)
	}
	d.Returned += r.Minor
	d.References = append(slices.Clip(d.References), text)
	return d, nil
}

// SaidCash reports whether somebody set the sale aside with the word that the customer paid in cash.
func (s Sale) SaidCash() bool { return s.SetAside != nil && s.SetAside.Reason == AsidePaidCash }

// RecordOwed takes down at a sale whose money came that something was taken before: another
// sale of the order that was paid or taken in cash, or, with is blank, the word that
// the customer paid in cash.
func (s *Sale) RecordOwed(with SaleID, cause DebtCause, at time.Time) {
	switch {
	case with != "":
		s.PaidTwiceWith, s.OwedSince = with, at
		s.Record(at, HistoryPaidTwice, with.Paper())
	case cause != "":
		s.OwedSince = at
		s.Record(at, HistoryAfterCash, "")
	}
}

// DebtQuery selects entries of what is owed back. The zero value selects all.
type DebtQuery struct {
	Open   bool   // only those of which something is still owed
	Sale   SaleID // only those that are about it, or came with it; blank is any
	Before uint64 // only numbers below it; 0 starts at the newest
	Limit  int    // at most this many; 0 means 50
}
