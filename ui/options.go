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

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/alarm"
	"sanduq/ui/cashier"
	"sanduq/ui/customer"
	"sanduq/ui/exporting"
	"sanduq/ui/lock"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/settings"
)

// Till is what the shell asks of the till, beside what its screens ask.
type Till interface {
	cashier.Desk
	Sale(id journal.SaleID) (journal.View, bool)
	Receipt(ctx context.Context, seq uint64) (journal.Receipt, error)
	InFlight() []journal.View
	Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error)
	Link() journal.Link
	StoreFault() *journal.StoreFault
	Recovery() *journal.Recovery
	ConfirmRecovery(ctx context.Context, by string) error
	Settings() journal.Settings
}

// Notices is a subscription to the till: everything after it began, in order.
type Notices interface {
	Next(ctx context.Context) (journal.Notice, error)
	Close()
}

// Receipts is the screen of the history.
type Receipts interface {
	screen.Screen
	// Begin takes it back to today, with nothing searched for. Without it the
	// screen shows what it showed last.
	Begin()
	// Look shows what a query of whole days selects.
	Look(q journal.SaleQuery)
	// Tell shows all that happened with a sale's order; back is where it was asked
	// for.
	Tell(s journal.Sale, back func())
	// Refresh tells that a sale has changed.
	Refresh(id journal.SaleID)
}

// ReceiptsDeps is what the screen of the history gets from the shell.
type ReceiptsDeps struct {
	screen.Env
	OpenSale func(journal.SaleID) // shows a sale in the work area
	NewSale  func()
	Sums     func() bool // whether who is at the till may see totals
	// Export lets a person take along what a query selects; nil where nothing is
	// exported.
	Export func(q journal.SaleQuery, asked string)
}

// ReportsDeps is what the day and the reports get from the shell.
type ReportsDeps struct {
	screen.Env
	Behind func(q journal.SaleQuery) // shows the sales that a query selects
	Export func(exporting.Request)
	// ExportAsked is Export for pages that stand open to more people than the reports:
	// whoever may not see sums is asked for somebody who may. Nil where nothing is
	// exported.
	ExportAsked func(exporting.Request)
	Open        func(journal.SaleID) // shows a sale in the work area
	NewSale     func()
	// Owed is the sale whose entry of what is owed back is to be shown first; blank
	// for none.
	Owed journal.SaleID
	// Front asks for the first page, whichever was left.
	Front bool
	// Turned is to be called when the screen shows something of another height.
	Turned func()
	// May reports whether who is at the till may see sums, and Ask lets somebody lend
	// them that right; what follows is done then.
	May func() bool
	Ask func(then func())
	// Lend lets somebody lend a right for one act; nil where nobody signs in.
	Lend func(right journal.Right, then func())
}

// SettingsDeps is what the settings get from the shell.
type SettingsDeps struct {
	screen.Env
	settings.Window
}

// SetupDeps is what the first run gets from the shell.
type SetupDeps struct {
	screen.Env
	Focus func(fyne.Focusable) // nil takes the focus away
	Done  func()               // the till is set up: to the first sale
}

// Screens are those that others build. What is nil is not shown at all.
type Screens struct {
	Receipts func(ReceiptsDeps) Receipts
	// Reports is the day and the reports, and needs Receipts.
	Reports  func(ReportsDeps) screen.Screen
	Settings func(SettingsDeps) screen.Screen
	// Setup fills the window before the first sale; nil once the till was set
	// up.
	Setup func(SetupDeps) Setup
}

// Setup is the screen of the first run.
type Setup interface {
	screen.Screen
	// SetBanner shows a banner where nothing can be pressed; nil takes it away.
	SetBanner(fyne.CanvasObject)
}

// Health is what the shell asks of those who look after the till. Each may be
// nil, and is quick.
type Health struct {
	// Network reports whether this computer has a way to any other; nil where the
	// gateway is on this computer. It is asked while the gateway is silent.
	Network func() bool
	// Backup is why the daily backup does not work; nil while it does. It is
	// asked every second.
	Backup func() *alarm.Backup
	// Damage names the part of the records that was found damaged while the
	// till worked, a key of the catalogue below "damage."; blank while none is.
	// It is asked every second.
	Damage func() string
}

// Options is what a Shell is made of. What is nil or empty is not shown at
// all: no button is dead.
type Options struct {
	// Env is handed on to every screen. Its Life is the shell's to set; what else
	// is nil is the program's own, and preferences that nobody keeps.
	screen.Env
	cashier.Offer
	Health
	Screens

	Till Till
	// Subscribe begins a subscription; the shell takes Till.InFlight after it.
	Subscribe func() Notices
	// Staff is who may sit at the till; nil where nobody signs in. F12 locks.
	Staff lock.Staff
	// Sound is what the till sounds like; see ui/desktop/sound.
	Sound Player
	// Customer is where the customer's view can be shown beside the main window;
	// F6.
	Customer   customer.Windows
	FullScreen func() // F11
	// SaveCard saves the counter card and tells where; nil where there is none.
	// It is called off the UI goroutine.
	SaveCard func(ctx context.Context) (place string, err error)
	// Exporting takes sales along as files; nil where nothing is exported.
	Exporting *exporting.Deps
	// Paper takes the choice of a printer, at first and when it changes; nil where
	// nothing is printed.
	Paper func(preferences.Printer)

	Logger *slog.Logger // nil is silence
}

// complete fills in what was not given.
func (o *Options) complete() {
	e := &o.Env
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
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
}
