// Package permission is what screens ask about who is at the till: whose name a record
// carries, and whether they may do something or a manager delegates the right to them.
//
// Everything but Person.By and Person.May, which may be called from any goroutine,
// belongs on the UI goroutine.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package permission

import (
	"sanduq/core/journal"
	"sanduq/ui/screen"
)

// Person is who is at the till.
type Person interface {
	// By is their name; blank when nobody is named.
	By() string
	// May reports whether what asks for a right can be done at once. It is quick.
	May(right journal.Right) bool
	// Signs reports whether people sign in: a manager can delegate a right then.
	Signs() bool
	// Delegate asks a manager on the spot for a right, for one act, and then goes on.
	Delegate(right journal.Right, then func())
}

// Ask goes on when a person has a right, or once a manager delegates it. Where nobody
// can, refused gets the sentence that says so.
func Ask(env screen.Env, p Person, right journal.Right, then func(), refused func(why string)) {
	switch {
	case p.May(right):
		then()
	case p.Signs():
		p.Delegate(right, then)
	default:
		refused(env.Words.T("error.manager"))
	}
}
