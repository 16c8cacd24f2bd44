// Package setup is what a new till shows before its first sale: what the shop
// is called, how it counts, whether it practises or is live, and who its manager
// is. In practice one key skips all of it. It keeps no secret longer than it
// takes to hand it over.
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
	"sanduq/ui/screen"
	"sanduq/ui/settings"
)

// Choices is what the next start remembers. GoLive may be slow: from the next
// start on the till is live by that gateway, and takes those names.
type Choices interface {
	GoLive(baseURL string, names journal.Settings) error
}

// Phrase protects a live till with a passphrase on a computer without a keyring:
// it is asked for at each start.
type Phrase interface {
	// Helps reports whether an error of Keys says that there is no keyring.
	Helps(err error) bool
	// Protect lets Keys keep those of live by a passphrase from now on; fits is
	// false when another protects them already. It may be slow.
	Protect(ctx context.Context, phrase core.Secret) (fits bool, err error)
}

// Gateway is how a live till would reach its bank.
type Gateway struct {
	Keys settings.Keys
	// Phrase is nil where nothing but the keyring keeps keys.
	Phrase  Phrase
	Choices Choices
	// Given is what this start was told from outside: where that is the
	// environment, there is no choice.
	Given settings.Given
	// Probe looks at the way to a gateway, off the UI goroutine.
	Probe func(ctx context.Context, environment core.Environment, baseURL string) core.ProbeReport
}

// Deps is what the screen is built from. Another language changes the whole
// window at once, through Preferences, and the screen is built anew over its
// Memory.
type Deps struct {
	screen.Env
	// Shop has what a till without settings begins with, and keeps them.
	Shop settings.Shop
	Gateway
	// Named: the names were given while practising, just before this start.
	Named bool
	Staff settings.Staff
	// Recovery is nil where there is no code to make.
	Recovery settings.Recovery
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

func (d Deps) failed(err error) {
	if d.Failed != nil && err != nil && d.Life.Err() == nil {
		d.Failed(err)
	}
}

// Memory is what was typed, while the screen is built anew for another language
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

// step is one page of the way.
type step int

// The steps in their order.
const (
	stepTill step = iota
	stepBank
	stepManager
	stepRecovery
)

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
