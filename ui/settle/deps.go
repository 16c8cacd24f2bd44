// Package settle lists what somebody must settle, says of each sale what is known, and offers the one
// next step. Nothing here marks a sale as paid. Why, which the shell asks of every sale, is a
// function of a view.
//
// Everything here belongs on the UI goroutine. What asks the till runs through
// screen.Env.Go and comes back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package settle

import (
	"context"

	"sanduq/core/journal"
	"sanduq/ui/pay/ask"
)

// Till is what the list asks of the till.
type Till interface {
	// Check asks for the status once; it joins a question in flight.
	Check(ctx context.Context, id journal.SaleID) error
	// ReadLateAlert records that someone took note of money that came late.
	ReadLateAlert(ctx context.Context, id journal.SaleID) error
}

// Deps is what Settle is built from.
type Deps struct {
	Till     Till
	Shop     func() journal.Settings
	Managers ask.Managers
	// Happened shows all that happened with a sale's order; nil where nothing can.
	Happened func(journal.Sale)
	// Failed reports an error that no view will tell about.
	Failed func(error)
}

// Shell is what the screen of what must be settled asks of the shell.
type Shell struct {
	Sales   func() []journal.View // what must be settled now
	Settled func() []journal.View // what was settled today, the newest first
	// Owing is what is owed back and still open although somebody has read so: no part of
	// what must be settled. Nil where nobody tells.
	Owing func() []journal.Debt
	At    *journal.SaleID      // the one that is looked at; kept while the screen is away
	Open  func(journal.SaleID) // shows a sale, and comes back
	Leave func()               // to a new sale
	// Owed shows what is owed back for a sale, to whom MayOwed says so.
	MayOwed func() bool
	Owed    func(journal.SaleID)
}
