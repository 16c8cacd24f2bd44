// Package office is what a till and its head office say to each other: which
// records leave a till, how they are proved, and what the office answers. It is
// the contract alone: package agent is the till's side of it, package collector
// the office's, which keeps it all in PostgreSQL.
//
// A till is whole without an office, and no slower with one. What it sends, it
// sends beside its work, from records that are durable already.
//
// # What leaves a till
//
// Rows of chains: receipts, lines of the audit, Zs, records of cash and lines of
// what is owed back. Each chain is numbered from one without gaps, and a row never changes. The highest number that the
// office has is the cursor; there is no queue that could be lost, at either end. Numbers that a till left out on
// purpose, after its journal was put back, are rows too, which say so (Receipt.LeftOut). Whatever else a till comes to
// number in such a way gets a chain of its own; Chain says what that takes.
//
// States of sales. A sale is one record whose newest state replaces the one
// before. Nothing numbers its changes, so four rules together bring every one
// of them to the office: the till sends sales that are newer than the office's
// newest; those that the office believes to be open; those that a line of the
// audit names, with the sales linked to them, in the batch of that line; and
// all of a day whose digest (see DayDigest) differs from the office's, within
// the newest MaxDays.
//
// What does not leave: the history of how a sale came to its end, QR codes,
// references of one-time codes, names of customers, settings, people and PINs.
// Tokens, keys and whole account numbers cannot: no type here can hold a
// journal.Secrets or a core.Secret, and an account is Masked, which nothing but a
// mask fits into.
//
// # Proof
//
// The till's store chains its rows by a key that never leaves the till, so its
// links mean nothing elsewhere. The office's chain is one of its own: the link of
// a row is a SHA-256 over the link before it and the row's canonical bytes. The
// office keeps the newest link of each chain. With every batch a till states the
// link at the office's cursor, computed from the till's own rows; the office
// never gives that one away. Equal links prove that both have the same rows from
// the first on, or from the mark on, an older link that the office tells so that
// a till need not walk years at every start.
//
// Canonical bytes are a frozen form of their own and not the JSON of the wire,
// which may be spelt in other ways by another program or a later one. Moments
// count in microseconds, as PostgreSQL keeps them, so that the office can make the
// same bytes again from its tables.
//
// States of sales change, so no chain can prove them. A till signs a Seal for each of its
// days: number, sums, and the root of a hash tree over the last states. The office asks
// for it once both have the same of a day, and again when the day has changed since.
//
// # Epochs
//
// A till whose rows are not those that the office has went back: its journal
// was restored from a copy, or replaced, or somebody changed it. The office then
// begins an epoch: it raises an alarm, keeps what it has, and takes the till's
// history again, beside the old one. Both stay visible. An order that is in both
// counts once; one that was paid in either is paid.
//
// # Wire
//
// HTTPS, JSON; rows as one JSON value a line, packed by gzip or, where they fit into
// one segment, as they are. Version is in every
// message, and an office refuses one that is newer than its own: offices are
// updated before tills. A till learns the office's version from its cursor, and sends
// to an older office what that one knows. What it has sent so it does not send again:
// the office notes after which row a version began (Known.Since), and both take rows as
// they were sent when they prove the chain.
//
//	POST /v1/enrol   Enrol    -> Enrolled    a one-time code for a key of the till's own
//	GET  /v1/cursor           -> Cursor      what the office has; begins every conversation
//	POST /v1/rows    a Batch  -> Cursor      rows after the cursor that the till was told
//	POST /v1/days    Days     -> DaysAnswer  digests of days; which of them to send again, and which to seal
//	POST /v1/seals   Seals    -> SealsAnswer days that the till has signed
//
// A batch names the cursor that it was made for. Any other is refused as stale
// and changes nothing, so that a batch that arrives twice, or late, is harmless:
// the answer tells the cursor to go on from. An answer of 200 means that the rows
// are durable at the office. Everything else is a Refusal.
//
// All types here are values; functions may be called from any goroutine.
package office
