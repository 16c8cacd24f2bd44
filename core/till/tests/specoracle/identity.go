package specoracle

import (
	"encoding/json"
	"math/big"
	"strings"
)

// same is how what a reply names compares with the payment.
type same int

const (
	agrees same = iota
	differs
	malformed
)

// named compares whatever names the payment in a reply: its identifiers, which
// are strings and compared letter by letter, and its amount and currency. What
// is absent, null or blank names nothing.
func named(d map[string]json.RawMessage, p Payment) same {
	for name, want := range map[string]string{"orderId": p.Order, "paymentId": p.ID, "currency": p.Currency} {
		raw := d[name]
		if len(raw) == 0 || isNull(raw) {
			continue
		}
		got, isText := text(raw)
		if !isText {
			return malformed
		}
		if got != "" && got != want {
			return differs
		}
	}
	raw := d["amount"]
	if len(raw) == 0 || isNull(raw) {
		return agrees
	}
	literal := string(raw)
	if s, isText := text(raw); isText {
		literal = s
	}
	if !Amount(literal, p.Minor, p.Currency) {
		return differs
	}
	return agrees
}

// digits is how many digits the minor units of a currency have: three for those
// that the specification lists, otherwise what ISO 4217 has for those used here.
func digits(currency string) int64 {
	switch currency {
	case "LYD", "BHD", "KWD", "OMR", "TND":
		return 3
	case "JPY", "XOF":
		return 0
	}
	return 2
}

// Amount reports whether a number as it stands in a reply can be an amount.
// Minor units are counted: they have no decimal point and no exponent. A number
// with one of these is in major units, an integer may be in either.
func Amount(literal string, minor int64, currency string) bool {
	if !isNumber(literal) {
		return false
	}
	value, ok := new(big.Rat).SetString(literal)
	if !ok {
		return false
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(digits(currency)), nil)
	count := new(big.Rat).SetInt64(minor)
	if new(big.Rat).Mul(value, new(big.Rat).SetInt(scale)).Cmp(count) == 0 {
		return true
	}
	return !strings.ContainsAny(literal, ".eE") && value.Cmp(count) == 0
}

// isNumber reports whether a text is a JSON number of a sensible length.
func isNumber(s string) bool {
	return len(s) > 0 && len(s) <= 40 && strings.Trim(s, "0123456789+-.eE") == "" && json.Valid([]byte(s))
}
