// Package result is every end of a sale: paid, practice, not paid, expired, not opened, resolved, cash.
// "Paid" is shown for a sale whose status is paid, and for no other.
//
// Everything here belongs on the UI goroutine. What asks the till runs through
// screen.Env.Go and comes back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package result

import (
	"context"
	"image"

	"sanduq/core/journal"
)

// Till is what an end asks of the till.
type Till interface {
	// Print puts a paid sale's slip on paper: the original if certainly none came
	// out, else a copy. It waits for the printer; what came of it is in the view.
	Print(ctx context.Context, id journal.SaleID, by string) error
	// Acknowledge records that the cashier took note of an end.
	Acknowledge(ctx context.Context, id journal.SaleID) error
}

// Shell is where an end leads to.
type Shell interface {
	// NewSale opens an empty sale, Begin the same with what is typed already, Retry the ways to pay for the same amount in
	// place of v.
	NewSale()
	Begin(typed []rune)
	Retry(v journal.View)
	// Failed reports an error that no view will tell about.
	Failed(err error)
}

// Deps is what End is built from.
type Deps struct {
	Till    Till
	Shell   Shell
	Cashier func() string // who is at the till
	Prints  func() bool   // there is a printer
	// Slip is what the practice printer printed of a sale, nil where it printed
	// nothing of it since the start; the func is nil outside practice.
	Slip func(journal.SaleID) image.Image
	// Save keeps the receipt with a number as a file and returns where it is, short
	// enough to be shown; nil where nothing is saved. It is called off the UI
	// goroutine.
	Save func(ctx context.Context, seq uint64) (place string, err error)
	// Happened shows all that happened with a sale's order; nil where nothing can.
	Happened func(journal.Sale)
	// Takes reports whether a customer sees the receipt of a sale, to take it along.
	Takes func(journal.SaleID) bool
	// Ended is called with the sale whose end is shown.
	Ended func(journal.View)
}
