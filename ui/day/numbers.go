package day

import (
	"strconv"
	"strings"

	"sanduq/core/money"
)

// unscanned is for a field whose Enter decides something: a scanner's does not.
func unscanned(string) {}

// paperNumber reads a number as it is on paper, "C-0015" or "15", in digits of any
// script; kind is its letter, T or C, or blank.
func paperNumber(text string) (kind string, number uint64, ok bool) {
	rest := strings.ToUpper(latin(text))
	for _, letter := range []string{"T", "C"} {
		if after, there := strings.CutPrefix(rest, letter); there {
			kind, rest = letter, after
			break
		}
	}
	number, err := strconv.ParseUint(strings.TrimLeft(rest, "-"), 10, 64)
	return kind, number, err == nil && number != 0
}

// latin is a text with its digits as 0 to 9, without the space around it.
func latin(text string) string {
	return strings.Map(func(r rune) rune {
		if d, ok := money.Digit(r); ok {
			return d
		}
		return r
	}, strings.TrimSpace(text))
}
