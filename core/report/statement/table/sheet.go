package table

import (
	"context"
	"slices"
	"strings"

	"sanduq/core/report"
	"sanduq/core/report/statement/record"
	"sanduq/core/report/statement/values"
	"sanduq/core/report/statement/workbook"
)

// OpenSheet reads a workbook: its first sheet that is a statement, and all further ones
// with the same heads, whose rows are counted on. Statements with other heads are left
// out, see Unread; and hidden ones, unless there is no other. Errors: CodeFormat, CodeEmpty,
// CodeTooLarge, CodeCancelled.
func OpenSheet(ctx context.Context, data []byte) (*File, error) {
	sheets, hidden, err := workbook.Read(ctx, data)
	if err != nil {
		return nil, err
	}
	for _, some := range [][][]workbook.Row{sheets, hidden} {
		if f := joined(some); f != nil {
			return f, nil
		}
	}
	if sheets = append(sheets, hidden...); len(sheets) == 0 {
		return nil, report.Refuse(report.CodeEmpty, nil)
	}
	return fileOf(sheets[0]), nil
}

// fileOf is one sheet.
func fileOf(sheet []workbook.Row) *File {
	f := &File{Sheet: true}
	for _, r := range sheet {
		f.rows = append(f.rows, shown(r))
	}
	return f
}

// joined are the statements among some sheets; nil for none.
func joined(sheets [][]workbook.Row) (all *File) {
	var heads []string
	for _, sheet := range sheets {
		f := fileOf(sheet)
		_, head := f.findHeads()
		switch own := f.heads(head); {
		case f.Usable() != nil:
		case all == nil:
			all, heads = f, own
		case own != nil && slices.Equal(own, heads):
			last := all.rows[len(all.rows)-1].number
			for _, r := range f.rows {
				if r.number >= head {
					r.number += last - head + 1
					all.rows = append(all.rows, r)
				}
			}
		default:
			all.leftOut++
			for _, r := range f.rows {
				if r.number > head && !blank(r.cells) {
					all.leftRows++
				}
			}
		}
	}
	return all
}

// Unread are the statements of a workbook that were left out since their heads are others,
// and how many rows they have below their heads.
func (f *File) Unread() (sheets, rows int) { return f.leftOut, f.leftRows }

// shown is a row as a person sees it: what a number's format writes beside it belongs to
// it where it is a side, a currency or per cent.
func shown(r workbook.Row) row {
	out := row{number: r.Number, cells: make([]string, len(r.Cells)), text: make([]bool, len(r.Cells)), day: make([]bool, len(r.Cells))}
	for i, c := range r.Cells {
		out.cells[i], out.text[i], out.day[i] = record.Short(c.Text), !c.Number, c.Day
		for word := range strings.FieldsSeq(c.Marks) {
			if side, _ := values.SideOf(strings.TrimRight(word, ".:")); side != values.Unknown || values.Currencies(word) != nil || word == "%" {
				out.cells[i] += " " + word
			}
		}
	}
	return out
}
