package usual

import (
	"slices"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// cash are sales of amounts in minor units, from a number of the day on.
func cash(from int, currency string, minor ...int64) (all []journal.Sale) {
	for i, m := range minor {
		all = append(all, journal.Sale{ID: journal.NewSaleID("20261120", from+i), Step: journal.StepCash, Route: journal.RouteCash, CashSeq: uint64(from + i),
			Amount: money.Amount{Minor: m, Currency: currency}})
	}
	return all
}

func same(n int, minor int64) []int64 { return slices.Repeat([]int64{minor}, n) }

func TestAnAmountIsAskedAbout(t *testing.T) {
	for name, c := range map[string]struct {
		shop     journal.Settings
		sales    []journal.Sale
		minor    int64
		currency string
		want     Reason
	}{
		"six digits":                       {minor: 999_999_999, want: None},
		"decimals are not counted":         {minor: 1_000_000, want: None},
		"a forgotten point":                {sales: cash(1, "LYD", same(50, 12_500)...), minor: 12_500_000, want: Far},
		"seven digits":                     {minor: 1_000_000_000, want: Digits},
		"seven digits without decimals":    {minor: 1_000_000, currency: "JPY", want: Digits},
		"six digits without decimals":      {minor: 999_999, currency: "JPY", want: None},
		"after 49 sales nothing is usual":  {sales: cash(1, "LYD", same(49, 10_000)...), minor: 100_000, want: None},
		"after 50 it is: ten times":        {sales: cash(1, "LYD", same(50, 10_000)...), minor: 100_000, want: Far},
		"after 50, less than ten times":    {sales: cash(1, "LYD", same(50, 10_000)...), minor: 99_999, want: None},
		"of another currency":              {sales: cash(1, "LYD", same(50, 10_000)...), minor: 1_000_00, currency: "EUR", want: None},
		"one slip changes nothing":         {sales: cash(1, "LYD", append(same(49, 10_000), 900_000_000)...), minor: 100_000, want: Far},
		"the newest fifty count":           {sales: append(cash(1, "LYD", same(50, 10_000)...), cash(51, "LYD", same(50, 50_000)...)...), minor: 499_999, want: None},
		"seven digits are usual":           {sales: cash(1, "LYD", same(50, 2_000_000_000)...), minor: 3_000_000_000, want: None},
		"ten times seven digits":           {sales: cash(1, "LYD", same(50, 2_000_000_000)...), minor: 20_000_000_000, want: Far},
		"below the shop's own limit":       {shop: journal.Settings{AskAbove: "5000000"}, sales: cash(1, "LYD", same(50, 10_000)...), minor: 4_000_000_000, want: None},
		"above the shop's own limit":       {shop: journal.Settings{AskAbove: "5"}, minor: 5_001, want: Limit},
		"an unknown currency asks nothing": {minor: 1_000_000_000, currency: "???", want: None},
	} {
		var a Amounts
		a.Learn(c.sales...)
		if c.currency == "" {
			c.currency = "LYD"
		}
		c.shop.Currency = "LYD"
		if got, _ := a.Why(c.shop, money.Amount{Minor: c.minor, Currency: c.currency}); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if (*Amounts)(nil).Asks(journal.Settings{}, money.Amount{Minor: 5, Currency: "LYD"}) {
		t.Error("a shop that has learnt nothing asks")
	}
}

// TestOnlyMoneyTeaches, and each sale once, in whatever order they are told.
func TestOnlyMoneyTeaches(t *testing.T) {
	var a Amounts
	all := cash(1, "LYD", same(50, 10_000)...)
	slices.Reverse(all)
	a.Learn(all...)
	a.Learn(all[7], journal.Sale{ID: "20261121-000001", Amount: money.Amount{Minor: 5, Currency: "LYD"}, Session: core.PaymentSession{State: core.StateExpired}})
	if got, known := a.Usual("LYD"); !known || got.Minor != 10_000 || len(a.newest) != Known {
		t.Errorf("usual is %v %v of %d", got, known, len(a.newest))
	}
	var b Amounts
	b.Learn(all[:49]...)
	b.Learn(all[:49]...)
	if _, known := b.Usual("LYD"); known {
		t.Error("one sale taught twice")
	}
}
