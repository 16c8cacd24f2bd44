package till

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/staff"
)

// PINCost is what hashing a new PIN costs in the program, in passes and KiB.
var PINCost = [2]uint32{staff.PINTime, staff.PINMemory}

// Tests sign in thousands of times, and what they compare is not the hash.
func init() { staff.PINTime, staff.PINMemory = 1, 64 }

// Acts are what asks for a right, by name: that of a method, and what follows a
// colon is the way to call it.
func Acts() map[string]journal.Right {
	all := map[string]journal.Right{}
	for a, right := range staff.Acts {
		all[string(a)] = right
	}
	return all
}

// Insists are the ways in which a change of a sale may insist on being written.
var Insists = map[string]commit.Insist{"once": commit.Once, "until durable": commit.UntilDurable, "confirmed": commit.Confirmed}

// Bend changes a record as no act of the till does.
func Bend(ctx context.Context, t *Till, id journal.SaleID, how commit.Insist, change func(*journal.Sale)) error {
	r, done, err := t.payments.ForRefunds().Acquire(ctx, id)
	if err != nil {
		return err
	}
	defer done()
	return r.Update(commit.SaleUpdate{Mutate: change, Insist: how, Audit: []journal.AuditRow{{Action: journal.AuditCopy}}})
}
