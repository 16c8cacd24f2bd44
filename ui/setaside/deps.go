// Package setaside is the one decision of a cashier about an open payment: it cannot be cancelled, it
// can only be put out of sight, for a reason. A screen of an open sale reaches it through the
// shell, and knows nothing of it.
//
// Everything here belongs on the UI goroutine. What asks the till runs through
// screen.Env.Go and comes back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package setaside

import (
	"context"

	"sanduq/core/journal"
	"sanduq/ui/pay/ask"
)

// Till is what setting a sale aside asks of the till.
type Till interface {
	SetAside(ctx context.Context, id journal.SaleID, reason string) error
}

// Shell is where setting a sale aside leads to.
type Shell interface {
	// NewSale opens an empty sale.
	NewSale()
	// ToCashInstead leads to where cash is taken instead of an open sale. Nothing is
	// recorded on the way.
	ToCashInstead(id journal.SaleID)
	// Replace opens the amount of a new sale in place of v, which is set aside
	// for a reason; manager is who allowed it, blank where nobody need.
	Replace(v journal.View, reason, manager string)
	// Leaving is called when an open sale is about to be left, once that is on disk:
	// what is typed from now on is for the screen that comes next. The caller calls
	// what it returns once, with the way to that screen or nil for none; the way is
	// not taken where the person has gone elsewhere meanwhile.
	Leaving(id journal.SaleID) (leave func(next func()))
	// Decide lays a decision over everything; close takes it away.
	Decide(d ask.Decision) (close func())
	// Failed reports an error that no view will tell about.
	Failed(err error)
}

// Deps is what the decision is built from.
type Deps struct {
	Till      Till
	Shell     Shell
	Shop      func() journal.Settings
	Replacing bool // a new payment may be opened in place of one that is set aside
	Ask       ask.Asker
	// Leaving keeps which sales are on their way aside, whichever screen asked for
	// that; never nil.
	Leaving map[journal.SaleID]bool
}
