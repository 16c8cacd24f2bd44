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
	rest := strings.ToUpper(money.Plain(text, ""))
	for _, letter := range []string{"T", "C"} {
		if after, there := strings.CutPrefix(rest, letter); there {
			kind, rest = letter, after
			break
		}
	}
	number, err := strconv.ParseUint(strings.TrimLeft(rest, "-"), 10, 64)
	return kind, number, err == nil && number != 0
}
