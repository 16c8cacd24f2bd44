// Package tables holds what the service knows by heart: currencies, institutions, and the test numbers with their
// outcomes. It imports the contract's words.
package tables

import (
	"errors"
	"regexp"
	"strings"

	"github.com/shopspring/decimal"
)

// Currency is what the service knows of a currency: how many fraction digits an amount has, and the ISO 4217
// number that a QR carries.
type Currency struct {
	Digits  int32
	Numeric string
	Country string
}

// Currencies is the service's own table. The five with three digits are part of the contract; the others follow
// ISO 4217, which is this sandbox's assumption.
var Currencies = map[string]Currency{
	"LYD": {3, "434", "LY"}, "BHD": {3, "048", "BH"}, "KWD": {3, "414", "KW"}, "OMR": {3, "512", "OM"},
	"TND": {3, "788", "TN"},
	"AED": {2, "784", "AE"}, "CHF": {2, "756", "CH"}, "DZD": {2, "012", "DZ"}, "EGP": {2, "818", "EG"},
	"EUR": {2, "978", "DE"}, "GBP": {2, "826", "GB"}, "IQD": {3, "368", "IQ"}, "JOD": {3, "400", "JO"},
	"JPY": {0, "392", "JP"}, "LBP": {2, "422", "LB"}, "MAD": {2, "504", "MA"}, "QAR": {2, "634", "QA"},
	"SAR": {2, "682", "SA"}, "SDG": {2, "938", "SD"}, "SYP": {2, "760", "SY"}, "TRY": {2, "949", "TR"},
	"USD": {2, "840", "US"}, "YER": {2, "886", "YE"},
}

// MaxMinor bounds one payment: twelve digits of minor units, which an int64 holds many thousand times over.
const MaxMinor = 999_999_999_999

var (
	errAmountForm  = errors.New("not a plain decimal number")
	errAmountFine  = errors.New("more fraction digits than the currency has")
	errAmountRange = errors.New("not between one minor unit and twelve digits of them")

	// The exponent is bounded: 1e999999999 would otherwise become a number with a billion digits.
	numberLiteral = regexp.MustCompile(`^-?[0-9]{1,24}(\.[0-9]{1,24})?([eE][+-]?[0-9]{1,2})?$`)
	MajorString   = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,3})?$`)
)

// ParseMajor turns the literal of an amount in major units into minor units, exactly and without a float.
func ParseMajor(literal string, digits int32) (int64, error) {
	if !numberLiteral.MatchString(literal) {
		return 0, errAmountForm
	}
	d, err := decimal.NewFromString(literal)
	if err != nil {
		return 0, errAmountForm
	}
	minor := d.Shift(digits)
	switch {
	case minor.Sign() <= 0 || minor.GreaterThan(decimal.NewFromInt(MaxMinor)):
		return 0, errAmountRange
	case !minor.IsInteger():
		return 0, errAmountFine
	}
	return minor.IntPart(), nil
}

// FormatMajor writes minor units as major ones with all the currency's digits: 12500 with three is "12.500".
func FormatMajor(minor int64, digits int32) string {
	return decimal.New(minor, -digits).StringFixed(digits)
}

// SplitMajor parts an amount into its whole and its fraction (with the point), for the page's two sizes.
func SplitMajor(minor int64, digits int32) (whole, fraction string) {
	s := FormatMajor(minor, digits)
	if i := strings.IndexByte(s, '.'); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}
