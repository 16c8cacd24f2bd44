package till

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sanduq/core"
)

// NameFault is what is wrong with the name of a person; blank is nothing.
type NameFault string

// What can be wrong with a name.
const (
	NameBlank NameFault = "blank"
	NameLong  NameFault = "long"  // more than LongestName letters
	NameTaken NameFault = "taken" // somebody else has it, as people read it
)

// LongestName is how many letters the name of a person has at most.
const LongestName = 40

// FaultOfName returns what is wrong with a person's name beside the names of all others.
func FaultOfName(name string, others []string) NameFault {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return NameBlank
	case utf8.RuneCountInString(name) > LongestName:
		return NameLong
	case slices.ContainsFunc(others, func(other string) bool { return sameName(other, name) }):
		return NameTaken
	}
	return ""
}

// PINFits reports whether a PIN has as many digits as one has to, of any script.
func PINFits(pin core.Secret) bool {
	_, ok := pinDigits(pin)
	return ok
}
