// Package sale is where an amount is typed, and where one above the usual is read again
// before anything is opened. It records nothing and sends nothing: what is typed stands in a
// pay.Draft, and leads on to the ways to pay.
//
// Everything here belongs on the UI goroutine.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package sale

import (
	"sanduq/core/journal"
	"sanduq/ui/pay/ask"
	"sanduq/ui/usual"
)

// Till is what the amount asks of the till.
type Till interface {
	// NextID previews the number of the next sale.
	NextID() journal.SaleID
}

// Shell is where the amount leads to.
type Shell interface {
	// ToRoutes leads to the ways to pay, and ToAmount back from the guard.
	ToRoutes()
	ToAmount()
	// ToGuard leads from an amount above the usual to where it is read again.
	ToGuard()
	// ToDay leads to where a shift is opened.
	ToDay()
}

// Deps is what Sale and Guard are built from.
type Deps struct {
	Till  Till
	Shell Shell
	Shop  func() journal.Settings
	// NoShift reports whether no sale can begin because nobody has opened a shift; nil
	// where none can be opened.
	NoShift func() bool
	// Usual is what the shop usually charges; nil knows nothing.
	Usual *usual.Amounts
	// Ask asks who allows an amount far above the usual.
	Ask ask.Asker
}
