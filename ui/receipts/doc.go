// Package receipts is the manager's side of the till: the list of all sales with its filters and totals, and each
// receipt by itself.
//
// The screens show records and nothing else: whether a sale is paid is what journal.Sale.Status says, and only a sale
// with a receipt on disk has a slip. What is slow (the store, drawing a file) runs through Env.Go and comes back
// through Env.Post with a generation number; an answer to a question that nobody asks any more is dropped there.
//
// Everything here belongs on the UI goroutine.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package receipts
