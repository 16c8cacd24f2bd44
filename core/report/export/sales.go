package export

import (
	"iter"
	"strconv"
	"time"

	"sanduq/core/journal"
	"sanduq/core/receipt"
)

// saleColumns are those of a table of sales. Asked is what the sale is about;
// paid is the same sum when the money came, and blank otherwise, so that
// adding the column up never counts money that nobody has. Cash is what a person says that
// they took: paid and cash are what a Z calls taken. Returned is what of either was given
// back up to the end of what was asked for, cash that was taken off again with it. Stays is
// both, less what was returned. Booked is the day on which its money came, where that is
// another than the day of the sale.
var saleColumns = []Column{
	{Name: "receipt", Width: 10},
	{Name: "sale", Width: 18},
	{Name: "opened", Kind: Moment, Width: 19},
	{Name: "settled", Kind: Moment, Width: 19, Aside: true},
	{Name: "status", Width: 13},
	{Name: "route", Width: 12},
	{Name: "institution", Width: 22, Aside: true},
	{Name: "payer", Width: 12, Aside: true},
	{Name: "reference", Width: 18},
	{Name: "transaction", Width: 20},
	{Name: "order", Width: 26, Aside: true},
	{Name: "cashier", Width: 14},
	{Name: "currency", Width: 9},
	{Name: "asked", Kind: Money, Width: 14},
	{Name: "paid", Kind: Money, Sum: true, Width: 14},
	{Name: "type", Width: 10},
	{Name: "returned", Kind: Money, Sum: true, Width: 12},
	{Name: "stays", Kind: Money, Sum: true, Width: 14},
	{Name: "booked", Width: 11},
	{Name: "cash", Kind: Money, Sum: true, Width: 13},
}

// Returned is what was given back of each sale, in minor units. Where it is nil,
// nobody told: a sale that says that its money was given back has all of it then.
type Returned map[journal.SaleID]int64

// of is what was given back of a sale that was paid, or was taken off again of one in cash.
func (r Returned) of(s *journal.Sale) int64 {
	if minor := r[s.ID]; minor != 0 || r != nil || !s.Returned() {
		return minor
	}
	return s.Amount.Minor
}

// What the type of a sale is: whether a bank or a person speaks of its money.
const (
	typeBank = "bank"
	typeCash = "cash"
)

// typeOf is the type of a sale.
func typeOf(s journal.Sale) string {
	if s.Status() == journal.StatusCash {
		return typeCash
	}
	return typeBank
}

// Sales is a table of sales in words, one row each, in the order in which they
// come. Total is how many there are, 0 when that is not known.
func Sales(sales iter.Seq2[journal.Sale, error], total int, back Returned, w Words) Table {
	s := newSaid(w)
	return Table{Name: w.Say(KeySales), Columns: saleColumns, Heads: heads(saleColumns, w), Total: total,
		Rows: saleRows(sales, back, func(v journal.Sale) spoken {
			return spoken{s.text(stateKey(&v, back)), s.route(v.Route), s.text(typeKey(typeOf(v)))}
		})}
}

// PlainSales is the same for programs: heads and states are codes that no
// language changes. The state of a sale whose money was given back is paid there:
// the columns of money tell it.
func PlainSales(sales iter.Seq2[journal.Sale, error], total int, back Returned) Table {
	return Table{Name: "sales", Columns: saleColumns, Heads: names(saleColumns), Total: total,
		Rows: saleRows(sales, back, func(v journal.Sale) spoken { return spoken{string(v.Status()), string(v.Route), typeOf(v)} })}
}

// spoken is how the columns of states name a sale.
type spoken struct{ status, route, kind string }

func saleRows(sales iter.Seq2[journal.Sale, error], back Returned, words func(journal.Sale) spoken) iter.Seq2[Row, error] {
	cells := make([]Cell, len(saleColumns)) // once for all: there may be a million rows
	return rowsOf(sales, func(s journal.Sale, put func(Row)) error {
		said := words(s)
		paid, returned, stays, cash := Cell{}, Cell{}, Cell{}, Cell{}
		var taken *Cell
		switch s.Status() {
		case journal.StatusCash:
			taken = &cash
		case journal.StatusPaid:
			taken = &paid
		}
		if taken != nil {
			gone := back.of(&s)
			*taken, stays = whole(s.Amount.Minor), whole(s.Amount.Minor-gone)
			if gone != 0 {
				returned = whole(gone)
			}
		}
		copy(cells, []Cell{text(saleReceipt(s)), text(paperName(s.ID)), moment(s.CreatedAt), moment(s.SettledAt), text(said.status), text(said.route),
			text(institution(s)), text(payer(s)), text(s.Reference), text(s.Session.TransactionID), text(s.OrderID),
			text(s.Cashier), text(s.Amount.Currency), whole(s.Amount.Minor), paid, text(said.kind), returned, stays, text(isoDay(s.Booked)), cash})
		put(Row{s.Amount.Currency, cells})
		return nil
	})
}

// isoDay writes a day as every program reads it; blank for none.
func isoDay(day journal.Day) string {
	if day == "" {
		return ""
	}
	return day.Time(time.UTC).Format(time.DateOnly)
}

// saleReceipt is the name of what a sale has on paper: "T-0412", or "C-0015" for
// one in cash; blank where it has none.
func saleReceipt(s journal.Sale) string {
	if s.CashSeq != 0 {
		return receipt.CashNumber(s.CashSeq)
	}
	return receiptName(s.ReceiptSeq)
}

// receiptName is receipt.Number, blank for a sale without a receipt.
func receiptName(seq uint64) string {
	if seq == 0 {
		return ""
	}
	return receipt.Number(seq)
}

// paperName is SaleID.Paper without formatting, which an export of a million
// rows would spend a second on.
func paperName(id journal.SaleID) string {
	if len(id) != 15 || id.Number() == 0 {
		return id.Paper()
	}
	number := strconv.Itoa(id.Number())
	for len(number) < 3 {
		number = "0" + number
	}
	return "TILL-" + id.Day().Short() + "-" + number
}
