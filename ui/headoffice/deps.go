// Package headoffice is the window of the one who owns the shops: the screens of the
// history and of the reports over an office instead of a file, the tills beside it with when each was
// heard, and the sign-in before it. It decides nothing and keeps nothing; everything
// here belongs on the UI goroutine.
package headoffice

import (
	"context"
	"errors"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/receipts"
	"sanduq/ui/reports"
	"sanduq/ui/screen"
)

// Office is what the window asks. All but Practice, Host and what receipts call
// quick may be slow, and are called off the UI goroutine.
type Office interface {
	receipts.History
	receipts.PlacedHistory
	Host() string
	// Practice reports whether no till of it is a live one; known once signed in.
	Practice() bool
	// SignIn begins a session. Errors: ErrSignIn, ErrLocked, ErrCertificate.
	SignIn(ctx context.Context, name string, password core.Secret) error
	SignOut()
	// Heard tells of every till. Error: ErrSession.
	Heard(ctx context.Context) (Heard, error)
	// Watch calls told whenever something has changed, until ctx ends or the
	// connection does.
	Watch(ctx context.Context, told func()) error
}

// Errors, to be tested with errors.Is.
var (
	ErrSignIn      = errors.New("headoffice: no such name, or another password")
	ErrLocked      = errors.New("headoffice: locked for a while")
	ErrCertificate = errors.New("headoffice: the office cannot prove who it is")
	ErrSession     = errors.New("headoffice: not signed in")
)

// Heard is which tills there are, by name.
type Heard struct {
	Tills []Till
}

// Till is one of them.
type Till struct {
	Place  string // for a query
	Name   string
	At     time.Time // when it was heard last; zero for never
	Silent bool
}

// Deps is what the window is built from.
type Deps struct {
	Office Office
	// Receipts makes the screen of the history, again for another language. In
	// practice nothing is green.
	Receipts func(e screen.Env) *receipts.Screen
	// Reports makes the screen of the reports, in the same way. drillDown shows the sales
	// of a figure.
	Reports func(e screen.Env, drillDown func(journal.SaleQuery)) *reports.Screen
	// Speak changes the language of the catalogue and the look.
	Speak func(lang string)
	// Till lets the next start open the till that this computer was before; nil where
	// it shows the office for this start alone. It may be slow.
	Till func() error
	// Failed takes an error for the log.
	Failed func(err error)
}
