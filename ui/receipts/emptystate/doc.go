// Package emptystate is the card in place of a list that has nothing to show: what is
// the case, a hint, and one thing to do.
package emptystate
