package app

import (
	"sanduq/core/journal"
	"sanduq/core/till"
	"sanduq/ui/cashier"
	"sanduq/ui/shell/feed"
)

// desk is a till with the acts of its parts as methods of its own: a screen asks for
// the few that it needs by one small interface, whichever part has them.
type desk struct {
	*till.Till
	*till.Staff
	*till.Shifts
	*till.Refunds
	*till.Slips
	*till.Statements
}

func newDesk(t *till.Till) desk { return desk{t, t.Staff, t.Shifts, t.Refunds, t.Slips, t.Statements} }

// Settings are the till's, which has them of its staff.
func (d desk) Settings() journal.Settings { return d.Staff.Settings() }

// Today is the day that is booked on, which is not the clock's where that was put back
// behind the books. It never waits for the disk.
func (d desk) Today() journal.Day { return d.NextID().Day() }

// Subscribe begins a subscription for the window.
func (d desk) Subscribe() feed.Notices { return d.Till.Subscribe() }

// steps is the till as the steps of a sale ask it, each its part.
func (d desk) steps() cashier.Till {
	return cashier.Till{Amount: d, Routes: d, Wait: d, Account: d, Code: d, Unknown: d, Result: d, Late: d, Cash: d, SetAside: d, Managers: d, Settle: d}
}
