package journal

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sanduq/core/money"
)

// MostQuick is how many quick amounts a shop may have.
const MostQuick = 6

// mostQuickWhole is how many digits before the point an amount may have that can
// be typed as well.
const mostQuickWhole = 9

// ErrQuick means a text that is no list of quick amounts.
var ErrQuick = errors.New("journal: no quick amounts")

// ParseQuick reads quick amounts as a person typed them: major units with blanks
// between, at most MostQuick, each of them above zero and there once. A blank
// text is none of them. Error: one that matches ErrQuick.
func ParseQuick(text, currency string) ([]money.Amount, error) {
	var all []money.Amount
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\u00a0' || r == '\t' || r == ';' || r == '؛' }) {
		a, err := money.Parse(one, currency)
		whole, _, _ := strings.Cut(a.Major(), ".")
		switch {
		case err != nil:
			return nil, fmt.Errorf("%w: %w", ErrQuick, err)
		case a.Minor <= 0, len(whole) > mostQuickWhole, slices.Contains(all, a), len(all) == MostQuick:
			return nil, fmt.Errorf("%w: number %d", ErrQuick, len(all)+1)
		}
		all = append(all, a)
	}
	return all, nil
}

// QuickAmounts are the sums that the shop charges with one key; none where it has
// set none, or none that can be read in its currency.
func (s Settings) QuickAmounts() []money.Amount {
	all, err := ParseQuick(s.Quick, s.Currency)
	if err != nil {
		return nil
	}
	return all
}

// inCurrency is what of new settings makes sense beside those before: sums that
// were set in one currency mean nothing in another.
func (s Settings) InCurrency(before Settings) Settings {
	if s.Currency == before.Currency {
		return s
	}
	if s.Quick == before.Quick {
		s.Quick = ""
	}
	if s.AskAbove == before.AskAbove {
		s.AskAbove = ""
	}
	if s.Coin == before.Coin {
		s.Coin = 0
	}
	return s
}
