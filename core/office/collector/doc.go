// Package collector is head office's side of the wire that package office
// describes: an HTTP handler that takes what tills send and keeps it in
// PostgreSQL. Any number of collectors may work on one database behind a load
// balancer; none keeps anything that another would need.
//
// # One transaction for many tills
//
// What a till sends is unpacked, checked by itself and hashed in its own
// goroutine. Then it waits in a funnel: whatever batches have come while a
// transaction was under way are taken together by the next, one batch of each till,
// so that one write to the disk serves them all. Within it the tills' cursors are
// locked in the order of their numbers, and each batch is compared with its cursor;
// rows, states, totals and cursors are written; listeners are notified. A till is
// answered when the transaction is durable, with 200, or was refused, in words.
// What a till had done wrong never touches another's batch: where the database
// refuses a transaction, each of its batches is tried again alone.
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
