package journal

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"sanduq/core/money"
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

// Handed is a sum that customers hand over often, and the notes that make it up.
type Handed struct {
	Minor  int64
	Pieces []Pieces // the largest first
}

// mostQuick is how many sums are offered beside the exact one, and mostNotes how
// many notes may make one up.
const (
	mostQuick = 3
	mostNotes = 9
)

// QuickNotes returns the sums above what is due that a customer most likely
// hands over, the smallest first: of all that end at a whole note, those of the
// fewest notes. None where the notes of the currency are not known.
func QuickNotes(due money.Amount) []Handed {
	known := Denominations(due.Currency)
	var all []Handed
	for _, value := range known {
		over := due.Minor % value
		if over == 0 || due.Minor <= 0 || due.Minor > math.MaxInt64-value {
			continue
		}
		h := Handed{Minor: due.Minor - over + value}
		same := func(other Handed) bool { return other.Minor == h.Minor }
		if slices.ContainsFunc(all, same) {
			continue
		}
		rest := h.Minor
		for _, note := range known {
			if n := rest / note; n > 0 {
				h.Pieces = append(h.Pieces, Pieces{Value: note, Number: n})
				rest %= note
			}
		}
		if rest == 0 && h.notes() <= mostNotes {
			all = append(all, h)
		}
	}
	slices.SortFunc(all, func(a, b Handed) int { return cmp.Or(cmp.Compare(a.notes(), b.notes()), cmp.Compare(a.Minor, b.Minor)) })
	all = all[:min(mostQuick, len(all))]
	slices.SortFunc(all, func(a, b Handed) int { return cmp.Compare(a.Minor, b.Minor) })
	return all
}

func (h Handed) notes() (n int64) {
	for _, p := range h.Pieces {
		n += p.Number
	}
	return n
}
