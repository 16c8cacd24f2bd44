package page

import (
	"strings"

	"sanduq/core/money"
)

// Typed is an address, a port or a time as a machine reads it: digits of any script as 0
// to 9, without blanks at the ends and marks of direction. Blanks within stay: they are
// wrong, and are said to be.
func Typed(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if d, ok := money.Digit(r); ok {
			return d
		}
		return r
	}, money.Copied(text)))
}
