package reconcile_test

import (
	"testing"

	"sanduq/core/journal"
)

// What a bank writes at the foot of a table, or below a row that is no movement yet, is no part of
// the last movement: the next file has that one without it, and it counts once.
func TestTheFootOfATableIsNoPartOfItsLastMovement(t *testing.T) {
	const heads = "No,Date,Reference,Description,Amount,Status,Currency\n"
	first, second := "1,2026-11-03,8F2K-71QD-0001,Coffee,+7.000,booked,LYD\n", "2,2026-11-03,8F2K-71QD-0002,Tea,+9.000,booked,LYD\n"
	for name, files := range map[string][2]string{
		"when it was printed":   {heads + first + ",,,,,,\nPrinted on 03/11/2026 at 12:00,,,,,,\n", heads + first + second + ",,,,,,\nPrinted on 04/11/2026 at 09:00,,,,,,\n"},
		"in the words' column":  {heads + first + ",,,,,,\n,,,End of statement,,,\n", heads + first + second + ",,,,,,\n,,,End of statement,,,\n"},
		"below what is pending": {heads + first + "2,2026-11-03,8F2K-71QD-0002,Tea,+9.000,pending,LYD\n,,,table 4,,,\n", heads + first + second + ",,,table 4,,,\n"},
	} {
		s := &shop{}
		s.sale(1, 3, 7_000)
		s.sale(2, 3, 9_000)
		for _, text := range files {
			s.signs(t, source{bank: "Palm Bank", text: text})
		}
		if got, want := s.bankSums(), (journal.BankSums{Currency: "LYD", Bank: 16_000, Clearing: 16_000}); got != want {
			t.Errorf("%s: the signed statements have %+v, want %+v", name, got, want)
		}
	}
}
