package money

import (
	"fmt"
	"math"
	"strings"
)

// Parse reads what a person typed: digits of any of the three families in use
// (0-9, Arabic-Indic, Persian), at most one decimal separator (point, comma or
// Arabic decimal separator), spaces and direction marks around it. There is no
// grouping of thousands, since "1,250" could then mean two things: it means
// one and a quarter. More decimals than the currency has, an amount beyond 64
// bits and a negative one are refused with ErrDigits, ErrRange, ErrNegative.
func Parse(input, currency string) (Amount, error) {
	digits, err := FractionDigits(currency)
	if err != nil {
		return Amount{}, err
	}
	text := strings.Trim(input, " \t\u00a0\u200e\u200f\u061c")
	if rest, negative := strings.CutPrefix(strings.Replace(text, "\u2212", "-", 1), "-"); negative {
		if _, _, err := split(rest); err == nil {
			return Amount{}, ErrNegative
		}
		return Amount{}, ErrSyntax
	}
	whole, fraction, err := split(text)
	if err != nil {
		return Amount{}, err
	}
	if len(fraction) > digits {
		return Amount{}, fmt.Errorf("%w: %s has %d", ErrDigits, currency, digits)
	}
	return compose(false, whole+fraction+strings.Repeat("0", digits-len(fraction)), currency)
}

// Copied is text that was copied from a screen or paper, without what nobody sees in it: marks
// of direction, and the spaces without a break by which thousands are parted.
func Copied(text string) string {
	all := []rune(strings.Map(func(r rune) rune {
		if strings.ContainsRune("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff", r) {
			return -1
		}
		return r
	}, text))
	digit := func(i int) bool {
		if i < 0 || i >= len(all) {
			return false
		}
		_, ok := Digit(all[i])
		return ok
	}
	var out strings.Builder
	for i, r := range all {
		parts := digit(i-1) && digit(i+1) && digit(i+2) && digit(i+3) && !digit(i+4)
		if r != '\u00a0' && r != '\u202f' || !parts {
			out.WriteRune(r)
		}
	}
	return out.String()
}

// split reads digits and one separator into two runs of ASCII digits, of which
// at least one is not blank.
func split(text string) (whole, fraction string, err error) {
	var runs [2]strings.Builder
	part := 0
	for _, r := range text {
		digit, ok := Digit(r)
		switch {
		case ok:
			runs[part].WriteRune(digit)
		case (r == '.' || r == ',' || r == '٫') && part == 0:
			part = 1
		default:
			return "", "", ErrSyntax
		}
	}
	whole, fraction = runs[0].String(), runs[1].String()
	if whole+fraction == "" {
		return "", "", ErrSyntax
	}
	return whole, fraction, nil
}

// ParseWire reads an amount in major units as the gateway writes it: a JSON
// number literal, bare or without the quotes of a string. Any notation that is
// exact in the currency's minor units is accepted: "12.500", "12.5", "1.25e1"
// and "12.5000" are one amount. What would need rounding is ErrDigits.
func ParseWire(literal, currency string) (Amount, error) {
	digits, err := FractionDigits(currency)
	if err != nil {
		return Amount{}, err
	}
	rest, negative := strings.CutPrefix(literal, "-")
	mantissa, exponent, err := cutExponent(rest)
	if err != nil {
		return Amount{}, err
	}
	whole, fraction, pointed := strings.Cut(mantissa, ".")
	if !isDigits(whole) || len(whole) > 1 && whole[0] == '0' || pointed && !isDigits(fraction) {
		return Amount{}, ErrSyntax
	}
	run := strings.TrimLeft(whole+fraction, "0")
	if run == "" {
		return Amount{Currency: currency}, nil
	}
	// The value is run times ten to the power of shift, counted in minor units.
	shift := exponent - len(fraction) + digits
	for ; shift < 0 && strings.HasSuffix(run, "0"); shift++ {
		run = run[:len(run)-1]
	}
	if shift < 0 {
		return Amount{}, fmt.Errorf("%w: %s has %d", ErrDigits, currency, digits)
	}
	if shift > maxRun {
		return Amount{}, ErrRange
	}
	return compose(negative, run+strings.Repeat("0", shift), currency)
}

// maxRun is more digits than any int64 has.
const maxRun = 20

// cutExponent takes a JSON exponent off a literal. Exponents beyond three
// digits are refused as syntax: nobody writes money that way.
func cutExponent(literal string) (mantissa string, exponent int, err error) {
	at := strings.IndexAny(literal, "eE")
	if at < 0 {
		return literal, 0, nil
	}
	mantissa, tail := literal[:at], literal[at+1:]
	down := strings.HasPrefix(tail, "-")
	if down || strings.HasPrefix(tail, "+") {
		tail = tail[1:]
	}
	if !isDigits(tail) || len(tail) > 3 {
		return "", 0, ErrSyntax
	}
	for _, c := range []byte(tail) {
		exponent = exponent*10 + int(c-'0')
	}
	if down {
		exponent = -exponent
	}
	return mantissa, exponent, nil
}

func isDigits(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}

// compose turns a run of ASCII digits, counting minor units, into an amount.
func compose(negative bool, run, currency string) (Amount, error) {
	limit := uint64(math.MaxInt64)
	if negative {
		limit++
	}
	var magnitude uint64
	for _, c := range []byte(run) {
		digit := uint64(c - '0')
		if magnitude > (limit-digit)/10 {
			return Amount{}, ErrRange
		}
		magnitude = magnitude*10 + digit
	}
	minor := int64(magnitude)
	if negative {
		minor = -minor
	}
	return Amount{Minor: minor, Currency: currency}, nil
}
