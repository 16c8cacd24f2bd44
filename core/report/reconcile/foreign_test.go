package reconcile_test

import (
	"testing"

	"sanduq/core/money"
	"sanduq/core/report/reconcile"
	"sanduq/core/report/statement"
)

// A payment in another currency that is found by its number is in no sum, and takes none out of it.
func TestAPaymentInAnotherCurrencyTakesNoOtherOutOfTheSums(t *testing.T) {
	s := &shop{}
	here, there := s.sale(1, 3, 7_000), s.sale(2, 3, 9_000)
	dollars := money.Amount{Minor: 500, Currency: "USD"}
	s.entries[1].Amount, there.Amount = dollars, dollars
	abroad := line(there, 3, 0)
	abroad.Amount = dollars
	r, _ := s.read(file{"one", "acc", 3, 3, []statement.Line{line(here, 3, 7_000), abroad}, nil})
	if want := (reconcile.Sums{Sales: 1, Lines: 1, Till: 7_000, Bank: 7_000, OtherCurrencies: 1}); r.Sums != want {
		t.Errorf("the sums are %+v, want %+v", r.Sums, want)
	}
}
