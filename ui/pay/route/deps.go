// Package route is where a way to pay is picked: for a draft, which the pick opens, and for a payment
// that is open already.
//
// Everything here belongs on the UI goroutine. What asks the till runs through
// screen.Env.Go and comes back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package route

import (
	"context"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
)

// Till is what the ways to pay ask of the till.
type Till interface {
	// NextID previews the number of the next sale.
	NextID() journal.SaleID
	// Charge records the intent and returns; what follows arrives as notices.
	// An error means that no payment was opened and nothing was sent.
	Charge(ctx context.Context, d journal.Draft) (journal.View, error)
	// OfferQR asks for the QR of a payment that is open already.
	OfferQR(ctx context.Context, id journal.SaleID) error
	// PickRoute changes an open payment to a form before anything of its route
	// was sent.
	PickRoute(ctx context.Context, id journal.SaleID, route core.Route) error
}

// Shell is where the ways to pay lead to.
type Shell interface {
	// ToAmount leads back to the amount, ToCash to where cash is taken.
	ToAmount()
	ToCash()
	// Opened shows the sale that a draft became.
	Opened(v journal.View, from *pay.Draft)
	// Back shows what an open sale demands.
	Back(id journal.SaleID)
	// SetAside asks whether and why an open sale is to be set aside.
	SetAside(v journal.View, reason string)
	// Failed reports an error that no view will tell about.
	Failed(err error)
}

// Deps is what Route is built from.
type Deps struct {
	Till   Till
	Shell  Shell
	Routes []core.Route // the ways to pay that the till offers
	Shop   func() journal.Settings
	// Ask asks who allows an amount, or a payment in place of another.
	Ask ask.Asker
}
