// Package pay is what the steps of one payment share: the draft before there is a
// payment, the head of a step and its buttons, how a step is asked for once, the reasons
// that a decision records, and what gives way beside large words. A step is a package of
// its own below or beside this one; pay knows none of them, and no till: what it asks, it
// is handed as a function.
//
// Everything here belongs on the UI goroutine. What asks the till runs through
// screen.Env.Go and comes back through Env.Post.
package pay
