//go:build !race

package till_test

import "testing"

// TestInjectedFaultsOfTheBooksAreFound within a few seeds each.
func TestInjectedFaultsOfTheBooksAreFound(t *testing.T) {
	for _, fault := range []bookFault{figuresByOwnDay, exportsByOwnDay, noBookingDay, apartReturned, keptReturned, otherRoute, otherCurrency, otherOrder} {
		t.Run(string(fault), func(t *testing.T) {
			for seed := uint64(1); seed <= 12; seed++ {
				if problem := booksOf(t, seed, fault); problem != "" {
					t.Logf("seed %d: %s", seed, problem)
					return
				}
			}
			t.Error("not found")
		})
	}
}
