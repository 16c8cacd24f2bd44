// Package code is the pad for the customer's one-time code. The code lives in this screen alone: it is
// cleared when it is sent and when the screen is left.
//
// Everything here belongs on the UI goroutine. What asks the till runs through
// screen.Env.Go and comes back through Env.Post.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package code

import (
	"context"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
)

// Till is what the pad for a code asks of the till.
type Till interface {
	// SubmitOTP hands the customer's code over; what comes of it arrives as
	// notices. again is for a repetition.
	SubmitOTP(ctx context.Context, id journal.SaleID, otp core.Secret, again bool) error
	// SendCodeAgain asks for another code for the same account. What comes of it
	// arrives as notices.
	SendCodeAgain(ctx context.Context, id journal.SaleID) error
}

// Shell is where the pad for a code leads to.
type Shell interface {
	// Form lays the form of the account over the pad.
	Form(id journal.SaleID, route core.Route)
	// SetAside asks whether and why an open sale is to be set aside.
	SetAside(v journal.View, reason string)
	// Failed reports an error that no view will tell about.
	Failed(err error)
}

// Customer is the customer's view as the pad knows it.
type Customer interface {
	pay.Customer
	// Typed tells how many digits of a sale's code were typed, and no more.
	Typed(id journal.SaleID, digits int)
}

// Deps is what Code is built from.
type Deps struct {
	Till     Till
	Shell    Shell
	Customer Customer // nil where there is no customer's view
	// Sent is called with a sale of which a code was sent.
	Sent func(journal.View)
	// OnPhone reports whether the practice phone shows a code of an order.
	OnPhone func(orderID string) bool
}
