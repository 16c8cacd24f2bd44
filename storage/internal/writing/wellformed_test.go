package writing

import (
	"testing"

	"sanduq/core/journal"
)

func TestASaleIDThatSortsElsewhereIsNoID(t *testing.T) {
	for id, want := range map[journal.SaleID]bool{
		"20261120-000001":  true,
		"20261120-999999":  true,
		"20261120-1000000": true, // as long as its number needs
		"20261120-000000":  false,
		"20261120-1":       false,
		"20261120-+00001":  false,
		"20261120_000001":  false,
		"20261120-0000001": false,
		"20261320-000001":  false, // a month that there is not
		"20260230-000001":  false,
		"2026112 -000001":  false,
		"":                 false,
	} {
		if got := WellFormed(id); got != want {
			t.Errorf("%q: %t", id, got)
		}
	}
}
