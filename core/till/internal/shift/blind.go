package shift

import "sanduq/core/journal"

// seesExpected reports whether who is at the till may see what should be in the drawer
// before it is counted: the shop shows it to everyone, or they have the right. Where
// nobody signs in there is nobody who has it: anyone who stands there counts.
func (d *Desk) seesExpected() bool {
	if _, signs := d.cfg.Staff.Cashier(); !signs {
		return d.cfg.Staff.Settings().ShowExpected
	}
	return d.cfg.Staff.Settings().ShowExpected || d.cfg.Staff.May(journal.RightExpected)
}
