// Package money holds sums as integer minor units and converts them to and
// from the exact decimals that people type and that the wire carries. No value
// passes through a floating-point number on any path.
//
//sanduq:norace it computes, in one goroutine
package money

import (
	"errors"
	"fmt"
)

// Errors to be tested with errors.Is.
var (
	// ErrCurrency: the code is not in the table.
	ErrCurrency = errors.New("money: unknown currency")
	// ErrSyntax: the text is not a decimal number.
	ErrSyntax = errors.New("money: not an amount")
	// ErrDigits: the text has more decimals than the currency.
	ErrDigits = errors.New("money: too many decimals for the currency")
	// ErrRange: the amount does not fit into 64 bits of minor units.
	ErrRange = errors.New("money: amount out of range")
	// ErrNegative: a person typed a negative amount.
	ErrNegative = errors.New("money: negative amount")
)

// Amount is a sum of money in integer minor units of its currency. It is a
// value; there is no float in it anywhere. The zero Amount has no currency and
// is not Valid.
type Amount struct {
	Minor    int64  `json:"minor"`
	Currency string `json:"currency"` // ISO 4217 code, upper case
}

// New returns minor units of a currency, or ErrCurrency. Any sign is allowed.
func New(minor int64, currency string) (Amount, error) {
	a := Amount{Minor: minor, Currency: currency}
	if err := a.Valid(); err != nil {
		return Amount{}, err
	}
	return a, nil
}

// Valid returns ErrCurrency unless the amount's currency is known. The sign is
// the caller's business.
func (a Amount) Valid() error {
	_, err := FractionDigits(a.Currency)
	return err
}

// Major writes the amount in major units with exactly the currency's decimals
// and a point: "12.500" for 12500 LYD, "-0.05" for -5 EUR, "300" for 300 JPY.
// The text is a JSON number literal as it stands. An amount that is not Valid
// has no major units: the text is then blank.
func (a Amount) Major() string {
	digits, err := FractionDigits(a.Currency)
	if err != nil {
		return ""
	}
	sign, magnitude := "", uint64(a.Minor)
	if a.Minor < 0 {
		sign, magnitude = "-", -magnitude // exact for the smallest int64 too
	}
	if digits == 0 {
		return fmt.Sprintf("%s%d", sign, magnitude)
	}
	unit := pow10(digits)
	return fmt.Sprintf("%s%d.%0*d", sign, magnitude/unit, digits, magnitude%unit)
}

// String implements fmt.Stringer: "12.500 LYD".
func (a Amount) String() string {
	if major := a.Major(); major != "" {
		return major + " " + a.Currency
	}
	return fmt.Sprintf("%d minor units of unknown currency %q", a.Minor, a.Currency)
}

func pow10(n int) uint64 {
	p := uint64(1)
	for range n {
		p *= 10
	}
	return p
}
