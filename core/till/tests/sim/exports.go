package sim

import (
	"fmt"

	"sanduq/core/journal"
	"sanduq/core/till/tests/oracle"
)

// Exported is the law that an export that is made while sales go on says of each what the
// disk had since it began, once, and that its sums are those of its rows.
const Exported oracle.Law = "EXPORTED"

// told is what an export says of a sale.
type told struct {
	status        string
	receipt, paid bool
}

// export lets somebody export while sales go on.
func (w *world) export() {
	if w.o.Export != nil && w.till != nil && w.random("export", fmt.Sprint(w.step)).IntN(8) == 0 {
		w.o.Export(w)
	}
}

// newestVersions are how many versions of each order the disk had before its newest one.
func (s *witness) newestVersions() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[string]int{}
	for order, trail := range s.trails {
		all[order] = len(trail) - 1
	}
	return all
}

func (s *witness) trailLocked(sale journal.Sale) {
	paid := sale.Status() == journal.StatusPaid
	s.trails[sale.OrderID] = append(s.trails[sale.OrderID], told{string(sale.Status()), sale.ReceiptSeq != 0, paid})
}
