package journal

import (
	"fmt"
	"math"
	"sanduq/core"
	"sanduq/core/money"
	"strings"
	"time"
	"unicode/utf8"
)

// CashDue is what a customer who pays in cash has to give.
type CashDue struct {
	Due      money.Amount // a whole number of the smallest coin
	Rounding int64        // Due less the amount, in minor units
}

// DueInCash rounds an amount to the smallest coin, in minor units: to the
// nearest, a tie in the customer's favour, and never below one coin, since
// nothing is not a payment. Errors: money.ErrCurrency; ErrSum where the amount
// or the coin is not above zero, or the sum does not fit.
func DueInCash(amount money.Amount, coin int64) (CashDue, error) {
	if err := amount.Valid(); err != nil {
		return CashDue{}, err
	}
	if amount.Minor <= 0 || coin <= 0 {
		return CashDue{}, fmt.Errorf("%w: %d by coins of %d", ErrSum, amount.Minor, coin)
	}
	over := amount.Minor % coin
	due := amount.Minor - over
	if over > coin-over || due == 0 {
		if due > math.MaxInt64-coin {
			return CashDue{}, ErrSum
		}
		due += coin
	}
	return CashDue{Due: money.Amount{Minor: due, Currency: amount.Currency}, Rounding: due - amount.Minor}, nil
}

// ChangeOf is what a customer gets back who gave more than is due, in minor
// units. Errors: ErrTooLittle; ErrDenomination for another currency.
func ChangeOf(due, given money.Amount) (int64, error) {
	switch {
	case due.Currency != given.Currency:
		return 0, fmt.Errorf("%w: %s for %s", ErrDenomination, given.Currency, due.Currency)
	case due.Minor <= 0 || given.Minor < due.Minor:
		return 0, ErrTooLittle
	}
	return given.Minor - due.Minor, nil
}

// CashReceipt is the record of what a person said they took in cash. No gateway
// knows of it: it is never PAID, has a number of its own beside the receipts',
// and is never changed.
type CashReceipt struct {
	Seq       uint64       `json:"seq" disk:"1"` // grows by one without a gap
	SaleID    SaleID       `json:"saleId" disk:"2"`
	Reference string       `json:"reference,omitempty" disk:"3"`
	Amount    money.Amount `json:"amount" disk:"4"`
	Rounding  int64        `json:"rounding,omitempty" disk:"5"` // what was due less the amount, in minor units
	Given     int64        `json:"given" disk:"6"`              // by the customer, in minor units

	TakenAt     time.Time        `json:"takenAt" disk:"7"`
	Shift       uint64           `json:"shift,omitempty" disk:"8"` // 0 where the shop uses none
	Shop        string           `json:"shop" disk:"9"`
	Place       string           `json:"place,omitempty" disk:"10"`
	Till        string           `json:"till" disk:"11"`
	Cashier     string           `json:"cashier,omitempty" disk:"12"`
	Environment core.Environment `json:"environment" disk:"13"`
}

// Due is what the customer had to give.
func (r CashReceipt) Due() money.Amount {
	return money.Amount{Minor: r.Amount.Minor + r.Rounding, Currency: r.Amount.Currency}
}

// Change is what the customer got back.
func (r CashReceipt) Change() int64 { return r.Given - r.Due().Minor }

// Test reports whether the slip must carry the TEST mark.
func (r CashReceipt) Test() bool { return r.Environment != core.Live }

// Check reports what is wrong with the sums of a receipt. Errors: ErrFigures,
// ErrSum, ErrTooLittle, money.ErrCurrency.
func (r CashReceipt) Check() error {
	if err := r.Amount.Valid(); err != nil {
		return err
	}
	due, ok := plus(r.Amount.Minor, r.Rounding)
	switch {
	case r.Seq == 0 || r.SaleID == "":
		return fmt.Errorf("%w: cash %d of sale %q", ErrFigures, r.Seq, r.SaleID)
	case !ok:
		return ErrSum
	case r.Amount.Minor <= 0 || due <= 0:
		return fmt.Errorf("%w: %d due for %d", ErrFigures, due, r.Amount.Minor)
	case r.Given < due:
		return ErrTooLittle
	}
	return nil
}

// Reversal is what has to be known before the cash of a sale is taken off again.
type Reversal struct {
	Cash    CashReceipt
	Z       uint64 // that its shift ended with; 0 while that goes on, or where there was none
	Missing int64  // of Due, what the count of that Z found missing, in minor units
}

// Movement is cash that went into the drawer or out of it and was no sale, or
// the drawer handed from one person to the next. Rows are chained by the store
// and never change.
type Movement struct {
	Seq         uint64       `json:"seq" disk:"1"` // grows by one without a gap, over all shifts
	Shift       uint64       `json:"shift" disk:"2"`
	Kind        MovementKind `json:"kind" disk:"3"`
	At          time.Time    `json:"at" disk:"4"`
	By          string       `json:"by,omitempty" disk:"5"`
	DelegatedBy string       `json:"lentBy,omitempty" disk:"6"` // whose right it was, where not the author's own
	Minor       int64        `json:"minor,omitempty" disk:"7"`  // above zero, in the drawer's currency; 0 of a handover
	Reason      string       `json:"reason,omitempty" disk:"8"`
	Sale        SaleID       `json:"sale,omitempty" disk:"9"` // that it is about, if any
	To          string       `json:"to,omitempty" disk:"10"`  // who takes the drawer over
	// Float: it is about what the shift began with. The float differs from the count
	// before by it, or was typed wrong by it.
	Float bool `json:"float,omitempty" disk:"11"`
}

// MovementKind is what a movement is.
type MovementKind string

// The kinds.
const (
	MovementIn   MovementKind = "in"
	MovementOut  MovementKind = "out"
	MovementHand MovementKind = "hand" // from one person to the next, without a Z
)

// Check reports what is wrong with a movement: cash needs a sum and a reason, a
// handover a person who is not the one who had it. Error: ErrFigures.
func (m Movement) Check() error {
	reason := strings.TrimSpace(m.Reason)
	if m.Seq == 0 || m.Shift == 0 || utf8.RuneCountInString(m.Reason) > LongestReference {
		return fmt.Errorf("%w: movement %d of shift %d", ErrFigures, m.Seq, m.Shift)
	}
	switch m.Kind {
	case MovementIn, MovementOut:
		if m.Minor > 0 && reason != "" && m.To == "" {
			return nil
		}
	case MovementHand:
		if m.Minor == 0 && m.To != "" && !SameName(m.To, m.By) {
			return nil
		}
	}
	return fmt.Errorf("%w: %q of %d", ErrFigures, m.Kind, m.Minor)
}

// Signed is what a movement adds to the drawer, in minor units.
func (m Movement) Signed() int64 {
	switch m.Kind {
	case MovementIn:
		return m.Minor
	case MovementOut:
		return -m.Minor
	}
	return 0
}
