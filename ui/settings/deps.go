// Package settings is the screen on which a shop sets its till up: the bank's
// keys, the environment, the names on receipts, language and look. It holds no
// secret longer than it takes to hand it over, and shows none again.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package settings

import (
	"context"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
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

// Keys is where the bank's keys go. Nothing comes back but since when a key has
// been there. Both methods may be slow.
type Keys interface {
	// Kept has an entry for each key that is there: since when, zero when that
	// is not known. An error means that keys cannot be kept on this computer.
	Kept(ctx context.Context, environment core.Environment) (map[string]time.Time, error)
	// Change replaces keys, and removes those that are empty.
	Change(ctx context.Context, environment core.Environment, keys map[string]core.Secret) error
}

// The names of keys.
const (
	KeyAPI    = "apiKey"
	KeySecret = "secretKey"
	KeyClient = "clientId"
	KeyHMAC   = "hmacSecret"
)

// Recovery makes the code that opens backups without this computer. All its
// methods may be slow.
type Recovery interface {
	// Made reports whether there is a code.
	Made(ctx context.Context) (bool, error)
	// Make makes another and writes down who did. Nobody can have it again.
	Make(ctx context.Context, by string) (core.Secret, error)
	// Sheet keeps a code as a file for printing and tells where.
	Sheet(ctx context.Context, code core.Secret) (place string, err error)
}

// Choices is what the next start remembers. Both methods may be slow.
type Choices interface {
	Remembered() (environment core.Environment, baseURLLive, profile string, err error)
	Remember(environment core.Environment, baseURLLive, profile string) error
}

// Given is what this start was told by flags or environment variables. It goes
// before what is remembered.
type Given struct {
	Environment bool   // which environment
	BaseURLLive string // blank when not told
}

// Gateway is how the till reaches its bank, now and from the next start on.
type Gateway struct {
	Keys Keys
	// Phrase is nil where nothing but the keyring keeps keys.
	Phrase  Phrase
	Choices Choices
	Given   Given
	// BaseURL is the gateway of this run.
	BaseURL string
	// OwnKeys: the practice bank of this run brings its own keys.
	OwnKeys bool
	// Probe looks at the way to a gateway. It is called off the UI goroutine.
	Probe func(ctx context.Context, environment core.Environment, baseURL string) core.ProbeReport
	// CheckProfile reports whether a file is a usable wire profile: an error that
	// matches core.ErrProfile when it is read but is none. It is called off the
	// UI goroutine.
	CheckProfile func(path string) error
}

// Sound is what the till sounds like, as the settings know it.
type Sound interface {
	// Sample plays how loud the till is.
	Sample()
	// Broken reports whether no sound device works.
	Broken() bool
}

// Window is the window around the settings.
type Window struct {
	// ShowCustomer shows the customer's view where the preferences say, also when
	// somebody had closed its window; nil where there is none.
	ShowCustomer func()
	// Sound is nil where there is none.
	Sound Sound
	// Lend asks for the PIN of somebody who has some rights, and lends each for one
	// act before it goes on; nil where nobody need sign in.
	Lend func(rights []journal.Right, then func())
	// Saved is called after names or currency were changed.
	Saved func()
	// Leave goes back to the sale.
	Leave func()
	// Ask asks whether edits may be lost before it goes on; nil goes on.
	Ask func(then func())
}

// Records are the places besides the till's own where its records go.
type Records struct {
	// Backups is nil where there is nothing to copy.
	Backups Backups
	// Recovery is nil where there is no code to make.
	Recovery Recovery
	// Office is nil where nothing is sent.
	Office Office
}

// Deps is what the screen is built from. Preferences that are chosen can be seen
// at once, and are on trial in their Store until they are saved.
type Deps struct {
	screen.Env
	Window
	Gateway
	Machine
	Shop Shop
	Records
	// Staff is nil where nobody can sign in.
	Staff Staff
	// May reports whether what asks for a right can be done at once; nil where
	// nobody need sign in.
	May   func(right journal.Right) bool
	About About
	// Updates is nil where no address for news of versions is given.
	Updates Updates
	// Failed takes an error for the log; the screen tells the person itself.
	Failed func(err error)
}

// running is the environment of this run.
func (d Deps) running() core.Environment {
	if d.Practice {
		return core.Sandbox
	}
	return core.Live
}

func (d Deps) failed(err error) {
	if d.Failed != nil && err != nil && d.Life.Err() == nil {
		d.Failed(err)
	}
}

// environmentWord is Practice or Live.
func (d Deps) environmentWord(e core.Environment) string {
	if e == core.Live {
		return d.Words.T("settings.env.live")
	}
	return d.Words.T("settings.env.practice")
}
