package export

import (
	"iter"

	"sanduq/core/journal"
)

// auditColumns are those of the book of decisions.
var auditColumns = []Column{
	{Name: "entry", Kind: Count, Width: 8},
	{Name: "written", Kind: Moment, Width: 19},
	{Name: "who", Width: 14},
	{Name: "allowedBy", Width: 14},
	{Name: "what", Width: 28},
	{Name: "detail", Width: 44},
	{Name: "sale", Width: 17},
}

// AuditSaid is what an entry says in words: what was done, and what belongs to it.
type AuditSaid func(r journal.AuditRow) (what, detail string)

// Audit is a table of entries of the book of decisions, one row each, in the order
// in which they come. Without words it is for programs, and said does not matter.
func Audit(rows iter.Seq2[journal.AuditRow, error], total int, w Words, said AuditSaid) Table {
	if w == nil {
		said = func(r journal.AuditRow) (what, detail string) { return string(r.Action), r.Detail }
	}
	return headed("audit", KeyAudit, auditColumns, w, total, rowsOf(rows, func(r journal.AuditRow, put func(Row)) error {
		what, detail := said(r)
		sale := ""
		if r.SaleID != "" {
			sale = paperName(r.SaleID)
		}
		put(Row{Cells: []Cell{whole(int64(r.Seq)), moment(r.At), text(r.By), text(r.DelegatedBy), text(what), text(detail), text(sale)}})
		return nil
	}))
}
