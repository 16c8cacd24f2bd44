//go:build linux

package page

import (
	"math/big"
	"testing"
)

// TestSalesAreCountedAsEachLanguageDoes: one, two, few and many have words of their own.
func TestSalesAreCountedAsEachLanguageDoes(t *testing.T) {
	t.Parallel()
	for language, counts := range map[string]map[int64]string{
		"en": {0: "0 sales", 1: "1 sale", 2: "2 sales", 21: "21 sales", 101: "101 sales"},
		"fr": {0: "0 vente", 1: "1 vente", 2: "2 ventes", 100: "100 ventes"},
		"ar": {0: "لا عمليات", 1: "عملية واحدة", 2: "عمليتان", 3: "3 عمليات", 10: "10 عمليات", 11: "11 عملية", 21: "21 عملية", 99: "99 عملية",
			100: "100 عملية", 101: "101 عملية", 102: "102 عملية", 103: "103 عمليات", 1_000: "1000 عملية", 12_300: "12\u00a0300 عملية"},
	} {
		for n, want := range counts {
			if got := (view{Language: language}).Sales(n); got != want {
				t.Errorf("%s, %d: %q, want %q", language, n, got, want)
			}
		}
	}
}

// TestThousandsOfMoneyAreParted, everywhere on the page: by one function, without a place at
// which a line could break.
func TestThousandsOfMoneyAreParted(t *testing.T) {
	t.Parallel()
	large, _ := new(big.Int).SetString("55340232221128654842", 10)
	for _, c := range []struct {
		language string
		minor    any
		currency string
		want     string
	}{
		{"en", int64(1_082_250), "LYD", "1\u00a0082.250 LYD"}, {"ar", int64(1_082_250), "LYD", "1\u00a0082.250 LYD"}, {"fr", int64(1_082_250), "LYD", "1\u00a0082,250 LYD"},
		{"en", int64(999_999), "LYD", "999.999 LYD"}, {"en", int64(-1_234_567_890), "LYD", "−1\u00a0234\u00a0567.890 LYD"}, {"en", int64(-999_000), "LYD", "−999.000 LYD"},
		{"en", int64(12_345), "JPY", "12\u00a0345 JPY"}, {"en", wide{*large}, "LYD", "55\u00a0340\u00a0232\u00a0221\u00a0128\u00a0654.842 LYD"},
	} {
		if got := (view{Language: c.language}).Amount(c.minor, c.currency); got != c.want {
			t.Errorf("%s: %q, want %q", c.language, got, c.want)
		}
	}
}
