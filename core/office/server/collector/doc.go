// Package collector is head office's side of the wire that package office
// describes: an HTTP handler that takes what tills send and keeps it in
// PostgreSQL. Any number of collectors may work on one database behind a load
// balancer; none keeps anything that another would need, but which tills it has heard
// within the last minute.
//
// # One transaction for many tills
//
// What a till sends is unpacked, checked by itself and hashed in its own
// goroutine. Then it waits in a batcher: whatever batches have come while a
// transaction was under way are taken together by the next, one batch of each till,
// so that one write to the disk serves them all. Within it each batch is compared with
// the cursor of its till; cursors, rows, states and totals are written; listeners are
// notified. Where a cursor has changed since it was read, all is done once more, with the
// cursors locked in the order of their numbers. A till is
// answered when the transaction is durable, with 200, or was refused, in words.
// What a till had done wrong never touches another's batch: where the database
// refuses a transaction, each of its batches is tried again alone.
//
// # Where the primary goes
//
// A collector finds whichever of several servers is the primary, and takes none for
// dead that is slow. One that says nothing until a deadline is left, with all
// connections to it; tills are told to come again. What became of a transaction whose
// answer never came, they learn from the cursor: to read it takes a lock, so that even
// this waits for the synchronous replica and never tells of rows that one disk alone
// has. A commit that is answered with a warning counts as not answered: so PostgreSQL
// says that somebody has ended the waiting.
//
// # What the database holds
//
// Receipts and lines of the audit as they came, by till, epoch and number, in
// partitions by month. Canonical bytes can be made of them again, so that Verify
// recounts every chain from its rows, and every total from the sales. Migrations
// are part of the program; schema reading has views that are a promise, and the
// role sanduq_reader sees those alone.
//
// A Collector may be used from any goroutine.
package collector
