// Package till is the cash desk: it turns a cashier's acts into payments and
// keeps, of each sale, the one record that a screen may believe.
//
// Its law is an order of things. Nothing that can open a payment or move money
// leaves the till before what was intended is in the Store; nothing is shown as
// done before its result is there; and a settled sale, its receipt and its audit
// row are one transaction. When a commit is indeterminate nothing more is sent or
// shown until the store has been reopened and read back. What nobody knows is
// called unknown, and is asked for until the gateway says it or the last planned
// question has been answered.
//
// This package is the facade: Open, Close, Subscribe, the acts of a payment (acts.go)
// and the history (history.go), each a line or two. The work is done below it:
//
//	internal/payment   sales: one core.WebSDK for each, restart, watching, orders
//	internal/slips     what is printed, and what is known of the paper
//	internal/refunds   the ledger of what is owed back
//	internal/shift     the shop's day: drawer, cash, X and Z
//	internal/staff     people, rights, settings
//	internal/entering  papers whose numbers a restore left out
//	internal/commit    the only part that writes
//	internal/work      what runs beside the callers, and how it ends
//	internal/sched     the mutex, which a test can schedule
//
// Each imports only those below it; the records themselves are in core/journal. Where
// a lower part needs a higher one it declares a small interface (slips.Sales,
// refunds.Sales) or takes a function, and Open connects them.
//
// Lock order, outermost first; a goroutine takes a lock only while it holds none
// that stands after it:
//
//	a sale's op        one step of the cashier's at a time
//	adopting           a sale comes in hand
//	staff write        one change of people or settings
//	a sale's write     one commit of the sale
//	settling           one settlement
//	committer          one commit, of whatever
//	leasing, pace
//	claims, mu of the till, of staff, of a sale: memory only, never held over the disk
//
// It knows the SDK and sums of money. It knows no database, window, printer,
// catalogue of words or practice bank: a Store is whatever satisfies the
// conformance suite in core/journal/storetest, errors have a code for the catalogue
// and a cause for the log, and which gateway answers is for anyone who opens the Till.
//
// All methods may be called from several goroutines. Those that ask the gateway
// take a context and return when it answered or the context ended; what the
// gateway says later is told through Subscribe.
package till
