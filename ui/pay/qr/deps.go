// Package qr is the wait for the customer to scan, and the moment before it while the payment is
// opened. Both stand in one geometry, so that nothing jumps.
//
// Everything here belongs on the UI goroutine. What asks the till runs through
// screen.Env.Go and comes back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package qr

import (
	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/watch"
)

// Shell is where a QR leads to.
type Shell interface {
	// Form lays the form of another way to pay over the QR, which stays payable.
	Form(id journal.SaleID, route core.Route)
	// SetAside asks whether and why an open sale is to be set aside.
	SetAside(v journal.View, reason string)
	// Failed reports an error that no view will tell about.
	Failed(err error)
}

// Deps is what QR is built from.
type Deps struct {
	Till     watch.Till
	Shell    Shell
	Routes   []core.Route // the ways to pay that the till offers
	Customer pay.Customer // nil where there is no customer's view
	Measure  func()       // called when the screen needs another height by now
}
