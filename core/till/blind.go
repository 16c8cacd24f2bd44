package till

import "sanduq/core/journal"

// seesExpected reports whether who is at the till may see what should be in the drawer
// before it is counted: the shop shows it to everyone, or they have the right. Where
// nobody signs in there is nobody who has it: whoever stands there counts.
func (t *Till) seesExpected() bool {
	if _, signs := t.staff.cashier(); !signs {
		return t.Settings().ShowExpected
	}
	return t.Settings().ShowExpected || t.May(journal.RightExpected)
}
