// Package writing knows what a change writes: the sale with its receipt, its audit
// rows, its entries in the index and its figures, the records of the day, settings.
// A Writer is one transaction, on top of the journal or in the trees themselves; it
// checks the rules of journal.Change before it writes. It begins and ends nothing
// on the disk and holds no lock, but for Moves, which guards its own list.
package writing
