// Package unknown is what the till shows when nobody knows: what is known, and what to do about it. It
// never says that a sale is paid or not paid.
//
// Everything here belongs on the UI goroutine. What asks the till runs through
// screen.Env.Go and comes back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package unknown

import (
	"context"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
	"sanduq/ui/pay/watch"
)

// Till is what a sale that nobody knows about asks of the till.
type Till interface {
	// Check asks for the status once; it joins a question in flight.
	Check(ctx context.Context, id journal.SaleID) error
	// RepeatOTP hands over the same code once more, by a manager's wish, after
	// nobody answered the first time.
	RepeatOTP(ctx context.Context, id journal.SaleID, otp core.Secret, by string) error
	// PrintUnknown puts on paper, for the customer, that nobody knows yet. It waits
	// for the printer; said is true when that confirmed it.
	PrintUnknown(ctx context.Context, id journal.SaleID, by string) (said bool, err error)
}

// Deps is what Unknown is built from.
type Deps struct {
	Till     Till
	Shell    watch.Shell
	Ask      ask.Asker
	Managers ask.Managers
	Customer pay.Customer  // nil where there is no customer's view
	Cashier  func() string // who is at the till
	Prints   func() bool   // there is a printer
	Measure  func()        // called when the screen needs another height by now
}
