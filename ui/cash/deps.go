// Package cash is where a person says what a customer handed over in cash, and reads the change. What is
// recorded is that person's word; nothing of it goes to a bank, and nothing here says "paid".
//
// Everything here belongs on the UI goroutine. What asks the till runs through
// screen.Env.Go and comes back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package cash

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
)

// Till is what taking cash asks of the till.
type Till interface {
	// NextID previews the number of the next sale.
	NextID() journal.SaleID
	// DueInCash is what is to be given for an amount.
	DueInCash(amount money.Amount) (journal.CashDue, error)
	// TakeCash records that cash was taken: given, in minor units, is what the
	// customer handed over. It is on disk before it returns. An error with a code
	// means that nothing was recorded.
	TakeCash(ctx context.Context, d journal.Draft, given int64) (journal.View, error)
	// Print puts the slip on paper, again if one came out.
	Print(ctx context.Context, id journal.SaleID, by string) error
	// Acknowledge records that the cashier took note of an end.
	Acknowledge(ctx context.Context, id journal.SaleID) error
}

// Shell is where taking cash leads to.
type Shell interface {
	// ToRoutes leads back to the ways to pay, ToSale to the open sale that cash is
	// taken instead of.
	ToRoutes()
	ToSale(id journal.SaleID)
	// Opened shows the sale that a draft became.
	Opened(v journal.View, from *pay.Draft)
	// NewSale opens an empty sale.
	NewSale()
	// Failed reports an error that no view will tell about.
	Failed(err error)
}

// Deps is what Cash is built from.
type Deps struct {
	Till  Till
	Shell Shell
	Shop  func() journal.Settings
	// Ask asks who allows an amount, or cash in place of a payment.
	Ask    ask.Asker
	Prints func() bool // there is a printer
	// OpenDrawer opens the drawer at the printer and reports whether there is one to
	// open; nil where nothing is printed. It is called off the UI goroutine.
	OpenDrawer func(ctx context.Context) (opened bool, err error)
}
