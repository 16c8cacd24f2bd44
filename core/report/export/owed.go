package export

import (
	"iter"

	"sanduq/core/journal"
	"sanduq/core/report"
)

// owedColumns are those of the ledger of what is owed back. The sum of what is owed
// less those of what was returned and kept is what is open, once all lines are
// there; open is what is left of the one entry after its line.
var owedColumns = []Column{
	{Name: "what", Width: 11},
	{Name: "entry", Kind: Count, Width: 7},
	{Name: "written", Kind: Moment, Width: 22},
	{Name: "cause", Width: 20},
	{Name: "sale", Width: 16},
	{Name: "otherSale", Width: 16, Aside: true},
	{Name: "currency", Width: 9},
	{Name: "owed", Kind: Money, Sum: true, Width: 11},
	{Name: "returned", Kind: Money, Sum: true, Width: 11},
	{Name: "kept", Kind: Money, Sum: true, Width: 10},
	{Name: "stillOwed", Kind: Money, Width: 11},
	{Name: "reference", Width: 15},
	{Name: "reason", Width: 18},
	{Name: "who", Width: 11},
	{Name: "allowedBy", Width: 14, Aside: true},
	{Name: "shift", Kind: Count, Width: 8, Aside: true},
}

// OwedLine is one row of the ledger, and its entry as it stands after it.
type OwedLine struct {
	Row  journal.DebtRow
	Debt journal.Debt
}

// OwedLines are the lines of an entry, made from all its rows, oldest first. Error:
// CodeSource for rows that the entry does not take.
func OwedLines(rows []journal.DebtRow) ([]OwedLine, error) {
	var all []OwedLine
	var d journal.Debt
	for _, r := range rows {
		var err error
		if d, err = d.Append(r); err != nil {
			return nil, report.Refuse(report.CodeSource, err)
		}
		all = append(all, OwedLine{r, d})
	}
	return all, nil
}

// Owed is a table of lines of the ledger, in the order in which they come. Without
// words it is for programs.
func Owed(lines iter.Seq2[OwedLine, error], total int, w Words) Table {
	kind, cause := func(k journal.DebtKind) string { return string(k) }, func(c journal.DebtCause) string { return string(c) }
	if w != nil {
		s := newSaid(w)
		kind, cause = func(k journal.DebtKind) string { return s.text(debtKindKey(k)) }, func(c journal.DebtCause) string { return s.text(causeKey(c)) }
	}
	return headed("owed", KeyOwed, owedColumns, w, total, rowsOf(lines, func(l OwedLine, put func(Row)) error {
		r, d := l.Row, l.Debt
		var owed, returned, kept, shift Cell
		switch r.Kind {
		case journal.DebtOpened:
			owed = whole(d.Amount.Minor)
		case journal.DebtReturned:
			returned = whole(r.Minor)
		case journal.DebtKept:
			kept = whole(r.Minor)
		}
		if r.Shift != 0 {
			shift = whole(int64(r.Shift))
		}
		put(Row{d.Amount.Currency, []Cell{text(kind(r.Kind)), whole(int64(d.Number)), moment(r.At), text(cause(d.Cause)), text(paperName(d.Sale)), text(paperName(d.With)),
			text(d.Amount.Currency), owed, returned, kept, whole(d.Open()), text(r.Reference), text(r.Reason), text(r.By), text(r.DelegatedBy), shift}})
		return nil
	}))
}

func debtKindKey(k journal.DebtKind) string { return "report.debt." + string(k) }

func causeKey(c journal.DebtCause) string { return "report.cause." + string(c) }
