package office

import (
	"errors"
	"strings"
)

// Masked is an account or wallet of which the end alone is shown, as in
// "•••• 4417". The zero value is none. No other package can make one of more.
type Masked struct{ shown string }

// shownDigits is how much of an account a mask leaves, at most.
const shownDigits = 4

var errBare = errors.New("an account that is not masked")

// Mask keeps a mask as it is, and makes one of anything else.
func Mask(account string) Masked {
	account = Clean(account, maxText)
	if account == "" || masks(account) {
		return Masked{account}
	}
	bare := []rune(strings.Map(func(r rune) rune {
		if r == '•' || r == ' ' {
			return -1
		}
		return r
	}, account))
	keep := min(shownDigits, len(bare)/2)
	return Masked{strings.TrimSpace("•••• " + string(bare[len(bare)-keep:]))}
}

// masks reports whether a text is a mask: dots, and no more than shownDigits
// characters beside them.
func masks(text string) bool {
	rest := strings.TrimLeft(text, "•")
	return len(rest) < len(text) && len([]rune(strings.TrimSpace(rest))) <= shownDigits
}

// String returns the mask.
func (m Masked) String() string { return m.shown }

// MarshalText implements encoding.TextMarshaler.
func (m Masked) MarshalText() ([]byte, error) { return []byte(m.shown), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It refuses what is no mask.
func (m *Masked) UnmarshalText(text []byte) error {
	if len(text) > 0 && !masks(string(text)) {
		return errBare // without the account
	}
	m.shown = string(text)
	return nil
}
