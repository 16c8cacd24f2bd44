// Package ui is the shell around every screen: the ribbon that says practice,
// the top bar, the sidebar of sales in flight, the banner, and the work area. It
// listens to the till and shows for the selected sale the screen that its
// state demands. It starts no payment and concludes nothing about money.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package ui

import (
	"context"
	"log/slog"
	"time"

	"sanduq/core/journal"
	"sanduq/ui/cashier"
	"sanduq/ui/customer"
	"sanduq/ui/exporting"
	"sanduq/ui/lock"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/settings"
	"sanduq/ui/shell/feed"
	"sanduq/ui/shell/firstrun"
	"sanduq/ui/shell/sounds"
)

// Till is what the shell asks of the till, beside what its screens ask.
type Till interface {
	// ReadLateAlert records that someone took note of money that came late, Acknowledge
	// that the cashier took note of an end.
	ReadLateAlert(ctx context.Context, id journal.SaleID) error
	Acknowledge(ctx context.Context, id journal.SaleID) error
	Sale(id journal.SaleID) (journal.View, bool)
	Receipt(ctx context.Context, seq uint64) (journal.Receipt, error)
	InFlight() []journal.View
	Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error)
	Link() journal.Link
	StoreFault() *journal.StoreFault
	Recovery() *journal.Recovery
	Subscribe() feed.Notices
	ConfirmRecovery(ctx context.Context, by string) error
	Settings() journal.Settings
}

// Receipts is the screen of the history.
type Receipts interface {
	screen.Screen
	// Begin takes it back to today, with nothing searched for. Without it the
	// screen shows what it showed last.
	Begin()
	// ShowQuery shows what a query of whole days selects.
	ShowQuery(q journal.SaleQuery)
	// ShowHistory shows all that happened with a sale's order; back is where it was asked
	// for.
	ShowHistory(s journal.Sale, back func())
	// Told is the sale of which ShowHistory shows all that happened, and back; false where
	// nothing is told.
	Told() (s journal.Sale, back func(), ok bool)
	// Refresh tells that a sale has changed.
	Refresh(id journal.SaleID)
}

// ReceiptsShell is the shell as the screen of the history knows it.
type ReceiptsShell interface {
	OpenSale(id journal.SaleID) // shows a sale in the work area
	NewSale()
	// HandOver shows the receipt of a paid sale to the customer; nil where there is no view for them.
	HandOver() func(s journal.Sale, slip journal.Receipt)
	// Sums reports whether who is at the till may see totals.
	Sums() bool
	// Exports reports whether anything is exported.
	Exports() bool
	// Export lets a person take along what a query selects.
	Export(q journal.SaleQuery, asked string)
}

// ReportsShell is the shell as the day and the reports know it.
type ReportsShell interface {
	DrillDown(q journal.SaleQuery) // shows the sales that a query selects
	OpenSale(id journal.SaleID)    // shows a sale in the work area
	ToSettle()                     // shows the sales that somebody must settle
	NewSale()
	// Turned must be called when the screen shows something of another height.
	Turned()
	// Exports reports whether anything is exported.
	Exports() bool
	Export(r exporting.Request)
	// ExportAsked is Export for pages that stand open to more people than the reports:
	// anyone who may not see sums is asked for somebody who may.
	ExportAsked(r exporting.Request)
	// MaySums reports whether who is at the till may see sums, and AskSums lets
	// somebody grant them that right; then is done afterwards.
	MaySums() bool
	AskSums(then func())
	// Signs reports whether people sign in at this till: somebody can grant a right then.
	Signs() bool
	// Delegate lets somebody grant a right for one act.
	Delegate(right journal.Right, then func())
}

// ReportsStart is where the day and the reports begin when they are built.
type ReportsStart struct {
	// Owed is the sale whose entry of what is owed back is to be shown first; blank
	// for none.
	Owed journal.SaleID
	// Front asks for the first page, whichever was left.
	Front bool
}

// Screens are those that others build. What is nil is not shown at all.
type Screens struct {
	Receipts func(env screen.Env, shell ReceiptsShell) Receipts
	// Reports is the day and the reports, and needs Receipts.
	Reports  func(env screen.Env, shell ReportsShell, at ReportsStart) screen.Screen
	Settings func(env screen.Env, shell settings.Window) screen.Screen
	// Setup fills the window before the first sale; nil once the till was set
	// up.
	Setup func(env screen.Env, shell firstrun.Shell) firstrun.Screen
}

// Options is what a Shell is made of. What is nil or empty is not shown at
// all: no button is dead.
type Options struct {
	Offer cashier.Offer
	Screens
	Health feed.Health // nil is a till that nobody looks after

	Till Till
	// Steps is what the steps of a sale ask of the till.
	Steps cashier.Till
	// Staff is who may sit at the till; nil where nobody signs in. F12 locks.
	Staff lock.Staff
	// Sound is what the till sounds like; see ui/desktop/sound.
	Sound sounds.Player
	// Customer is where the customer's view can be shown beside the main window;
	// F6.
	Customer   customer.Windows
	FullScreen func() // F11
	// SaveCard saves the counter card and tells where; nil where there is none.
	// It is called off the UI goroutine.
	SaveCard func(ctx context.Context) (place string, err error)
	// Exporting takes sales along as files; nil where nothing is exported.
	Exporting *exporting.Deps
	Logger    *slog.Logger // nil is silence
}

// complete fills in what was not given: the program's own, and preferences that
// nobody keeps.
func complete(e screen.Env) screen.Env {
	if e.Zone == nil {
		e.Zone = time.Local
	}
	if e.Now == nil {
		e.Now = time.Now
	}
	if e.Post == nil {
		e.Post = post
	}
	if e.Go == nil {
		e.Go = func(f func()) { go f() }
	}
	if e.After == nil {
		e.After = after(e.Post)
	}
	if e.Copy == nil {
		e.Copy = copyText
	}
	if e.Preferences == nil {
		e.Preferences = preferences.Open(nil)
	}
	return e
}
