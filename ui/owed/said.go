package owed

import "sanduq/core/journal"

// said is what became of an entry, as it stands below the one that is read. The zero
// value is nothing.
type said struct {
	of     journal.Debt
	text   string
	failed bool
}
