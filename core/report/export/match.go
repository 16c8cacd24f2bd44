package export

import (
	"sanduq/core/report/statement"
)

// matchColumns are those of a statement held against the till.
var matchColumns = []Column{
	{Name: "class", Width: 22},
	{Name: "by", Width: 12},
	{Name: "sale", Width: 18},
	{Name: "receipt", Width: 10},
	{Name: "transaction", Width: 20},
	{Name: "atTill", Kind: Moment, Width: 19},
	{Name: "atBank", Kind: Moment, Width: 19},
	{Name: "bankName", Width: 20},
	{Name: "bankText", Width: 34},
	{Name: "bankRow", Kind: Count, Width: 9},
	{Name: "currency", Width: 9},
	{Name: "tillSum", Kind: Money, Sum: true, Width: 16},
	{Name: "bankSum", Kind: Money, Sum: true, Width: 16},
	{Name: "certain", Width: 9},
}

// mark tells a match by number from one that is only assumed; blank for what is none.
func mark(item statement.Item) string {
	switch item.Class {
	case statement.Matched, statement.Grouped, statement.Assumed, statement.Unclear:
		if item.Sure {
			return "✓"
		}
		return "?"
	}
	return ""
}

func classKey(c statement.Class) string { return "report.match." + string(c) }

// keyBy is followed by how an item was matched.
const keyBy = "report.by."

// Match is a table of what came of holding a statement against the till: the
// payments that one sum of the bank's stands for are rows below it. Its
// text is the bank's, with long numbers masked.
func Match(items []statement.Item, w Words) Table {
	s := newSaid(w)
	return Table{Name: w.Say(KeyMatch), Columns: matchColumns, Heads: heads(matchColumns, w), Total: matchRows(items), Rows: func(yield func(Row, error) bool) {
		cells := make([]Cell, len(matchColumns))
		for _, item := range items {
			clear(cells)
			cells[0], cells[13] = text(s.text(classKey(item.Class))), text(mark(item))
			if item.By != statement.ByNothing {
				cells[1] = text(s.text(keyBy + string(item.By)))
			}
			currency := ""
			if e := item.Entry; e != nil {
				currency = e.Amount.Currency
				cells[2], cells[3], cells[4], cells[5] = text(paperName(e.Sale)), text(receiptName(e.Receipt)), text(e.TransactionID), moment(e.At)
				if item.Class != statement.Twice && item.Class != statement.Returned { // counted with its own item
					cells[11] = whole(e.Amount.Minor)
				}
			}
			if !yield(matchRow(item, currency, cells), nil) {
				return
			}
			for _, e := range item.Group { // a row each, below the sum that they are
				part := statement.Item{Class: item.Class, By: item.By, Entry: e}
				clear(cells)
				cells[0], cells[1], cells[9] = text(s.text(classKey(item.Class))), text(s.text(keyBy+string(item.By))), whole(int64(item.Line.Row))
				cells[13] = text(mark(item))
				cells[2], cells[3], cells[4], cells[5], cells[11] = text(paperName(e.Sale)), text(receiptName(e.Receipt)), text(e.TransactionID), moment(e.At), whole(e.Amount.Minor)
				if !yield(matchRow(part, e.Amount.Currency, cells), nil) {
					return
				}
			}
		}
	}}
}

func matchRows(items []statement.Item) int {
	n := len(items)
	for _, i := range items {
		n += len(i.Group)
	}
	return n
}

// matchRow adds the bank's side. A sum in another currency than the till's
// stands in its text, not in a column that is added up.
func matchRow(item statement.Item, currency string, cells []Cell) Row {
	l := item.Line
	if l == nil {
		cells[10] = text(currency)
		return Row{currency, cells}
	}
	if currency == "" {
		currency = l.Amount.Currency
	}
	cells[6], cells[7], cells[8], cells[9], cells[10] = moment(l.At), text(l.ID()), text(l.Shown()), whole(int64(l.Row)), text(currency)
	if l.Amount.Currency == currency {
		cells[12] = whole(l.Amount.Minor)
	} else {
		cells[8] = text(l.Amount.String() + "  " + l.Shown())
	}
	return Row{currency, cells}
}
