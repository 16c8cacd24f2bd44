// Package storage keeps the till's journal in one bbolt file per environment.
// Store implements journal.Store; its rules are the contract stated there.
//
// # What a reader may rely on
//
// One transaction that returned nil is durable, in the file that the store's
// path leads to: one that was removed, moved or replaced while it was open takes
// no commit. Any other outcome poisons the store, and so does a disk that does
// not answer: nothing is written or read until Reopen has looked at the disk,
// which takes no other file, and none that lacks what was committed.
//
// Every record carries a MAC over its bucket, its key and its content, made
// with a key that never touches the database's folder (unless the shop chose
// so, for practice). A record that was damaged, moved to another key or
// written by someone else is answered with journal.ErrCorrupt. The bearer token
// and the account number are sealed besides, bound to their sale and to the
// version that brought them. A manifest record holds how many records there are
// and a digest over all of them, so that Verify notices one that was dropped
// or put back to an older state. Receipts and audit rows are chained, and so are
// Zs, cash receipts, movements of the drawer and rows of what is owed back.
//
// # What it looks like
//
//	meta      schema number, key check, manifest (under "head")
//	sales     SaleID to sale; SaleIDs sort by time
//	secrets   SaleID to sealed bytes
//	receipts  big-endian number to receipt, chained
//	audit     big-endian number to row, chained
//	settings  one record
//	totals    day, status, route, currency to count and sum
//	open      SaleID of each sale that a restart brings back
//	index     filter, search term or the gateway's name, and first sale, to the sales of a chunk
//	hours     day and hour of UTC to the figures of its four quarters
//	journal   number of a commit to all that it put into the other buckets
//	shifts    big-endian number to shift, with what its commits add up to and its Z
//	zs        big-endian number to Z, chained
//	cash      big-endian number to cash receipt, chained
//	drawer    big-endian number to movement, chained
//	owed      big-endian number to row of a debt, chained
//	debts     big-endian number to debt, with the numbers of its rows
//	owing     debts that are open, and the debts of each sale
//	statements  statements of banks, and what they have of each sale; not there before the first
//
// A commit writes one record of the journal and the manifest, which says what
// records there are: a handful of pages instead of some thirty. What the journal
// holds lies over the other buckets for every reader, and a full journal is
// brought into them by the commit that finds it full. Commits that come at the
// same time share one transaction.
//
// Sales, receipts and audit rows are written by package codec: some hundred
// bytes where JSON takes a thousand. The newest page of any filter is one walk
// of one cursor. What the gateway calls a payment, a transaction or a QR is found in the
// whole journal by one look. Indexes are hints: a record found by one is compared with the
// question before it is given out, and a day's entries with the day's totals.
//
// A report reads figures, never sales: what the sales of a quarter of an hour
// add up to, by route, status, cashier and currency. They are kept in the
// transaction of the sale that moves from one to another, and Verify counts them
// again. Quarters are those of UTC, since what is derived must follow from the
// sales alone: in whatever zone a file is read, it is right.
//
// The figures of the present shift are kept in the transaction of what they count:
// one record more for each settled sale, none where a shop uses no shifts. A Z is
// taken when it is what that record adds up to, and Verify adds the rows up again.
//
// # How to read it
//
// The store is made of packages; each may use those before it, and a test holds the
// files of each to their layers.
//
//	internal/files    where files lie, and what the file system answered
//	internal/pages    the pages of a file, before they are mapped
//	internal/record   buckets under keys, the records in them, the manifest
//	internal/index    which sales stand under which word, and what they add up to
//	internal/reading  the questions of journal.Store
//	internal/writing  what a change writes, and by which rules
//	verify            the whole file against its manifest
//	check             the pages of a file, in a process of its own
//	migrate           an older layout or another key, written into a new file
//	storage           the parts of a Store: warnings, second, checkpoints, sealers, place (where
//	                  it lies), copier (files that nobody has open); then Store: transactions
//	                  (store, replaced, patience, group, commit), then maintenance (open, close,
//	                  scrub, copy, rewriting for compact and rotate, migrate, recovery,
//	                  rollback, restored)
//
// Beside it: fault (why not), keys (what opens it), config (where it lies), codec
// (records as bytes). Above it: backup.
package storage
