// Package commit is the only part of the till that writes. Writer puts one change
// after the other into the store, gives out their numbers, and stops everything
// after a commit whose outcome is indeterminate, until the store was reopened and
// read back. Record is one sale in hand: its newest committed version, and the one
// function that writes a new one, Record.Update.
//
// It knows the store and the records. It knows no gateway, no person's rights and
// no printer.
//
// Locks: Record.write ("write" of a sale) is held over a commit of that sale and is
// taken before Writer.mu ("committer"), which is held over each commit. Record.mu
// ("mu" of a sale) guards what a screen reads, is held for an instant and is taken
// last.
package commit
