package figures

import (
	"strconv"

	"sanduq/core/money"
	"sanduq/ui/present"
	"sanduq/ui/screen"
)

// Sum is an amount of a row, its thousands parted, without its currency.
func Sum(env screen.Env, minor int64, currency string) string {
	return present.Sum(env.Words, minor, currency)
}

// Amount is a sum of a sentence, with its currency.
func Amount(env screen.Env, minor int64, currency string) string {
	return Sum(env, minor, currency) + " " + env.CurrencyWord(currency)
}

// Short is what a note or coin is worth, without decimals that say nothing.
func Short(env screen.Env, value int64, currency string) string {
	digits, err := money.FractionDigits(currency)
	if err != nil {
		digits = 0
	}
	unit := int64(1)
	for range digits {
		unit *= 10
	}
	if value%unit == 0 {
		return strconv.FormatInt(value/unit, 10)
	}
	return Sum(env, value, currency)
}
