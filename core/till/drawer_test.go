package till_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// withCoins are the currencies whose notes and coins are known.
func withCoins(t testing.TB) []string {
	var all []string
	for _, currency := range money.Known() {
		if len(journal.Denominations(currency)) > 0 {
			all = append(all, currency)
		}
	}
	if len(all) < 17 {
		t.Fatalf("%d currencies have notes and coins: a line of the table is not readable", len(all))
	}
	return all
}

func TestDenominationsFallFromTheLargest(t *testing.T) {
	for _, currency := range withCoins(t) {
		all := journal.Denominations(currency)
		for i, value := range all {
			if value <= 0 || i > 0 && value >= all[i-1] {
				t.Errorf("%s: %d after %v", currency, value, all[:i])
			}
			if value%journal.SmallestCoin(currency) != 0 {
				t.Errorf("%s: %d cannot be paid in coins of %d", currency, value, journal.SmallestCoin(currency))
			}
		}
	}
	if coin := journal.SmallestCoin("VUV"); journal.Denominations("VUV") != nil || coin != 1 {
		t.Errorf("a currency whose coins are not known has a coin of %d", coin)
	}
}

func TestReadPieces(t *testing.T) {
	for text, want := range map[string]int64{
		"": 0, " ": 0, "0": 0, "5": 5, "007": 7, "١١": 11, "۲۲": 22, "1٢": 12, " 9\u200f": 9, "100000": journal.MostPieces, strings.Repeat("0", 400) + "3": 3,
	} {
		if got, err := journal.ReadPieces(text); err != nil || got != want {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"a", "5x", "-1", "+1", "1.5", "1,5", "1 2", "1e3", "½", "100001", "1000000000", "9223372036854775808", strings.Repeat("9", 500), "\x00", "٫5"} {
		if got, err := journal.ReadPieces(text); !errors.Is(err, journal.ErrPieces) || got != 0 {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
}

func TestCountDrawer(t *testing.T) {
	count, err := journal.CountDrawer("LYD", []journal.Pieces{{Value: 250, Number: 10}, {Value: 50_000, Number: 5}, {Value: 20_000, Number: 9}, {Value: 10_000, Number: 11},
		{Value: 5_000, Number: 9}, {Value: 1_000, Number: 22}, {Value: 500, Number: 11}})
	if err != nil || count.Minor != 615_000 || count.Pieces[0].Value != 50_000 || len(count.Pieces) != 7 {
		t.Errorf("counted %+v, %v", count, err)
	}
	if count, err = journal.CountDrawer("LYD", []journal.Pieces{{Value: 250}}); err != nil || count.Minor != 0 || len(count.Pieces) != 0 {
		t.Errorf("an empty drawer is %+v, %v", count, err)
	}
	for name, bad := range map[string]struct {
		currency string
		pieces   []journal.Pieces
		want     error
	}{
		"no such note":   {"LYD", []journal.Pieces{{Value: 30_000, Number: 1}}, journal.ErrDenomination},
		"nothing":        {"LYD", []journal.Pieces{{Value: 0, Number: 1}}, journal.ErrDenomination},
		"less":           {"LYD", []journal.Pieces{{Value: -250, Number: 1}}, journal.ErrDenomination},
		"twice":          {"LYD", []journal.Pieces{{Value: 250, Number: 1}, {Value: 250, Number: 1}}, journal.ErrDenomination},
		"other coins":    {"EUR", []journal.Pieces{{Value: 250, Number: 1}}, journal.ErrDenomination},
		"coins unknown":  {"VUV", []journal.Pieces{{Value: 100, Number: 1}}, journal.ErrDenomination},
		"below none":     {"LYD", []journal.Pieces{{Value: 250, Number: -1}}, journal.ErrPieces},
		"a billion":      {"LYD", []journal.Pieces{{Value: 250, Number: 1e9}}, journal.ErrPieces},
		"most of 64 bit": {"LYD", []journal.Pieces{{Value: 250, Number: math.MaxInt64}}, journal.ErrPieces},
		"no currency":    {"XXX", nil, money.ErrCurrency},
	} {
		if got, err := journal.CountDrawer(bad.currency, bad.pieces); !errors.Is(err, bad.want) || got.Minor != 0 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// The sum of a count does not depend on the order, and is that of its pieces.
func TestCountIsTheSumOfItsPieces(t *testing.T) {
	all := withCoins(t)
	rapid.Check(t, func(r *rapid.T) {
		currency := rapid.SampledFrom(all).Draw(r, "currency")
		var pieces []journal.Pieces
		var want int64
		for _, value := range journal.Denominations(currency) {
			n := rapid.Int64Range(0, journal.MostPieces).Draw(r, "number")
			pieces, want = append(pieces, journal.Pieces{Value: value, Number: n}), want+value*n
		}
		pieces = rapid.Permutation(pieces).Draw(r, "order")
		count, err := journal.CountDrawer(currency, pieces)
		if err != nil || count.Minor != want || count.Currency != currency {
			r.Fatalf("%v is %+v, %v; want %d", pieces, count, err, want)
		}
		again, err := journal.CountDrawer(currency, count.Pieces)
		if err != nil || !slices.Equal(again.Pieces, count.Pieces) || again.Minor != want {
			r.Fatalf("counted again: %+v, %v", again, err)
		}
	})
}
