//go:build linux

package page

import "testing"

// TestSalesAreCountedAsEachLanguageDoes: one, two, few and many have words of their own.
func TestSalesAreCountedAsEachLanguageDoes(t *testing.T) {
	t.Parallel()
	for language, counts := range map[string]map[int64]string{
		"en": {0: "0 sales", 1: "1 sale", 2: "2 sales", 21: "21 sales", 101: "101 sales"},
		"fr": {0: "0 vente", 1: "1 vente", 2: "2 ventes", 100: "100 ventes"},
		"ar": {0: "لا عمليات", 1: "عملية واحدة", 2: "عمليتان", 3: "3 عمليات", 10: "10 عمليات", 11: "11 عملية", 21: "21 عملية", 99: "99 عملية",
			100: "100 عملية", 101: "101 عملية", 102: "102 عملية", 103: "103 عمليات", 1_000: "1000 عملية"},
	} {
		for n, want := range counts {
			if got := (view{Language: language}).Sales(n); got != want {
				t.Errorf("%s, %d: %q, want %q", language, n, got, want)
			}
		}
	}
}
