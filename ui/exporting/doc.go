// Package exporting takes sales and reports along as files: it gathers what a
// filter selects, has core/report/export write it in the background, and is the
// card on which a person chooses format and folder, sees how far it has come,
// and stops it. The command line uses the same parts without the card.
//
// A Runner outlives the window's rebuilding; it and the Card belong on the UI
// goroutine, the rest may be used from any.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package exporting
