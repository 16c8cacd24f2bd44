package journal

import (
	"fmt"
	"slices"
	"strings"
)

// Right is one thing that a person may do at the till.
type Right string

// The rights.
const (
	RightSums     Right = "sums"     // see what was taken: X, Z, reports, totals of lists, exports
	RightOpen     Right = "open"     // open a shift with what is in the drawer, and correct that
	RightCount    Right = "count"    // count the drawer
	RightExpected Right = "expected" // see what should be in the drawer before it is counted
	RightClose    Right = "close"    // end a shift with its Z
	RightCashIn   Right = "cashIn"   // put cash into the drawer
	RightCashOut  Right = "cashOut"  // take cash out of it, or open it without a sale
	RightOwed     Right = "owed"     // say that money that is owed back was returned, or kept
	RightDecide   Right = "decide"   // decide on a payment in doubt, and on an amount far above the usual
	RightSettings Right = "settings" // change what the shop chose
	RightRecover  Right = "recover"  // backups, recovery code, gateway, and records that were put back
	RightUsers    Right = "users"    // change who may sign in, and what each may do
)

// Rights lists every right, in the order in which they are shown.
func Rights() []Right {
	return []Right{RightSums, RightOpen, RightCount, RightExpected, RightClose, RightCashIn, RightCashOut, RightOwed, RightDecide, RightSettings, RightRecover, RightUsers}
}

// RightSet is what a role may do, in the order of Rights, each once.
type RightSet []Right

// Has reports whether a right is in the set.
func (s RightSet) Has(r Right) bool { return slices.Contains(s, r) }

// NewRightSet returns a set of rights that were named in any order. A right that
// this program does not know is an error, and never dropped: a set that a newer
// program wrote must not lose what it forbids or allows.
func NewRightSet(rights ...Right) (RightSet, error) {
	all := Rights()
	for _, r := range rights {
		if !slices.Contains(all, r) {
			return nil, fmt.Errorf("journal: no right %q", string(r))
		}
	}
	return slices.DeleteFunc(all, func(r Right) bool { return !slices.Contains(rights, r) }), nil
}

// UsualRights are the rights of a role before a shop changes them; none for a
// role that is not known. A manager has every right, and no shop can change that:
// somebody has to be able to undo what was set.
func UsualRights(role Role) RightSet {
	switch role {
	case RoleManager:
		return Rights()
	case RoleSupervisor:
		return RightSet{RightSums, RightOpen, RightCount, RightClose, RightCashIn, RightCashOut, RightDecide}
	case RoleCashier:
		return RightSet{RightOpen, RightCount, RightCashIn}
	}
	return nil
}

// Without is what is in a set and not in another.
func (s RightSet) Without(other RightSet) RightSet {
	return slices.DeleteFunc(slices.Clone(s), other.Has)
}

// Unknown is what a newer program put into a set.
func (s RightSet) Unknown() RightSet { return s.Without(Rights()) }

// Signed lists a set with a sign before each.
func (s RightSet) Signed(sign string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteString(sign + string(r))
	}
	return b.String()
}

// Role is what a person may do at the till.
type Role string

// The roles. A shop chooses what a cashier and a supervisor may do; a
// manager may do everything.
const (
	RoleCashier    Role = "cashier"
	RoleSupervisor Role = "supervisor"
	RoleManager    Role = "manager"
)
