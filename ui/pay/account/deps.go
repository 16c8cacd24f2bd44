// Package account is the form of a bank account or a wallet: whose number it is, and the number. Nothing
// is sent before a code is asked for. What is typed lives in Forms, which is never written down.
//
// Everything here belongs on the UI goroutine. What asks the till runs through
// screen.Env.Go and comes back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package account

import (
	"context"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
)

// Till is what the form of an account asks of the till.
type Till interface {
	// Institutions waits for the list of a route's banks or wallet providers.
	// Errors: journal.CodeNoAnswer, journal.CodeDenied.
	Institutions(ctx context.Context, id journal.SaleID, route core.Route) ([]core.Institution, error)
	// Validate names an account and asks for a code. What comes of it arrives as
	// notices.
	Validate(ctx context.Context, id journal.SaleID, e journal.AccountEntry) error
}

// Shell is where the form of an account leads to.
type Shell interface {
	// Choose shows the ways to pay of a payment that is open, Back what the sale
	// demands.
	Choose(id journal.SaleID)
	Back(id journal.SaleID)
	// SetAside asks whether and why an open sale is to be set aside.
	SetAside(v journal.View, reason string)
	// Decide lays a decision over everything; close takes it away.
	Decide(d ask.Decision) (close func())
	// Failed reports an error that no view will tell about.
	Failed(err error)
}

// Deps is what Account is built from.
type Deps struct {
	Till  Till
	Shell Shell
	Forms *Forms // keeps what is typed
	// Numbers offers practice numbers for a route; asked in practice alone.
	Numbers  func(core.Route) []PracticeNumber
	Customer pay.Customer // nil where there is no customer's view
}
