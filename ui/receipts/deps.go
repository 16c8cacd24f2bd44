package receipts

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/receipt"
)

// History is what the screens ask of the till. All but Today, Settings and Users may be slow and are called off the UI
// goroutine.
type History interface {
	Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error)
	Totals(ctx context.Context, q journal.SaleQuery) ([]journal.Total, error)
	Receipt(ctx context.Context, seq uint64) (journal.Receipt, error)
	Today() journal.Day
	// Attempts are all sales of the order of a sale, oldest first.
	Attempts(ctx context.Context, id journal.SaleID) ([]journal.Sale, error)
	// Settings are the shop's names, for slips that are no receipts.
	Settings() journal.Settings
	// Users are those whose names the search understands.
	Users() []journal.User
}

// Shell is the window around the screens, as they know it.
type Shell interface {
	OpenSale(id journal.SaleID) // shows one without a receipt in the cashier's work area
	NewSale()
	// HandOver shows the receipt of a paid sale to the customer; nil where there is no view for them.
	HandOver() func(s journal.Sale, slip journal.Receipt)
	// Sums reports whether who is at the till may see totals. It is quick.
	Sums() bool
	// Exports reports whether anything is exported.
	Exports() bool
	// Export lets a person take along what a query selects, and is told the filter in
	// words.
	Export(q journal.SaleQuery, asked string)
}

// Deps is what the screens are built from.
type Deps struct {
	History History
	Drawer  *receipt.Drawer
	// Currency is the shop's own: its totals stand first.
	Currency string

	// Save keeps a file that a person asked for and returns where it is and what it is called there, short enough to
	// be shown. It is called off the UI goroutine.
	Save  func(ctx context.Context, name string, data []byte) (place string, err error)
	Paper Paper
	// Cashier is who is at the till; blank when nobody is named.
	Cashier func() string
	// Shell is the window around the screen; nil in a history of many tills.
	Shell Shell
	// Fill writes invented sales of the past year, to try the screens on, and tells how far it has come. Nil but for
	// practice. It is called off the UI goroutine, and calls progress there.
	// Where ctx ends, what it wrote stays, each sale of it whole, and the error is ctx's. FillTotal is how many it writes.
	Fill      func(ctx context.Context, progress func(done, total int)) error
	FillTotal int
	// Failed takes an error for the log; the screens tell the person themselves.
	Failed func(err error)
}

// Paper is what becomes of receipts on paper. What is nil is not offered. All are called off the UI
// goroutine.
type Paper struct {
	// Print puts a sale's receipt on paper: the second time and later it is marked as a copy. Nil without a printer:
	// nothing then speaks of printing.
	Print func(ctx context.Context, id journal.SaleID) error
	// PrintSlip puts on paper what is no receipt. Nil without a printer.
	PrintSlip func(ctx context.Context, s receipt.Slip) error
}
