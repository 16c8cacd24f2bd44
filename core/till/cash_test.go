package till_test

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"sanduq/core/journal"
	"sanduq/core/money"
)

func TestDueInCash(t *testing.T) {
	for _, c := range []struct {
		minor, coin, due int64
	}{
		{42_500, 250, 42_500}, {42_600, 250, 42_500}, {42_626, 250, 42_750}, {42_625, 250, 42_500}, // a tie, in the customer's favour
		{1, 250, 250}, {125, 250, 250}, {249, 250, 250}, {1, 1, 1}, {7, 5, 5}, {8, 5, 10}, {5, 10, 10}, {15, 10, 10},
		{math.MaxInt64, 1, math.MaxInt64}, {math.MaxInt64, 5, math.MaxInt64 - 2},
	} {
		due, err := journal.DueInCash(money.Amount{Minor: c.minor, Currency: "LYD"}, c.coin)
		if err != nil || due.Due != (money.Amount{Minor: c.due, Currency: "LYD"}) || due.Rounding != c.due-c.minor {
			t.Errorf("%d by %d: %+v, %v", c.minor, c.coin, due, err)
		}
	}
	for _, c := range []struct {
		minor, coin int64
		currency    string
		want        error
	}{
		{0, 250, "LYD", journal.ErrSum}, {-5, 250, "LYD", journal.ErrSum}, {5, 0, "LYD", journal.ErrSum}, {5, -1, "LYD", journal.ErrSum}, {5, 1, "XXX", money.ErrCurrency},
		{math.MaxInt64, math.MaxInt64 - 10, "LYD", nil}, {math.MaxInt64 - 1, math.MaxInt64/2 + 9, "LYD", journal.ErrSum},
	} {
		if due, err := journal.DueInCash(money.Amount{Minor: c.minor, Currency: c.currency}, c.coin); !errors.Is(err, c.want) || err != nil && due != (journal.CashDue{}) {
			t.Errorf("%d %s by %d: %+v, %v", c.minor, c.currency, c.coin, due, err)
		}
	}
}

// What is due is a whole number of coins, one at least, and never further from
// the amount than half a coin, unless the amount is less than half a coin.
func TestDueIsNearAndWhole(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		minor := rapid.Int64Range(1, 1<<60).Draw(r, "minor")
		coin := rapid.OneOf(rapid.Int64Range(1, 1000), rapid.Int64Range(1, 1<<60)).Draw(r, "coin")
		due, err := journal.DueInCash(money.Amount{Minor: minor, Currency: "EUR"}, coin)
		if err != nil || due.Due.Minor <= 0 || due.Due.Minor%coin != 0 || due.Due.Minor-minor != due.Rounding {
			r.Fatalf("%d by %d: %+v, %v", minor, coin, due, err)
		}
		away := max(due.Rounding, -due.Rounding)
		if away > coin-away && due.Due.Minor != coin || away == coin-away && due.Rounding > 0 && due.Due.Minor != coin {
			r.Fatalf("%d by %d is rounded by %d", minor, coin, due.Rounding)
		}
	})
}

func TestChangeOf(t *testing.T) {
	due := money.Amount{Minor: 42_500, Currency: "LYD"}
	for given, want := range map[int64]int64{42_500: 0, 50_000: 7_500, math.MaxInt64: math.MaxInt64 - 42_500} {
		if got, err := journal.ChangeOf(due, money.Amount{Minor: given, Currency: "LYD"}); err != nil || got != want {
			t.Errorf("%d given: %d, %v", given, got, err)
		}
	}
	for _, given := range []int64{42_499, 0, -1, math.MinInt64} {
		if got, err := journal.ChangeOf(due, money.Amount{Minor: given, Currency: "LYD"}); !errors.Is(err, journal.ErrTooLittle) || got != 0 {
			t.Errorf("%d given: %d, %v", given, got, err)
		}
	}
	if _, err := journal.ChangeOf(money.Amount{Currency: "LYD"}, due); !errors.Is(err, journal.ErrTooLittle) {
		t.Errorf("nothing due: %v", err)
	}
	if _, err := journal.ChangeOf(due, money.Amount{Minor: 50_000, Currency: "EUR"}); !errors.Is(err, journal.ErrDenomination) {
		t.Errorf("other money: %v", err)
	}
}
