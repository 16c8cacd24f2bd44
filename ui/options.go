// Package ui is the shell around every screen: the ribbon that says practice,
// the top bar, the strip of sales in flight, the banner, and the work area. It
// listens to the till and shows for the selected sale the screen that its
// state demands. It starts no payment and concludes nothing about money.
package ui

import (
	"context"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/alarm"
	"sanduq/ui/cashier"
	"sanduq/ui/customer"
	"sanduq/ui/desktop/sound"
	"sanduq/ui/lock"
	"sanduq/ui/onscreenkeyboard"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// Till is what the shell asks of the till, beside what its screens ask.
type Till interface {
	cashier.Desk
	Sale(id till.SaleID) (till.View, bool)
	InFlight() []till.View
	Link() till.Link
	Trouble() *till.Trouble
	Recovery() *till.Recovery
	ConfirmRecovery(ctx context.Context, by string) error
	Settings() till.Settings
}

// Notices is a subscription to the till: everything after it began, in order.
type Notices interface {
	Next(ctx context.Context) (till.Notice, error)
	Close()
}

// CustomerPhone is the customer's side of a practice payment.
type CustomerPhone = cashier.CustomerPhone

// Receipts is the screen of the history.
type Receipts interface {
	screen.Screen
	// Refresh tells that a sale has changed.
	Refresh(id till.SaleID)
}

// ReceiptsDeps is what the screen of the history gets from the shell.
type ReceiptsDeps struct {
	screen.Env
	Life     context.Context
	OpenSale func(till.SaleID) // shows a sale in the work area
	NewSale  func()
}

// SettingsDeps is what the settings get from the shell.
type SettingsDeps struct {
	screen.Env
	Life        context.Context
	SetLanguage func(lang string)
	SetLook     func(theme.Look)
	// SetCustomerMode is nil where there is no customer's view.
	CustomerMode    func() customer.Mode
	SetCustomerMode func(customer.Mode)
	// Volume is nil where there is no sound. SoundBroken: no sound device works.
	Volume      func() sound.Volume
	SetVolume   func(sound.Volume)
	SoundBroken func() bool
	// Keyboard is when the keyboard on the screen opens.
	Keyboard    func() onscreenkeyboard.Mode
	SetKeyboard func(onscreenkeyboard.Mode)
	// Manager asks for a manager's PIN before it goes on.
	Manager func(then func())
	Saved   func() // the names or the currency are others now
	Leave   func() // back to where the cashier was
}

// SetupDeps is what the first run gets from the shell.
type SetupDeps struct {
	screen.Env
	Life        context.Context
	SetLanguage func(lang string)
	Focus       func(fyne.Focusable) // nil takes the focus away
	Done        func()               // the till is set up: to the first sale
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
	Till Till
	// Subscribe begins a subscription; the shell takes Till.InFlight after it.
	Subscribe func() Notices
	Words     *words.Catalogue
	Practice  bool
	Zone      *time.Location // nil is the machine's
	Routes    []core.Route   // the ways to pay that this till offers
	Replacing bool           // a new payment may be opened in place of one set aside
	Phone     CustomerPhone  // practice only
	// Numbers are what may be typed into a form for practice; see cashier.Deps.
	Numbers func(core.Route) []cashier.PracticeNumber
	// Institutions remembers the bank that was used last.
	Institutions cashier.Institutions

	Health

	Receipts func(ReceiptsDeps) Receipts
	Settings func(SettingsDeps) screen.Screen
	// Setup fills the window before the first sale; nil once the till was set
	// up.
	Setup func(SetupDeps) screen.Screen
	// Staff is who may sit at the till; nil where nobody signs in. F12 locks.
	Staff      lock.Staff
	FullScreen func() // F11
	// Sound is what the till sounds like, and VolumeChanged lets the program
	// remember how loud it is; see ui/desktop/sound.
	Sound         Player
	VolumeChanged func(sound.Volume)
	// Customer is where the customer's view can be shown beside the main window,
	// and CustomerMode where it is at first; F6. CustomerModeChanged lets the
	// program remember another choice.
	Customer            customer.Windows
	CustomerMode        customer.Mode
	CustomerModeChanged func(customer.Mode)
	// PhoneFolded keeps the practice phone away until someone asks for it, and
	// PhoneFoldedChanged lets the program remember that.
	PhoneFolded        bool
	PhoneFoldedChanged func(folded bool)
	// Keyboard is when the keyboard on the screen opens, and KeyboardChanged lets
	// the program remember another choice.
	Keyboard        onscreenkeyboard.Mode
	KeyboardChanged func(onscreenkeyboard.Mode)
	// SaveCard saves the counter card and tells where; nil where there is none.
	// It is called off the UI goroutine.
	SaveCard func(ctx context.Context) (place string, err error)
	// LanguageChanged lets the program remember the choice.
	LanguageChanged func(lang string)
	// LookChanged is the same for the look chosen in the settings.
	LookChanged func(theme.Look)

	Logger *slog.Logger // nil is silence

	// For tests; nil is the program's own. See screen.Env.
	Post  func(f func())
	Go    func(f func())
	After func(d time.Duration, f func()) (cancel func())
	Now   func() time.Time
	Copy  func(text string)
}

func (o Options) env() screen.Env {
	k := screen.Env{Words: o.Words, Practice: o.Practice, Post: o.Post, Go: o.Go, After: o.After, Now: o.Now, Zone: o.Zone, Copy: o.Copy}
	if k.Zone == nil {
		k.Zone = time.Local
	}
	if k.Now == nil {
		k.Now = time.Now
	}
	if k.Post == nil {
		k.Post = post
	}
	if k.Go == nil {
		k.Go = func(f func()) { go f() }
	}
	if k.After == nil {
		k.After = after(k.Post)
	}
	if k.Copy == nil {
		k.Copy = copyText
	}
	return k
}
