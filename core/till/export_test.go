package till

import "sanduq/core/journal"

// PINCost is what hashing a new PIN costs in the program, in passes and KiB.
var PINCost = [2]uint32{pinTime, pinMemory}

// Tests sign in thousands of times, and what they hold against each other is not
// the hash.
func init() { pinTime, pinMemory = 1, 64 }

// Acts are what asks for a right, by name: that of a method of Till's, and what
// follows a colon is the way to call it.
func Acts() map[string]journal.Right {
	all := map[string]journal.Right{}
	for a, right := range acts {
		all[string(a)] = right
	}
	return all
}
