package export_test

import (
	"iter"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/report/export"
	"sanduq/core/tests/fields"
)

// row is what a table has of one record.
func row[T any](of func(iter.Seq2[T, error]) export.Table) func(T) []export.Cell {
	return func(record T) (cells []export.Cell) {
		for r, err := range of(func(yield func(T, error) bool) { yield(record, nil) }).Rows {
			if err != nil {
				return nil
			}
			cells = append(cells, r.Cells...)
		}
		return cells
	}
}

// TestEveryFieldOfABookIsExported or has a reason not to be: a field that is added to a
// line of the audit or of what is owed back, and forgotten here, is named. The table of
// sales is a choice of few of their fields.
func TestEveryFieldOfABookIsExported(t *testing.T) {
	for _, problem := range fields.Lost(row(func(all iter.Seq2[journal.AuditRow, error]) export.Table { return export.Audit(all, 1, nil, nil) }), nil) {
		t.Error(problem)
	}
	owed := func(r journal.DebtRow) (cells []export.Cell) {
		opened, returned := r, r
		opened.Kind, returned.Kind, returned.Open = journal.DebtOpened, journal.DebtReturned, opened.Amount.Minor
		for _, l := range []export.OwedLine{{Row: opened}, {Row: returned}, {Row: r}} {
			l.Debt = journal.Debt{Number: r.Debt, Cause: r.Cause, Sale: r.Sale, With: r.With, Amount: r.Amount}
			cells = append(cells, row(func(all iter.Seq2[export.OwedLine, error]) export.Table { return export.Owed(all, 1, nil) })(l)...)
		}
		return cells
	}
	for _, problem := range fields.Lost(owed, map[string]string{"Seq": "the entry's number is the debt's", "Open": "stillOwed is worked out from the entry", "BookedAt": "the audit names the two days"}) {
		t.Error(problem)
	}
}
