package settle

import "sanduq/core/journal"

// Kind is why somebody must settle a sale.
type Kind int

// The kinds, in the order in which they are listed; ToSettleNot is none.
const (
	Not     Kind = iota
	Unknown      // nobody knows whether it was paid
	Late         // it was paid after it was set aside, and nobody has read so
	Owed         // its order was paid twice, or in cash too, and nobody has read so
)

// Why is why somebody must settle a sale.
func Why(v journal.View) Kind {
	switch {
	case v.PaidTwice(), v.LateMoney() && v.AfterCash():
		return Owed
	case v.LateMoney():
		return Late
	case v.Status() == journal.StatusUnknown, v.Session.Conflict != "" && !v.Status().Ended():
		return Unknown
	}
	return Not
}
