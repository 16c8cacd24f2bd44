// Package dialog holds what stands over or beside a screen: the card of a decision, the banner, the practice ribbon. It
// imports the other packages of the toolkit but form and list. Everything in it belongs to the UI goroutine and holds
// no lock.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package dialog
