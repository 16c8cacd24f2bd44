// Package setup is what a new till shows before its first sale: what the shop
// is called, how it counts, whether it practises or is live, and who its manager
// is. In practice one key skips all of it. It keeps no secret longer than it
// takes to hand it over. Another language changes the whole window at once, through
// the preferences, and the screen is built again over its Memory.
//
// It may import core, the toolkit, and of the settings the packages with the gateway,
// the choice of a currency and the recovery code. It belongs on the UI goroutine, but
// for what it asks of its Deps.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package setup

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/present"
	"sanduq/ui/settings/gateway"
)

// Shop keeps what the till is called. All but Settings may be slow.
type Shop interface {
	Settings() journal.Settings
	SaveSettings(ctx context.Context, set journal.Settings, by string) error
	// GatewayChanging writes down who is about to choose another gateway or other
	// keys; detail names what changes.
	GatewayChanging(ctx context.Context, by, detail string) error
}

// Staff makes the first user. It may be slow.
type Staff interface {
	AddUser(ctx context.Context, name string, role journal.Role, pin core.Secret) (journal.User, error)
}

// Recovery makes the code that opens backups without this computer. Both methods may
// be slow.
type Recovery interface {
	// Make makes a code and writes down who did. Nobody can have it again.
	Make(ctx context.Context, by string) (core.Secret, error)
	// Sheet keeps a code as a file for printing and tells where.
	Sheet(ctx context.Context, code core.Secret) (place string, err error)
}

// Choices is what the next start remembers. GoLive may be slow: from the next
// start on the till is live by that gateway, and takes those names.
type Choices interface {
	GoLive(baseURL string, names journal.Settings) error
}

// Deps is what the screen asks of the till, of the machine and of the window.
type Deps struct {
	// Shop has what a till without settings begins with, and keeps them.
	Shop Shop
	Keys gateway.Keys
	// Phrase is nil where nothing but the keyring keeps keys.
	Phrase  gateway.Phrase
	Choices Choices
	// Given is what this start was told from outside: where that is the
	// environment, there is no choice.
	Given gateway.Given
	Probe gateway.Probe
	// Named: the names were given while practising, just before this start.
	Named bool
	// Staff is nil where nobody can sign in, Recovery where there is no code to make.
	Staff    Staff
	Recovery Recovery
	// Focus gives the keyboard to something on this screen, which no canvas has
	// seen yet; nil takes it away.
	Focus func(fyne.Focusable)
	// Restart closes the window and starts the application again, live.
	Restart func()
	// Done leaves for the first sale.
	Done func()
	// Failed takes an error for the log; the screen tells the person itself.
	Failed func(err error)
}

// Memory is what was typed, while the screen is built again for another language
// or look. The zero value begins.
type Memory struct {
	begun  bool
	at     step
	shop   string
	till   string
	named  string // the till's name as it was proposed
	code   string // of the currency
	live   bool
	stored journal.Settings // the names as they are on disk
	busy   bool             // something that was asked for has not been answered
	now    *Screen          // the newest over this memory
	made   bool             // the manager

	address string
	keys    map[string]core.Secret
	word    string
	phrase  core.Secret
	manager string
	sheet   core.Secret // the recovery code, while it is shown
}

// currencies are all that amounts can be counted in.
func currencies() []string {
	all := present.Currencies()
	for _, code := range money.Known() {
		if !slices.Contains(all, code) {
			all = append(all, code)
		}
	}
	return all
}
