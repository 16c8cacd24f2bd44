package till

import (
	"sanduq/core/journal"
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
