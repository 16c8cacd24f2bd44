package export

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/core/report"
	"sanduq/core/wire"
)

// zColumns are those of a table of Zs. What was counted is blank where nobody
// counted, and with it the difference; both are blank where the row is not in the
// drawer's currency.
var zColumns = []Column{
	{Name: "z", Width: 9},
	{Name: "shift", Kind: Count, Width: 8, Aside: true},
	{Name: "shop", Width: 18, Aside: true},
	{Name: "till", Width: 9, Aside: true},
	{Name: "from", Kind: Moment, Width: 19},
	{Name: "to", Kind: Moment, Width: 19},
	{Name: "openedBy", Width: 14, Aside: true},
	{Name: "closedBy", Width: 13},
	{Name: "currency", Width: 9},
	{Name: "qrNumber", Kind: Count, Sum: true, Width: 8, Aside: true},
	{Name: "qr", Kind: Money, Sum: true, Width: 13},
	{Name: "accountNumber", Kind: Count, Sum: true, Width: 8, Aside: true},
	{Name: "account", Kind: Money, Sum: true, Width: 13},
	{Name: "walletNumber", Kind: Count, Sum: true, Width: 8, Aside: true},
	{Name: "wallet", Kind: Money, Sum: true, Width: 13},
	{Name: "cashNumber", Kind: Count, Sum: true, Width: 8, Aside: true},
	{Name: "cash", Kind: Money, Sum: true, Width: 13},
	{Name: "returned", Kind: Money, Sum: true, Width: 12},
	{Name: "takenNumber", Kind: Count, Sum: true, Width: 8},
	{Name: "taken", Kind: Money, Sum: true, Width: 14},
	{Name: "float", Kind: Money, Width: 13, Aside: true},
	{Name: "cashIn", Kind: Money, Sum: true, Width: 13, Aside: true},
	{Name: "cashOut", Kind: Money, Sum: true, Width: 13, Aside: true},
	{Name: "rounding", Kind: Money, Sum: true, Width: 11, Aside: true},
	{Name: "expected", Kind: Money, Width: 13, Aside: true},
	{Name: "counted", Kind: Money, Width: 13, Aside: true},
	{Name: "difference", Kind: Money, Sum: true, Width: 12, Aside: true},
	{Name: "reason", Width: 26, Aside: true},
	{Name: "firstReceipt", Width: 10, Aside: true},
	{Name: "lastReceipt", Width: 10, Aside: true},
	{Name: "firstCash", Width: 10, Aside: true},
	{Name: "lastCash", Width: 10, Aside: true},
	{Name: "lateNumber", Kind: Count, Sum: true, Width: 8, Aside: true},
	{Name: "late", Kind: Money, Sum: true, Width: 12},
	{Name: "lateOf", Width: 16, Aside: true},
	{Name: "openNumber", Kind: Count, Width: 8, Aside: true},
	{Name: "openSum", Kind: Money, Width: 13, Aside: true},
	{Name: "owedNew", Kind: Money, Sum: true, Width: 12, Aside: true},
	{Name: "owedReturned", Kind: Money, Sum: true, Width: 12, Aside: true},
	{Name: "owedKept", Kind: Money, Sum: true, Width: 12, Aside: true},
	{Name: "owedOpen", Kind: Money, Width: 12},
	{Name: "zBefore", Width: 9, Aside: true},
	{Name: "unshiftedNumber", Kind: Count, Sum: true, Width: 8, Aside: true},
	{Name: "unshifted", Kind: Money, Sum: true, Width: 13, Aside: true},
	{Name: "unshiftedOf", Width: 20, Aside: true},
}

// Zs is a table of Zs in the order in which they come, one row each, and one more
// for each further currency in which something was taken or is owed back: sums of
// two currencies never stand in one column of a row. Beside each stands what was taken
// before its shift while shifts were off, which is no part of it. Without words it is
// for programs.
func Zs(zs iter.Seq2[journal.Z, error], total int, before BeforeZs, w Words) Table {
	return headed("zs", KeyZs, zColumns, w, total, rowsOf(zs, func(z journal.Z, put func(Row)) error {
		for _, currency := range zCurrencies(z, before) {
			r, err := zRow(z, currency, before, w)
			if err != nil {
				return report.Refuse(report.CodeRange, err)
			}
			put(r)
		}
		return nil
	}))
}

// ZRows is how many rows a Z has in a table of Zs.
func ZRows(z journal.Z, before BeforeZs) int { return len(zCurrencies(z, before)) }

// zCurrencies are those of a Z, the drawer's first; one that is blank where nothing
// was taken and nobody had opened the drawer.
func zCurrencies(z journal.Z, before BeforeZs) []string {
	all := before.currencies(z)
	for _, t := range z.Taken {
		all = append(all, t.Currency)
	}
	for _, o := range z.Owed {
		all = append(all, o.Currency)
	}
	for currency := range z.Open.Sums {
		all = append(all, currency)
	}
	slices.Sort(all)
	if z.Drawer != nil {
		all = slices.DeleteFunc(all, func(c string) bool { return c == z.Drawer.Currency })
		all = append([]string{z.Drawer.Currency}, all...)
	}
	if all = slices.Compact(all); len(all) == 0 {
		return []string{""}
	}
	return all
}

func zRow(z journal.Z, currency string, before BeforeZs, w Words) (Row, error) {
	from, openedBy := z.Begun, ""
	if z.Opened != nil {
		from, openedBy = z.Opened.At, z.Opened.By
	}
	cells := []Cell{text(journal.ZNumber(z.Seq)), whole(int64(z.Shift)), text(z.Shop), text(z.Till), moment(from), moment(z.At), text(openedBy), text(z.By), text(currency)}
	if currency == "" {
		cells = append(cells, make([]Cell, len(zColumns)-len(cells))...)
		copy(cells[zFirstReceipt:], zReceipts(z))
		cells[zOutsideShift-1] = text(zName(z.Before))
		copy(cells[zOutsideShift:], before.cells(z, currency))
		return Row{Cells: cells}, nil
	}
	taken, err := zTaken(z, currency)
	if err != nil {
		return Row{}, err
	}
	late, err := zLate(z, currency, w)
	if err != nil {
		return Row{}, err
	}
	owed, err := zOwed(z, currency)
	if err != nil {
		return Row{}, err
	}
	open := z.Open.Sums[currency]
	cells = slices.Concat(cells, taken, zDrawer(z.Drawer, currency), zReceipts(z), late, []Cell{whole(open.Number), whole(open.Minor)}, owed, []Cell{text(zName(z.Before))}, before.cells(z, currency))
	return Row{currency, cells}, nil
}

// zFirstReceipt is where the numbers of receipts stand in a row.
var zFirstReceipt = slices.IndexFunc(zColumns, func(c Column) bool { return c.Name == "firstReceipt" })

// zOutsideShift is where what was taken before its shift stands.
var zOutsideShift = slices.IndexFunc(zColumns, func(c Column) bool { return c.Name == "unshiftedNumber" })

func zName(seq uint64) string {
	if seq == 0 {
		return ""
	}
	return journal.ZNumber(seq)
}

// zTaken is what was taken by each route, what was given back, and what was taken in all:
// the routes less what was given back, as on the Z's paper.
func zTaken(z journal.Z, currency string) ([]Cell, error) {
	routes, err := z.ByRoute()
	if err != nil {
		return nil, err
	}
	sums, err := z.Sums()
	if err != nil {
		return nil, err
	}
	var cells []Cell
	for _, route := range append(wire.Routes(), journal.RouteCash) {
		cells = append(cells, tally(routes, func(l journal.Line) bool { return l.Route == route && l.Currency == currency })...)
	}
	all, back := tally(sums, func(l journal.Line) bool { return l.Currency == currency }), z.Returned(currency)
	return append(cells, whole(back), all[0], whole(all[1].Number-back)), nil // neither is below zero
}

// tally is the number and the sum of the line that is wanted; nothing of either
// where there is none.
func tally(lines []journal.Line, wanted func(journal.Line) bool) []Cell {
	var t journal.Tally
	if at := slices.IndexFunc(lines, wanted); at >= 0 {
		t = lines[at].Tally
	}
	return []Cell{whole(t.Number), whole(t.Minor)}
}

// zDrawer is what should be in the drawer and what was, in its own currency.
func zDrawer(d *journal.DrawerSum, currency string) []Cell {
	cells := make([]Cell, 8)
	if d == nil || d.Currency != currency {
		return cells
	}
	copy(cells, []Cell{whole(d.Float), whole(d.In.Minor), whole(d.Out.Minor), whole(d.Rounding), whole(d.Expected)})
	if d.Counted != nil {
		copy(cells[5:], []Cell{whole(d.Counted.Minor), whole(d.Difference), text(d.Reason)})
	}
	return cells
}

// zReceipts are the first and the last number of the receipts and of those in cash.
func zReceipts(z journal.Z) []Cell {
	cash := func(seq uint64) string {
		if seq == 0 {
			return ""
		}
		return receipt.CashNumber(seq)
	}
	return []Cell{text(receiptName(z.Receipts.First)), text(receiptName(z.Receipts.Last)), text(cash(z.Cash.First)), text(cash(z.Cash.Last))}
}

// zLate is what came for sales of earlier shifts: how many, how much, and of which
// Zs. It is part of what was taken.
func zLate(z journal.Z, currency string, w Words) ([]Cell, error) {
	lines, err := z.Late()
	if err != nil {
		return nil, err
	}
	var sum report.Figure
	var of []string
	for _, l := range lines {
		if l.Currency != currency {
			continue
		}
		if sum, err = sum.Plus(report.Figure{Number: l.Number, Minor: l.Minor}); err != nil {
			return nil, err
		}
		of = append(of, cmp.Or(zName(l.Opened), beforeShifts(w)))
	}
	return []Cell{whole(sum.Number), whole(sum.Minor), text(strings.Join(of, " "))}, nil
}

// beforeShifts names what belongs to no shift, since there were none.
func beforeShifts(w Words) string {
	if w == nil {
		return "none"
	}
	return w.Say(KeyNoShift)
}

// zOwed is what became of what is owed back.
func zOwed(z journal.Z, currency string) ([]Cell, error) {
	at := slices.IndexFunc(z.Owed, func(o journal.OwedSum) bool { return o.Currency == currency })
	if at < 0 {
		return []Cell{whole(0), whole(0), whole(0), whole(0)}, nil
	}
	o := z.Owed[at]
	open, ok := o.Open()
	if !ok {
		return nil, journal.ErrSum
	}
	return []Cell{whole(o.Opened), whole(o.Returned), whole(o.Kept), whole(open)}, nil
}
