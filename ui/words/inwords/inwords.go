// Package inwords writes amounts out in words, in English, Arabic and French, as
// they stand on a cheque: whole units and their parts, each with its name. It is
// for a person to read beside the digits, so that a nought too many is seen.
//
//sanduq:norace it computes, in one goroutine
package inwords

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sanduq/core/money"
)

// Amount is an amount in words in a language; ok is false where it cannot be
// written out: another language, a currency that nobody knows, an amount below
// nought or of a million millions and more.
func Amount(lang string, a money.Amount) (text string, ok bool) {
	digits, err := money.FractionDigits(a.Currency)
	if err != nil || a.Minor < 0 {
		return "", false
	}
	each := int64(1)
	for range digits {
		each *= 10
	}
	whole, part := a.Minor/each, a.Minor%each
	if whole >= limit {
		return "", false
	}
	switch lang {
	case "en":
		text = english(whole, part, a.Currency, each)
	case "fr":
		text = french(whole, part, a.Currency, each)
	case "ar":
		return arabic(whole, part, a.Currency, each), true
	default:
		return "", false
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:], true
}

// limit is one more than the most that is written out.
const limit = 1_000_000_000_000

// noun is a thing that is counted, one and more of it.
type noun struct{ one, more string }

// groups cuts a number into thousands, from the highest: 12 500 is {12, 500}
// with the scales 1 and 0.
func groups(n int64) (all []group) {
	for scale := 0; n > 0; scale++ {
		if part := int(n % 1000); part > 0 {
			all = append([]group{{part, scale}}, all...)
		}
		n /= 1000
	}
	return all
}

type group struct {
	n     int // 1 to 999
	scale int // 0 units, 1 thousands, 2 millions, 3 thousand millions
}

func join(parts []string) string { return strings.Join(parts, " ") }
