package gateway

import (
	"context"
	"time"

	"sanduq/core"
	"sanduq/core/probe"
	"sanduq/ui/words"
)

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

// Phrase protects a live till with a passphrase on a computer without a keyring:
// it is asked for at each start.
type Phrase interface {
	// Helps reports whether an error of Keys says that there is no keyring.
	Helps(err error) bool
	// Protect lets Keys keep those of live by a passphrase from now on; fits is
	// false when another protects them already. It may be slow.
	Protect(ctx context.Context, phrase core.Secret) (fits bool, err error)
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

// Probe looks at the way to a gateway. It is called off the UI goroutine.
type Probe func(ctx context.Context, environment core.Environment, baseURL string) probe.Report

// Deps is how the till reaches its bank, now and from the next start on.
type Deps struct {
	Keys Keys
	// Phrase is nil where nothing but the keyring keeps keys.
	Phrase  Phrase
	Choices Choices
	Given   Given
	// BaseURL is the gateway of this run.
	BaseURL string
	// OwnKeys: the practice bank of this run brings its own keys.
	OwnKeys bool
	Probe   Probe
	// CheckProfile reports whether a file is a usable wire profile: an error that
	// matches core.ErrProfile when it is read but is none. It is called off the
	// UI goroutine.
	CheckProfile func(path string) error
}

// environments in the order in which they are shown.
func environments() []core.Environment { return []core.Environment{core.Sandbox, core.Live} }

// running is the environment of a run.
func running(practice bool) core.Environment {
	if practice {
		return core.Sandbox
	}
	return core.Live
}

// word is Practice or Live.
func word(w *words.Catalogue, e core.Environment) string {
	if e == core.Live {
		return w.T("settings.env.live")
	}
	return w.T("settings.env.practice")
}
