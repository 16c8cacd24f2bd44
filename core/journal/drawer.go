package journal

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"sanduq/core/money"
)

// Errors of counting cash, to be tested with errors.Is.
var (
	// ErrPieces: not a number of pieces, or more than a drawer can hold.
	ErrPieces = errors.New("journal: not a number of notes or coins")
	// ErrDenomination: the currency has no such note or coin, or it came twice.
	ErrDenomination = errors.New("journal: no such note or coin")
	// ErrTooLittle: what was given is less than what is due.
	ErrTooLittle = errors.New("journal: less than what is due")
	// ErrSum: 64 bits of minor units do not hold the sum.
	ErrSum = errors.New("journal: sum out of range")
)

// MostPieces is how many notes or coins of one kind a count takes. A drawer
// holds some hundred; a number beyond this was typed by mistake.
const MostPieces = 100_000

// inCirculation lists the notes and coins of a currency in major units, the
// largest first. It is an assumption of ours: what is in circulation, with the
// rare ones left out. A currency that is not here is counted by its sum alone.
var inCirculation = map[string]string{
	"AED": "1000 500 200 100 50 20 10 5 1 0.5 0.25",
	"BHD": "20 10 5 1 0.5 0.1 0.05 0.025 0.01 0.005",
	"DZD": "2000 1000 500 200 100 50 20 10 5",
	"EGP": "200 100 50 20 10 5 1 0.5 0.25",
	"EUR": "500 200 100 50 20 10 5 2 1 0.5 0.2 0.1 0.05 0.02 0.01",
	"GBP": "50 20 10 5 2 1 0.5 0.2 0.1 0.05 0.02 0.01",
	"IQD": "50000 25000 10000 5000 1000 500 250",
	"JOD": "50 20 10 5 1 0.5 0.25 0.1 0.05",
	"JPY": "10000 5000 2000 1000 500 100 50 10 5 1",
	"KWD": "20 10 5 1 0.5 0.25 0.1 0.05 0.02 0.01 0.005",
	"LYD": "50 20 10 5 1 0.5 0.25",
	"MAD": "200 100 50 20 10 5 2 1 0.5 0.2 0.1",
	"OMR": "50 20 10 5 1 0.5 0.1 0.05 0.025 0.01 0.005",
	"QAR": "500 200 100 50 10 5 1 0.5 0.25",
	"SAR": "500 200 100 50 20 10 5 2 1 0.5 0.25 0.1 0.05",
	"TND": "50 20 10 5 2 1 0.5 0.2 0.1 0.05",
	"USD": "100 50 20 10 5 1 0.25 0.1 0.05 0.01",
}

// Denominations returns the notes and coins of a currency in minor units, the
// largest first; none where they are not known.
func Denominations(currency string) []int64 {
	var all []int64
	for text := range strings.FieldsSeq(inCirculation[currency]) {
		value, err := money.Parse(text, currency)
		if err != nil { // the table is ours: a test reads all of it
			return nil
		}
		all = append(all, value.Minor)
	}
	return all
}

// SmallestCoin returns the smallest coin of a currency in minor units; 1 where
// its coins are not known. A shop may say otherwise.
func SmallestCoin(currency string) int64 {
	all := Denominations(currency)
	if len(all) == 0 {
		return 1
	}
	return all[len(all)-1]
}

// Pieces is a number of notes or coins of one kind.
type Pieces struct {
	Value  int64 `json:"value"` // of one, in minor units
	Number int64 `json:"number"`
}

// ReadPieces reads how many notes or coins of one kind a person counted: digits
// of any script, with spaces and direction marks around them; nothing is none.
// Error: ErrPieces.
func ReadPieces(text string) (int64, error) {
	var n int64
	for _, r := range strings.Trim(text, " \t\u00a0\u200e\u200f\u061c") {
		digit, ok := money.Digit(r)
		if !ok {
			return 0, fmt.Errorf("%w: a letter", ErrPieces)
		}
		if n = n*10 + int64(digit-'0'); n > MostPieces {
			return 0, fmt.Errorf("%w: more than %d", ErrPieces, MostPieces)
		}
	}
	return n, nil
}

// DrawerCount is what a person counted in the drawer. Where the notes and coins
// of the currency are not known, or nobody counted them one by one, Pieces is
// empty and Minor is what was typed.
type DrawerCount struct {
	Currency string   `json:"currency"`
	Pieces   []Pieces `json:"pieces,omitempty"` // the largest first, none of number 0
	Minor    int64    `json:"minor"`            // the sum
}

// CountDrawer adds up notes and coins, in any order. Errors: ErrPieces, ErrDenomination, ErrSum, money.ErrCurrency.
func CountDrawer(currency string, pieces []Pieces) (DrawerCount, error) {
	if _, err := money.FractionDigits(currency); err != nil {
		return DrawerCount{}, err
	}
	known := Denominations(currency)
	count := DrawerCount{Currency: currency}
	seen := map[int64]bool{}
	for _, p := range pieces {
		switch {
		case !slices.Contains(known, p.Value) || seen[p.Value]:
			return DrawerCount{}, fmt.Errorf("%w: %d of %s", ErrDenomination, p.Value, currency)
		case p.Number < 0 || p.Number > MostPieces:
			return DrawerCount{}, fmt.Errorf("%w: %d", ErrPieces, p.Number)
		}
		seen[p.Value] = true
		sum, ok := times(p.Value, p.Number)
		if ok {
			count.Minor, ok = plus(count.Minor, sum)
		}
		if !ok {
			return DrawerCount{}, ErrSum
		}
		if p.Number > 0 {
			count.Pieces = append(count.Pieces, p)
		}
	}
	slices.SortFunc(count.Pieces, func(a, b Pieces) int { return cmp.Compare(b.Value, a.Value) })
	return count, nil
}

// plus adds two sums; false when 64 bits do not hold the result.
func plus(a, b int64) (sum int64, ok bool) {
	if b > 0 && a > math.MaxInt64-b || b < 0 && a < math.MinInt64-b {
		return 0, false
	}
	return a + b, true
}

// minus takes one sum from another; false when 64 bits do not hold the result.
func minus(a, b int64) (rest int64, ok bool) {
	if b < 0 && a > math.MaxInt64+b || b > 0 && a < math.MinInt64+b {
		return 0, false
	}
	return a - b, true
}

// times multiplies what is not negative; false when 64 bits do not hold the product.
func times(a, b int64) (product int64, ok bool) {
	if a < 0 || b < 0 || a > 0 && b > math.MaxInt64/a {
		return 0, false
	}
	return a * b, true
}
