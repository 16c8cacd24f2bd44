package reconcile_test

import (
	"testing"

	"sanduq/core/journal"
	"sanduq/core/report/reconcile"
	"sanduq/core/report/statement"
)

// The sale of a guess that a person said No to is one that no line has: other money may be assigned to it.
func TestTheSaleOfAWrongGuessCanBeAssigned(t *testing.T) {
	s := &shop{}
	sold := s.sale(1, 3, 32_000)
	same := statement.Line{Amount: dinars(32_000), At: day(3, 0), Dated: true}
	less := statement.Line{IDs: []string{"FT-0009"}, Amount: dinars(31_000), At: day(3, 0), Dated: true}
	f := file{"one", "acc", 1, 3, []statement.Line{same, less}, map[reconcile.Kind]string{reconcile.Guess: reconcile.No}}
	r, _ := s.read(f)
	f.answers = nil
	of := func(r *reconcile.Result) reconcile.Row {
		for _, row := range r.Rows {
			if row.Kind == reconcile.OnlyBank && row.Bank == 31_000 {
				return row
			}
		}
		t.Fatalf("no such row in %v", kinds(r))
		return reconcile.Row{}
	}
	row := of(r)
	if all := r.Assignable(row); len(all) != 1 || all[0].Sale != sold.Sale {
		t.Fatalf("assignable: %v of %v", all, kinds(r))
	}
	s.answer(row.Key, reconcile.Belongs, sold.Sale)
	r, _ = s.read(f)
	if row = of(r); row.Till != 32_000 || !row.HasTill || kinds(r)[reconcile.OnlyTill] != 0 || s.kept[sold.Sale].Class != journal.ReconciledByPerson {
		t.Errorf("%+v, %v, %+v", row, kinds(r), s.kept[sold.Sale])
	}
	if sums := r.Settled(); !balanced(sums) || sums.Bank != 63_000 || sums.Clearing != 31_000 || sums.Suspense != 32_000 {
		t.Errorf("%+v", sums)
	}
}
