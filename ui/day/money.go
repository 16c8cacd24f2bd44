package day

import (
	"strings"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/present"
	"sanduq/ui/screen"
)

// sum is an amount of a row, its thousands parted, without its currency.
func sum(env screen.Env, minor int64, currency string) string {
	whole, fraction, has := strings.Cut(money.Amount{Minor: minor, Currency: currency}.Major(), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "\u00a0" + whole[i:]
	}
	if has {
		return whole + present.Point(env.Words) + fraction
	}
	return whole
}

// amount is a sum of a sentence, with its currency.
func amount(env screen.Env, minor int64, currency string) string {
	return sum(env, minor, currency) + " " + env.CurrencyWord(currency)
}

// total adds numbers of sales up, whatever their currency.
func total(all []journal.Line) (n int64) {
	for _, l := range all {
		n += l.Number
	}
	return n
}
