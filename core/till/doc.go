// Package till is the cash desk: it turns a cashier's acts into payments and
// keeps, of each sale, the one record that a screen may believe.
//
// Its law is an order of things. Nothing that can open a payment or move money
// leaves the till before what was intended is in the Store; nothing is shown as
// done before its result is there; and a settled sale, its receipt and its audit
// row are one transaction. When a commit is doubtful nothing more is sent or
// shown until the store has been reopened and read back. What nobody knows is
// called unknown, and is asked for until the gateway says it or the last planned
// question has been answered.
//
// A Till drives one core.WebSDK for each open sale. The records that it changes,
// and their arithmetic, are in core/journal. The files here go from the acts of
// people (charge, account, replace, ends, staff) and the answers of the gateway
// (run, followup, watch) to what writes (committer, lease) and what happens at a
// start (restore, reconcile, freeze).
//
// It knows the SDK and sums of money. It knows no database, window, printer,
// catalogue of words or practice bank: a Store is whatever satisfies the
// conformance suite in core/journal/storetest, errors have a code for the catalogue and a
// cause for the log, and which gateway answers is for whoever opens the Till.
//
// All methods may be called from several goroutines. Those that ask the gateway
// take a context and return when it answered or the context ended; what the
// gateway says later is told through Subscribe.
package till
