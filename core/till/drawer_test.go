package till_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sanduq/core/money"
	"sanduq/core/till"
)

// withCoins are the currencies whose notes and coins are known.
func withCoins(t testing.TB) []string {
	var all []string
	for _, currency := range money.Known() {
		if len(till.Denominations(currency)) > 0 {
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
		all := till.Denominations(currency)
		for i, value := range all {
			if value <= 0 || i > 0 && value >= all[i-1] {
				t.Errorf("%s: %d after %v", currency, value, all[:i])
			}
			if value%till.SmallestCoin(currency) != 0 {
				t.Errorf("%s: %d cannot be paid in coins of %d", currency, value, till.SmallestCoin(currency))
			}
		}
	}
	if coin := till.SmallestCoin("VUV"); till.Denominations("VUV") != nil || coin != 1 {
		t.Errorf("a currency whose coins are not known has a coin of %d", coin)
	}
}

func TestReadPieces(t *testing.T) {
	for text, want := range map[string]int64{
		"": 0, " ": 0, "0": 0, "5": 5, "007": 7, "١١": 11, "۲۲": 22, "1٢": 12, " 9\u200f": 9, "100000": till.MostPieces, strings.Repeat("0", 400) + "3": 3,
	} {
		if got, err := till.ReadPieces(text); err != nil || got != want {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"a", "5x", "-1", "+1", "1.5", "1,5", "1 2", "1e3", "½", "100001", "1000000000", "9223372036854775808", strings.Repeat("9", 500), "\x00", "٫5"} {
		if got, err := till.ReadPieces(text); !errors.Is(err, till.ErrPieces) || got != 0 {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
}

func TestCountDrawer(t *testing.T) {
	count, err := till.CountDrawer("LYD", []till.Pieces{{Value: 250, Number: 10}, {Value: 50_000, Number: 5}, {Value: 20_000, Number: 9}, {Value: 10_000, Number: 11},
		{Value: 5_000, Number: 9}, {Value: 1_000, Number: 22}, {Value: 500, Number: 11}})
	if err != nil || count.Minor != 615_000 || count.Pieces[0].Value != 50_000 || len(count.Pieces) != 7 {
		t.Errorf("counted %+v, %v", count, err)
	}
	if count, err = till.CountDrawer("LYD", []till.Pieces{{Value: 250}}); err != nil || count.Minor != 0 || len(count.Pieces) != 0 {
		t.Errorf("an empty drawer is %+v, %v", count, err)
	}
	for name, bad := range map[string]struct {
		currency string
		pieces   []till.Pieces
		want     error
	}{
		"no such note":   {"LYD", []till.Pieces{{Value: 30_000, Number: 1}}, till.ErrDenomination},
		"nothing":        {"LYD", []till.Pieces{{Value: 0, Number: 1}}, till.ErrDenomination},
		"less":           {"LYD", []till.Pieces{{Value: -250, Number: 1}}, till.ErrDenomination},
		"twice":          {"LYD", []till.Pieces{{Value: 250, Number: 1}, {Value: 250, Number: 1}}, till.ErrDenomination},
		"other coins":    {"EUR", []till.Pieces{{Value: 250, Number: 1}}, till.ErrDenomination},
		"coins unknown":  {"VUV", []till.Pieces{{Value: 100, Number: 1}}, till.ErrDenomination},
		"below none":     {"LYD", []till.Pieces{{Value: 250, Number: -1}}, till.ErrPieces},
		"a billion":      {"LYD", []till.Pieces{{Value: 250, Number: 1e9}}, till.ErrPieces},
		"most of 64 bit": {"LYD", []till.Pieces{{Value: 250, Number: math.MaxInt64}}, till.ErrPieces},
		"no currency":    {"XXX", nil, money.ErrCurrency},
	} {
		if got, err := till.CountDrawer(bad.currency, bad.pieces); !errors.Is(err, bad.want) || got.Minor != 0 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// The sum of a count does not depend on the order, and is that of its pieces.
func TestCountIsTheSumOfItsPieces(t *testing.T) {
	all := withCoins(t)
	rapid.Check(t, func(r *rapid.T) {
		currency := rapid.SampledFrom(all).Draw(r, "currency")
		var pieces []till.Pieces
		var want int64
		for _, value := range till.Denominations(currency) {
			n := rapid.Int64Range(0, till.MostPieces).Draw(r, "number")
			pieces, want = append(pieces, till.Pieces{Value: value, Number: n}), want+value*n
		}
		pieces = rapid.Permutation(pieces).Draw(r, "order")
		count, err := till.CountDrawer(currency, pieces)
		if err != nil || count.Minor != want || count.Currency != currency {
			r.Fatalf("%v is %+v, %v; want %d", pieces, count, err, want)
		}
		again, err := till.CountDrawer(currency, count.Pieces)
		if err != nil || !slices.Equal(again.Pieces, count.Pieces) || again.Minor != want {
			r.Fatalf("counted again: %+v, %v", again, err)
		}
	})
}
