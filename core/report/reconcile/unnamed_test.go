package reconcile_test

import (
	"testing"

	"sanduq/core/report/reconcile"
	"sanduq/core/report/statement"
)

// What a bank writes in the place of a name and is none does not make two lines one: the order tells, or a
// person is asked.
func TestAWordIsNoNameOfAMovement(t *testing.T) {
	for _, word := range []string{"QR PAYMENT", "NONREF", "تحويل وارد", "6.12412E+11"} {
		s := &shop{}
		five := called(word, 3, 5_000)
		s.sign(t, "one", []statement.Line{called("A-0001", 2, 100), five})
		r, _ := s.sign(t, "two", []statement.Line{five, called("A-0002", 3, 900)})
		asked := 0
		for _, row := range r.Rows {
			if row.Kind == reconcile.Again {
				asked++
			}
		}
		if sums := r.Settled(); asked != 1 || sums.Bank != 900 {
			t.Errorf("%s: %d are asked about, %+v", word, asked, sums)
		}
	}
}
