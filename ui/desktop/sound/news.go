package sound

import (
	"sanduq/core/journal"
)

// For returns the sound that a notice calls for. Only news that the gateway's
// answer brought, and that is on disk, makes a sound: a key press does not, and
// neither does what a customer's telephone shows. before is the view that was
// known until then, with known false when there was none; onScreen reports
// whether the cashier looks at this sale, for the others there is but a tick.
func For(before journal.View, known bool, n journal.Notice, onScreen, practice bool) Sound {
	if n.Kind != journal.NoticeSale || n.Payment == nil || !known {
		return Silence
	}
	s := ofChange(before, n.View, practice)
	if s != Silence && !onScreen {
		return Tick
	}
	return s
}

func ofChange(before, after journal.View, practice bool) Sound {
	puzzling := func(v journal.View) bool {
		return v.LateMoney() || v.PaidTwice() || v.Session.Conflict != "" || v.Status() == journal.StatusUnknown
	}
	switch {
	case puzzling(after) && !puzzling(before), after.PaidTwice() && !before.PaidTwice(), after.LateMoney() && !before.LateMoney():
		return Attention
	case before.Status() == after.Status():
		return Silence
	}
	switch after.Status() {
	case journal.StatusPaid:
		if practice {
			return Practised
		}
		return Paid
	case journal.StatusFailed, journal.StatusExpired:
		return Failed
	}
	return Silence
}
