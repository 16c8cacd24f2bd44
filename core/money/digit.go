package money

import (
	"strings"
	"unicode"
)

// Digit returns the ASCII digit that a Latin, Arabic-Indic or Persian one
// stands for; ok is false for anything else. What people type and what gateways
// send come in all three.
func Digit(r rune) (digit rune, ok bool) {
	for _, zero := range [...]rune{'0', '٠', '۰'} {
		if r >= zero && r <= zero+9 {
			return '0' + r - zero, true
		}
	}
	return 0, false
}

// Plain is a number or a code that somebody typed or copied, as it was made (Copied is for words and sums): digits of
// any script in ASCII, without blanks and marks of direction, and without the signs that
// part it for reading. Of those a hyphen stands for every dash.
func Plain(typed, parts string) string {
	dashes := strings.ContainsRune(parts, '-')
	return strings.Map(func(r rune) rune {
		if d, ok := Digit(r); ok {
			return d
		}
		if unicode.In(r, unicode.Cf, unicode.White_Space) || strings.ContainsRune(parts, r) || dashes && unicode.Is(unicode.Pd, r) {
			return -1
		}
		return r
	}, typed)
}
