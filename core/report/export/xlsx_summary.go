package export

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"sanduq/core/receipt"
)

// summary fills the first sheet: what was asked, when and by whom, and the
// sums, as formulas over the sheets of rows with the values that they have.
func (x *xlsxFile) summary() error {
	w, a := x.job.Words, x.job.About
	name := x.book.GetSheetName(0)
	if err := x.layout(name, false); err != nil {
		return err
	}
	s, err := x.book.NewStreamWriter(name)
	if err != nil {
		return err
	}
	x.stream, x.next = s, 1
	for i, width := range []float64{48, 12, 14, 24} {
		if err := s.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	lines := [][]any{{excelize.Cell{StyleID: x.style.title, Value: clean(a.Title)}}}
	if a.Practice {
		lines = append(lines, []any{excelize.Cell{StyleID: x.style.mark, Value: clean(w.Say(receipt.KeyTest))}, excelize.Cell{StyleID: x.style.mark, Value: clean(w.Say(receipt.KeyTestNote))}})
	}
	for _, f := range a.facts(w, x.job.Zone) {
		lines = append(lines, []any{excelize.Cell{StyleID: x.style.label, Value: f[0]}, excelize.Cell{StyleID: x.style.value, Value: f[1]}})
	}
	lines = append(lines, nil)
	if len(x.totals) > 0 {
		head := func(k Kind, text string) excelize.Cell {
			return excelize.Cell{StyleID: x.style.head(k), Value: clean(text)}
		}
		lines = append(lines, []any{head(Text, w.Say(KeySum)), head(Text, ""), head(Count, w.Say(KeyRows)), head(Money, "")})
	}
	for _, t := range x.totals {
		lines = append(lines, x.totalRow(t))
	}
	for _, l := range lines {
		x.next++
		if err := x.setRow(l); err != nil {
			return err
		}
	}
	for _, row := range wideRows(lines) {
		if err := s.MergeCell(fmt.Sprintf("B%d", row), fmt.Sprintf("D%d", row)); err != nil {
			return err
		}
	}
	return s.Flush()
}

// wideRows are the rows of labels and values: a value may take all columns.
func wideRows(lines [][]any) (rows []int) {
	for i, l := range lines {
		if len(l) == 2 {
			rows = append(rows, i+1)
		}
	}
	return rows
}

// totalRow is a sum: whose, of what, of how many, and how much.
func (x *xlsxFile) totalRow(t total) []any {
	column := t.table.Columns[t.Column]
	var sum, rows []string
	for _, p := range t.spans {
		values := cellRange(p, t.Column)
		if t.currency < 0 {
			sum, rows = append(sum, "SUM("+values+")"), append(rows, "COUNT("+values+")")
			continue
		}
		of := cellRange(p, t.currency) + `,"` + t.Currency + `"`
		sum, rows = append(sum, "SUMIFS("+values+","+of+")"), append(rows, "COUNTIFS("+of+","+values+`,"<>")`)
	}
	count := excelize.Cell{StyleID: x.style.kinds[Count], Value: t.Rows, Formula: strings.Join(rows, "+")}
	digits := 0
	if column.Kind == Money {
		digits = digitsOrNone(t.Currency)
	}
	value := x.style.amount(t.Minor, digits, x.style.boldMoney)
	if value.StyleID != 0 { // one that a spreadsheet can hold exactly
		value.Formula = strings.Join(sum, "+")
	}
	label := t.table.Name + " · " + t.table.Heads[t.Column]
	return []any{excelize.Cell{StyleID: x.style.bold, Value: clean(label)}, excelize.Cell{StyleID: x.style.kinds[Text], Value: t.Currency}, count, value}
}

func cellRange(p span, column int) string {
	name, err := excelize.ColumnNumberToName(column + 1)
	if err != nil {
		name = "A"
	}
	return fmt.Sprintf("%s!$%s$2:$%s$%d", quoted(p.sheet), name, name, max(p.last, 2))
}
