// Package list holds the rows of lists. It imports draw, graphic, typeset and input. Everything in it belongs to the UI
// goroutine and holds no lock.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package list
