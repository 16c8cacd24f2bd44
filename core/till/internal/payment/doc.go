// Package payment takes the till's payments: it opens a sale, drives one core.WebSDK
// for each, writes each step down before it is taken and each result before it is
// shown, brings sales back after a restart, and asks about them until an end is known.
//
// Its law is an order of things: what could create or move money is in the store
// before it is sent (run.intent), a settled sale, its receipt and its audit row are one
// commit (run.commitEvent), and after a commit whose outcome is indeterminate nothing
// is sent or shown until the store was reopened and read back (run.ReadBack).
//
// To follow one payment read charge (open, askQR), account (codes), run (what an event
// of the SDK does), update (how a record changes), followup and watch (who asks later),
// restore (what a start finds), ends (what people decide), replace and owing (several
// sales of one order), cash (a sale taken in cash).
//
// It knows the SDK, the journal's records, and the other packages of the till: commit,
// staff, shift, refunds, slips. It knows no window and no database.
//
// Locks, outermost first: Teller.adopting and run.op before run.write, before
// Teller.settling, before the writer's; Teller.leasing before Teller.mu; run.mu,
// Teller.mu, claims.mu and pace.mu guard memory, are held for an instant and never over
// the disk.
package payment
