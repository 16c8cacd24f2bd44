package app

import (
	"sanduq/core/journal"
	"sanduq/core/till"
)

// desk is a till with the acts of its parts as methods of its own: a screen asks for
// the few that it needs by one small interface, whichever part has them.
type desk struct {
	*till.Till
	*till.Staff
	*till.Shifts
	*till.Refunds
	*till.Slips
}

func newDesk(t *till.Till) desk { return desk{t, t.Staff, t.Shifts, t.Refunds, t.Slips} }

// Settings are the till's, which has them of its staff.
func (d desk) Settings() journal.Settings { return d.Staff.Settings() }
