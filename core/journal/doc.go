// Package journal holds the records of a shop: sales, receipts, cash receipts,
// shifts and their Zs, debts, staff, settings and the audit log. It states how a
// record changes and what a set of records adds up to, and it defines Store, the
// place where the records are kept.
//
// Everything here is a value or a pure function of values. There is no goroutine,
// no lock, no file and no clock: the caller passes the time. A function that takes
// a Store or a part of it only reads.
//
// The rules that a reader may rely on:
//
//   - A Sale is paid when its session says success and its receipt has a number,
//     and never otherwise (Sale.Status). A state that nobody knows is unknown; it
//     is never shown as not paid.
//   - Apply takes one event of the payment SDK into a sale. Applying the same event
//     twice gives the same sale, so that an event can be applied again after a
//     commit whose outcome was in doubt.
//   - Sums are integer minor units with checked additions: a sum that overflows is
//     an error, never a wrong figure.
//   - A record on the disk keeps its form. Fields may be added, none is renamed. The
//     disk tag of a field is its place there, and never changes.
//
// The files go from the sale (sale, status, history, apply, watch, outcome) to its
// papers (receipt, cash_receipt, paper), the shop's day (shift, drawer, figures),
// what is owed back (debt, returned), people (staff, rights), the shop's choices
// (settings) and the Store. What a till tells its screens stands in view and day.
//
// core/till changes these records; storage keeps them on the disk; core/receipt,
// core/report, core/office and ui read them.
package journal
