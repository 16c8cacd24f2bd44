// Package commit writes what the till writes. Writer puts one change after the
// other into the store, gives out their numbers, and stops everything after a
// commit whose outcome is indeterminate, until the store was reopened and read
// back. SaleUpdate is one change of one sale's record; core/till/internal/payment,
// which has the sales in hand, makes a commit of it. A change that breaks an invariant
// (package invariants) is not written, and the till takes no payment any more.
//
// It knows the store and the records. It knows no gateway, no person's rights and
// no printer.
//
// Locks: "write" of a sale, in core/till/internal/payment, is held over a commit of
// that sale and is taken before Writer.mu ("committer"), which is held over each
// commit. "mu" of a sale guards what a screen reads, is held for an instant and is
// taken last.
package commit
