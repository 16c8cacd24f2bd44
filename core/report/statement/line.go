package statement

import (
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/statement/charset"
	"sanduq/core/report/statement/record"
	"sanduq/core/report/statement/table"
	"sanduq/core/report/statement/values"
)

// What a file says, of the packages that read it.
type (
	Line      = record.Line
	Part      = record.Part
	Skip      = record.Skip
	Gap       = record.Gap
	Statement = record.Statement
	Mapping   = table.Mapping
	Doubt     = table.Doubt
	Way       = table.Way
	Encoding  = charset.Encoding
)

// The doubts, ways, orders of a date, reasons and encodings, by their short names.
const (
	DoubtColumns  = table.DoubtColumns
	DoubtLayout   = table.DoubtLayout
	DoubtDecimal  = table.DoubtDecimal
	DoubtSign     = table.DoubtSign
	DoubtMinus    = table.DoubtMinus
	DoubtCurrency = table.DoubtCurrency
	DoubtStatus   = table.DoubtStatus
	DoubtAccount  = table.DoubtAccount
	DoubtID       = table.DoubtID

	WayIn  = table.WayIn
	WayOut = table.WayOut

	DayFirst   = values.DayFirst
	MonthFirst = values.MonthFirst
	YearFirst  = values.YearFirst
	Serial     = values.Serial

	Pending  = record.Pending
	Reversed = record.Reversed
	Repeated = record.Repeated
	Zero     = record.Zero

	OtherAccount = record.OtherAccount

	UTF8        = charset.UTF8
	UTF16LE     = charset.UTF16LE
	UTF16BE     = charset.UTF16BE
	Windows1256 = charset.Windows1256
	Windows1252 = charset.Windows1252
)

// Entry is one payment of the till.
type Entry struct {
	Sale          journal.SaleID
	Receipt       uint64
	TransactionID string // blank when the gateway named none
	OrderID       string // by which the gateway knows the order
	Route         core.Route
	Amount        money.Amount
	At            time.Time
}

// EntryOf returns the payment of a sale; ok is false when it is not paid.
func EntryOf(s journal.Sale) (e Entry, ok bool) {
	if s.Status() != journal.StatusPaid {
		return Entry{}, false
	}
	return Entry{Sale: s.ID, Receipt: s.ReceiptSeq, TransactionID: s.Session.TransactionID, OrderID: s.OrderID, Route: s.Route, Amount: s.Amount, At: s.SettledAt}, true
}
