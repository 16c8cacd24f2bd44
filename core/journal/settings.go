package journal

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"sanduq/core/money"
	"sanduq/core/seller"
)

// Settings are what the shop chose, kept in the store since receipts show
// them. Cosmetic choices (theme, window) are not here.
type Settings struct {
	Shop     string `json:"shop"`
	Place    string `json:"place,omitempty"`
	Till     string `json:"till"`
	Currency string `json:"currency"`
	Cashier  string `json:"cashier,omitempty"`
	// LockAfter is after how many minutes without a touch or a key the till
	// locks itself; 0 is never. It means nothing while nobody signs in.
	LockAfter int `json:"lockAfter,omitempty"`
	// AskAbove is the most that the shop usually charges, in major units of
	// Currency as a person typed it; blank is no limit. What is above it is asked
	// about before a payment is opened.
	AskAbove string `json:"askAbove,omitempty"`
	// Shifts: the shop closes its day with a Z. Cash: it takes cash, and each sale
	// in it is recorded. Without both, a till has neither.
	Shifts bool `json:"shifts,omitempty"`
	Cash   bool `json:"cash,omitempty"`
	// ShowExpected: who counts the drawer sees what should be in it before.
	ShowExpected bool `json:"showExpected,omitempty"`
	// Coin is the smallest coin that is handed out, in minor units of Currency; 0
	// is the currency's own.
	Coin int64 `json:"coin,omitempty"`
	// Quick are the amounts that are charged with one key, as a person typed them
	// in Currency; see QuickAmounts. Repeat offers the last amount again.
	Quick  string `json:"quick,omitempty"`
	Repeat bool   `json:"repeat,omitempty"`
	// Seller is what slips name of who sells. Sellers are those before, which slips
	// of their time still name; the till keeps them, whatever is saved. nil is none.
	Seller  seller.Seller `json:"seller,omitzero"`
	Sellers *seller.Past  `json:"sellers,omitempty"`
}

// SellerAt is whom a slip names that was issued at a moment.
func (s Settings) SellerAt(at time.Time) seller.Seller { return s.Sellers.At(s.Seller, at) }

// Since is what is saved at a moment: slips of before it still name the seller before.
func (s Settings) Since(before Settings, at time.Time) Settings {
	s.Seller = s.Seller.Trimmed()
	s.Sellers = before.Sellers.Since(before.Seller, s.Seller, at)
	return s
}

// Caution is how carefully an amount is charged.
type Caution int

// The cautions. CautionManager is for what is far above the usual: a slip of
// the finger, or worse.
const (
	CautionNone    Caution = iota
	CautionAsk             // the cashier who charges it says once more that it is right
	CautionManager         // a manager allows it
)

// farAbove is how many times the usual needs a manager.
const farAbove = 10

// Usual is the most that the shop usually charges; ok is false where it has set
// no limit, or none that can be read in its currency.
func (s Settings) Usual() (most money.Amount, ok bool) {
	if s.AskAbove == "" {
		return money.Amount{}, false
	}
	a, err := money.Parse(s.AskAbove, s.Currency)
	return a, err == nil && a.Minor > 0
}

// Caution is how carefully an amount is charged in this shop. An amount in
// another currency than the limit is not compared with it.
func (s Settings) Caution(a money.Amount) Caution {
	most, ok := s.Usual()
	switch {
	case !ok || a.Currency != most.Currency || a.Minor <= most.Minor:
		return CautionNone
	case most.Minor <= math.MaxInt64/farAbove && a.Minor >= farAbove*most.Minor:
		return CautionManager
	}
	return CautionAsk
}

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

// InCurrency is what of new settings makes sense beside those before: sums that
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
