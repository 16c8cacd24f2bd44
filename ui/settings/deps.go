package settings

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/mailer"
	"sanduq/ui/exporting/daily"
	"sanduq/ui/settings/about"
	"sanduq/ui/settings/gateway"
	"sanduq/ui/settings/look"
	"sanduq/ui/settings/office"
	"sanduq/ui/settings/outgoing"
	"sanduq/ui/settings/people"
	"sanduq/ui/settings/printer"
	"sanduq/ui/settings/records"
	"sanduq/ui/settings/shop"
	"sanduq/ui/toolkit/form"
)

// Shop is what the till keeps about the shop. All but Settings may be slow.
type Shop interface {
	Settings() journal.Settings
	SaveSettings(ctx context.Context, set journal.Settings, by string) error
	// GatewayChanging writes down who is about to choose another gateway or other
	// keys; detail names what changes.
	GatewayChanging(ctx context.Context, by, detail string) error
	// BackupsChanging writes down that somebody is about to change where copies go.
	BackupsChanging(ctx context.Context, by, detail string) error
}

// Window is the window around the settings.
type Window struct {
	// ShowCustomer shows the customer's view where the preferences say, also when
	// somebody had closed its window; nil where there is none.
	ShowCustomer func()
	// Sound is nil where there is none.
	Sound look.Sound
	// Delegate asks for the PIN of somebody who has some rights, and lets each be used for one
	// act before it goes on; nil where nobody need sign in.
	Delegate func(rights []journal.Right, then func())
	// Saved is called after names or currency were changed.
	Saved func()
	// Leave goes back to the sale.
	Leave func()
	// Ask asks whether edits may be lost before it goes on; nil goes on.
	Ask func(then func())
}

// Deps is what the screen and its pages ask of the till, of the machine and of the
// window. What a page asks for is declared in its package.
type Deps struct {
	Shop   Shop
	Window Window
	// May reports whether what asks for a right can be done at once; nil where
	// nobody need sign in.
	May     func(right journal.Right) bool
	Gateway gateway.Deps
	// Login is nil where nothing can start at login.
	Login shop.Login
	// Printers is nil where nothing can be printed.
	Printers printer.Printers
	// Staff is nil where nobody can sign in.
	Staff people.Staff
	// Backups is nil where there is nothing to copy.
	Backups records.Backups
	// Recovery is nil where there is no code to make.
	Recovery records.Recovery
	// Office is nil where nothing is sent.
	Office office.Office
	// Mail is nil where no Z can be sent.
	Mail outgoing.Mail
	// Files is nil where none are written by themselves.
	Files outgoing.Files
	// Updates is nil where no address for news of versions is given.
	Updates about.Updates
	About   about.Program
	// Failed takes an error for the log; the screen tells the person itself.
	Failed func(err error)
}

// Memory is what the screen remembers while it is built again for another language
// or look: where it is, and what is not saved. The zero value begins with what is
// kept.
type Memory struct {
	begun bool
	at    int  // page
	left  bool // the screen was hidden, and no other was built since

	drafted bool // what follows was begun with what is kept
	shop    shop.Draft
	gateway gateway.Draft
	login   form.Draft[shop.Start]
	news    form.Draft[bool]
	second  form.Draft[string]
	mail    form.Draft[mailer.Config]
	files   form.Draft[daily.Config]
	people  people.Memory
}

// begin goes on with what was changed, over what is kept.
func (m *Memory) begin(kept journal.Settings) {
	if !m.drafted {
		m.drafted = true
		m.shop.Start(kept)
	}
	m.shop.Kept = kept
}

// forget is for a screen that was left: nothing stays that was not saved.
func (m *Memory) forget() { *m = Memory{begun: m.begun, at: m.at, left: m.left} }
