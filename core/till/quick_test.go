package till_test

import (
	"errors"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// TestQuickAmounts: what is typed is read in the currency's own decimals, whole or
// not at all.
func TestQuickAmounts(t *testing.T) {
	for _, c := range []struct {
		text, currency string
		want           []int64 // nil is refused
	}{
		{"", "LYD", []int64{}},
		{"  ", "LYD", []int64{}},
		{"5 10 20 50", "LYD", []int64{5000, 10000, 20000, 50000}},
		{"2.5 12,500 ٧٫٢٥", "LYD", []int64{2500, 12500, 7250}},
		{"0.001", "LYD", []int64{1}},
		{"5; 10;20", "EUR", []int64{500, 1000, 2000}},
		{"5 10 500", "JPY", []int64{5, 10, 500}},
		{"999999999.999", "LYD", []int64{999_999_999_999}},
		{"1000000000", "LYD", nil},
		{"1.2345", "LYD", nil},
		{"2.505", "EUR", nil},
		{"2.5", "JPY", nil},
		{"5 0", "LYD", nil},
		{"5 -5", "LYD", nil},
		{"5 5.000", "LYD", nil},
		{"1 2 3 4 5 6", "LYD", []int64{1000, 2000, 3000, 4000, 5000, 6000}},
		{"1 2 3 4 5 6 7", "LYD", nil},
		{"five", "LYD", nil},
		{"5", "XXX", nil},
	} {
		got, err := journal.ParseQuick(c.text, c.currency)
		if (err != nil) != (c.want == nil) || err != nil && !errors.Is(err, journal.ErrQuick) || len(got) != len(c.want) {
			t.Errorf("%q in %s: %v, %v", c.text, c.currency, got, err)
			continue
		}
		for i, minor := range c.want {
			if got[i] != (money.Amount{Minor: minor, Currency: c.currency}) {
				t.Errorf("%q in %s: %v", c.text, c.currency, got)
			}
		}
		if all := (journal.Settings{Quick: c.text, Currency: c.currency}).QuickAmounts(); len(all) != len(c.want) {
			t.Errorf("%q in %s is offered as %v", c.text, c.currency, all)
		}
	}
}

// TestAnotherCurrencyEmptiesQuickAmounts, over a restart as well; those that were
// typed in it stay.
func TestAnotherCurrencyEmptiesQuickAmounts(t *testing.T) {
	bubble(t, func(d *desk) {
		set := defaults
		set.Quick, set.Repeat = "5 10", true
		d.must(d.Staff.SaveSettings(t.Context(), set, "Samira"))
		if got := d.Settings(); len(got.QuickAmounts()) != 2 || !got.Repeat {
			t.Errorf("kept %+v", got)
		}
		set.Currency = "JPY"
		d.must(d.Staff.SaveSettings(t.Context(), set, "Samira"))
		if got := d.Settings(); got.Quick != "" || !got.Repeat {
			t.Errorf("in another currency %+v", got)
		}
		set.Currency, set.Quick = "EUR", "7"
		d.must(d.Staff.SaveSettings(t.Context(), set, "Samira"))
		d.Close()
		again := open(t, d.store.Crash(), d.gate)
		defer again.Close()
		if got := again.Settings().QuickAmounts(); len(got) != 1 || got[0] != (money.Amount{Minor: 700, Currency: "EUR"}) {
			t.Errorf("after the restart %v", got)
		}
	})
}

// TestAnotherCurrencyTakesItsSumsAlong: half a dinar is no coin of the dollar, and
// asks for five of them; what was chosen in the new currency stays.
func TestAnotherCurrencyTakesItsSumsAlong(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		set := d.Settings()
		set.Cash, set.Coin, set.AskAbove = true, 500, "100.500"
		d.must(d.Staff.SaveSettings(ctx, set, "Huda"))
		set.Shop = "Al Noor"
		d.must(d.Staff.SaveSettings(ctx, set, "Huda"))
		if got := d.Settings(); got.Coin != 500 || got.AskAbove != "100.500" {
			t.Errorf("in the same currency %+v", got)
		}
		set.Currency = "USD"
		d.must(d.Staff.SaveSettings(ctx, set, "Huda"))
		if got := d.Settings(); got.Coin != 0 || got.AskAbove != "" {
			t.Errorf("in another currency %+v", got)
		}
		due, err := d.Till.Shifts.DueInCash(money.Amount{Minor: 320, Currency: "USD"})
		if err != nil || due.Due.Minor != 320 || due.Rounding != 0 {
			t.Errorf("due: %+v, %v", due, err)
		}
		_, err = d.TakeCash(ctx, journal.Draft{Amount: money.Amount{Minor: 320, Currency: "USD"}}, 320)
		d.must(err)
		set.Currency, set.Coin, set.AskAbove = "EUR", 5, "200"
		d.must(d.Staff.SaveSettings(ctx, set, "Huda"))
		if got := d.Settings(); got.Coin != 5 || got.AskAbove != "200" {
			t.Errorf("chosen with the currency %+v", got)
		}
	})
}
