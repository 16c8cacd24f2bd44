// Package reports is the manager's view of how the shop did: the figures of any
// days, held against others, by hour, by day, by route and by cashier, and what
// did not become money. It shows what core/report answers and counts nothing
// itself; each bar leads to the receipts behind it.
//
// The bars are objects of the canvas, drawn here: nothing of it is a picture, so
// that figures stay sharp, mirrored where the language is, and within reach of
// the keyboard. A chart or a table is one thing to focus on: arrows move within
// it, Enter opens what is marked.
//
// Everything here belongs on the UI goroutine.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package reports
