package export

import (
	"cmp"
	"iter"

	"sanduq/core"
	"sanduq/core/journal"
)

// zLineColumns are those of the lines of Zs, as fine as a Z keeps them.
var zLineColumns = []Column{
	{Name: "z", Width: 9},
	{Name: "to", Kind: Moment, Width: 19},
	{Name: "route", Width: 12},
	{Name: "cashier", Width: 16},
	{Name: "ofShift", Width: 16},
	{Name: "currency", Width: 9},
	{Name: "number", Kind: Count, Sum: true, Width: 10},
	{Name: "sum", Kind: Money, Sum: true, Width: 16},
	{Name: "rounding", Kind: Money, Sum: true, Width: 12},
}

// ZLines is a table of what stands in Zs by route, cashier, currency and the shift
// in which the sales were opened. Without words it is for programs.
func ZLines(zs iter.Seq2[journal.Z, error], total int, w Words) Table {
	route := func(r core.Route) string { return string(r) }
	if w != nil {
		route = newSaid(w).route
	}
	return headed("z-lines", KeyZLines, zLineColumns, w, total, rowsOf(zs, func(z journal.Z, put func(Row)) error {
		for _, l := range z.Taken {
			put(Row{l.Currency, []Cell{text(journal.ZNumber(z.Seq)), moment(z.At), text(route(l.Route)), text(l.Cashier), text(cmp.Or(zName(l.Opened), beforeShifts(w))),
				text(l.Currency), whole(l.Number), whole(l.Minor), whole(l.Rounding)}})
		}
		return nil
	}))
}

// zDrawerColumns are those of the drawers of Zs.
var zDrawerColumns = []Column{
	{Name: "z", Width: 9},
	{Name: "openedBy", Width: 13},
	{Name: "closedBy", Width: 13},
	{Name: "currency", Width: 9},
	{Name: "float", Kind: Money, Width: 13},
	{Name: "cash", Kind: Money, Sum: true, Width: 13},
	{Name: "rounding", Kind: Money, Sum: true, Width: 11},
	{Name: "cashIn", Kind: Money, Sum: true, Width: 13},
	{Name: "cashOut", Kind: Money, Sum: true, Width: 13},
	{Name: "expected", Kind: Money, Width: 13},
	{Name: "counted", Kind: Money, Width: 13},
	{Name: "difference", Kind: Money, Sum: true, Width: 12},
	{Name: "reason", Width: 26},
}

// ZDrawers is a table of the drawers of Zs, for paper, which has no room for them
// beside what was taken. A Z whose shift nobody had opened has none.
func ZDrawers(zs iter.Seq2[journal.Z, error], w Words) Table {
	return headed("z-drawers", KeyZDrawers, zDrawerColumns, w, 0, rowsOf(zs, func(z journal.Z, put func(Row)) error {
		d := z.Drawer
		if d == nil {
			return nil
		}
		all := zDrawer(d, d.Currency) // float, in, out, rounding, expected, counted, difference, reason
		by := ""
		if z.Opened != nil {
			by = z.Opened.By
		}
		put(Row{d.Currency, []Cell{text(journal.ZNumber(z.Seq)), text(by), text(z.By), text(d.Currency), all[0], whole(d.Sales.Minor), all[3], all[1], all[2], all[4], all[5], all[6], all[7]}})
		return nil
	}))
}
