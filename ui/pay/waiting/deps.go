// Package waiting is the wait for the bank after the customer confirmed, and the quieter one for a sale
// that was set aside.
//
// Everything here belongs on the UI goroutine. What asks the till runs through
// screen.Env.Go and comes back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package waiting

import (
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
	"sanduq/ui/pay/watch"
)

// Shell is where a wait for the bank leads to.
type Shell interface {
	// Replace opens the amount of a new sale in place of v, which is set aside
	// for a reason; manager is who allowed it, blank where nobody need.
	Replace(v journal.View, reason, manager string)
	// SetAside asks whether and why an open sale is to be set aside.
	SetAside(v journal.View, reason string)
	// Failed reports an error that no view will tell about.
	Failed(err error)
}

// Deps is what Waiting is built from.
type Deps struct {
	Till      watch.Till
	Shell     Shell
	Replacing bool // a new payment may be opened in place of one that is set aside
	Ask       ask.Asker
	Managers  ask.Managers
	Customer  pay.Customer // nil where there is no customer's view
	Measure   func()       // called when the screen needs another height by now
}
