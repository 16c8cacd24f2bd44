//go:build !race

package till_test

import (
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// TestGapIsWiderThanWhatWasLost charges as fast as a till can between backup
// and restore, over some lengths of time, midnight included.
func TestGapIsWiderThanWhatWasLost(t *testing.T) {
	for _, lost := range []int{0, 1, 7, 99, 150} {
		synctest.Test(t, func(t *testing.T) {
			d := open(t, storetest.NewMemory(), newGateway())
			d.charge()
			n, since := d.store.Commits(), time.Now()
			used := map[string]bool{}
			for range lost {
				time.Sleep(10 * time.Second)
				v := d.charge()
				used[v.ID.Paper()] = true
				d.gate.set(v.OrderID, "SUCCESS", "TX")
			}
			d.Close()
			e := open(t, putBack(t, d.store, n, journal.FreezeRestored, since), d.gate)
			defer e.Close()
			e.pass(3 * time.Second)
			if err := e.ConfirmRecovery(t.Context(), "Huda"); err != nil {
				t.Fatal(err)
			}
			for range 3 {
				if v := e.charge(); used[v.ID.Paper()] {
					t.Errorf("%d lost: %s is used twice", lost, v.ID.Paper())
				}
			}
		})
	}
}
