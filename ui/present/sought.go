package present

import (
	"strings"
	"unicode"

	"sanduq/core/money"
)

// Sought is a text as a search compares it: in small letters, with digits and the sign
// of decimals in one script, and without what nobody sees or types: marks of direction,
// vowel signs, and what makes an Arabic word longer.
func Sought(text string) string {
	return strings.Map(func(r rune) rune {
		if d, ok := money.Digit(r); ok {
			return d
		}
		switch {
		case r == '٫', r == ',', r == '،':
			return '.'
		case r == 'ـ', unicode.In(r, unicode.Cf, unicode.Mn):
			return -1
		}
		return unicode.ToLower(r)
	}, money.Copied(text))
}
