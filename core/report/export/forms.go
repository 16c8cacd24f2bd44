package export

import (
	"iter"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// odooColumns carry the technical names of the fields of Odoo's bank statement
// lines, which its import takes in every language.
var odooColumns = []Column{
	{Name: "date", Kind: Date},
	{Name: "payment_ref"},
	{Name: "ref"},
	{Name: "partner_name"},
	{Name: "amount", Kind: Money, Sum: true},
	{Name: "currency"},
}

// ocaColumns are the heads of the sample mapping that OCA's module
// account_statement_import_sheet_file comes with. Its dates are the American
// ones, its decimals have a point.
var ocaColumns = []Column{
	{Name: "Date"},
	{Name: "Label"},
	{Name: "Currency"},
	{Name: "Amount", Kind: Money, Sum: true},
	{Name: "Amount Currency", Kind: Money},
	{Name: "Partner Name"},
	{Name: "Bank Account"},
}

const ocaDate = "01/02/2006"

// OdooSales is a table of what was paid, with the columns that Odoo's own
// import of bank statements takes. Sales that are not paid are left out.
func OdooSales(sales iter.Seq2[journal.Sale, error], total int, zone *time.Location) Table {
	return statementSales(odooColumns, sales, total, func(s journal.Sale, cells []Cell) {
		local := s.SettledAt.In(zone)
		date := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)
		copy(cells, []Cell{moment(date), text(label(s)), text(s.Session.TransactionID), text(payer(s)), whole(s.Amount.Minor), text(s.Amount.Currency)})
	})
}

// OCASales is the same for OCA's import of statements from sheets.
func OCASales(sales iter.Seq2[journal.Sale, error], total int, zone *time.Location) Table {
	return statementSales(ocaColumns, sales, total, func(s journal.Sale, cells []Cell) {
		copy(cells, []Cell{text(s.SettledAt.In(zone).Format(ocaDate)), text(label(s)), text(s.Amount.Currency), whole(s.Amount.Minor), whole(s.Amount.Minor),
			text(payer(s)), {}})
	})
}

// label is what a statement line is called: the receipt, the transaction and
// the shop's reference, and TEST before all when no money moved.
func label(s journal.Sale) string {
	parts := []string{receiptName(s.ReceiptSeq), s.Session.TransactionID, s.Reference}
	if s.Environment != core.Live {
		parts = append([]string{"TEST"}, parts...)
	}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

func statementSales(columns []Column, sales iter.Seq2[journal.Sale, error], total int, fill func(journal.Sale, []Cell)) Table {
	cells := make([]Cell, len(columns))
	return Table{Name: "sales", Columns: columns, Heads: names(columns), Total: total, Rows: rowsOf(sales, func(s journal.Sale, put func(Row)) error {
		if s.Status() == journal.StatusPaid {
			fill(s, cells)
			put(Row{s.Amount.Currency, cells})
		}
		return nil
	})}
}
