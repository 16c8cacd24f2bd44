package journal

import (
	"sanduq/core"
	"sanduq/core/money"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// User is a person who signs in at the till. While there is none, the till is
// open to everyone.
type User struct {
	ID     string    `json:"id"` // never given out again
	Name   string    `json:"name"`
	Role   Role      `json:"role"`
	Digits int       `json:"digits"`         // of the PIN, so that the pad can show its places
	Until  time.Time `json:"until,omitzero"` // no PIN is looked at before: too many were wrong
	UserPreferences
}

// SameName reports whether people would take two names for one.
func SameName(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }

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
	case slices.ContainsFunc(others, func(other string) bool { return SameName(other, name) }):
		return NameTaken
	}
	return ""
}

// PINFits reports whether a PIN has as many digits as one has to, of any script.
func PINFits(pin core.Secret) bool {
	_, ok := PINDigits(pin)
	return ok
}

// The length of a PIN.
const (
	ShortestPIN = 4
	LongestPIN  = 8
)

// PINDigits is a PIN in Latin digits, whatever script it was typed in; false
// when it is none.
func PINDigits(pin core.Secret) (string, bool) {
	var out []byte
	for _, r := range pin.Reveal() {
		digit, ok := money.Digit(r)
		if !ok {
			return "", false
		}
		out = append(out, byte(digit))
	}
	return string(out), len(out) >= ShortestPIN && len(out) <= LongestPIN
}

// UserPreferences is what a person wants of the window while they are signed in.
// The zero value wants what the shop has. It says nothing about money, and
// nothing of it reaches what customers see.
type UserPreferences struct {
	Language    string `json:"language,omitempty"`    // code of a language of the program; blank is the shop's
	TextPercent int    `json:"textPercent,omitempty"` // size of text, 100 to 200; 0 is the shop's
}

// Bounded is what of it makes sense. Which languages there are the window knows:
// one that it does not speak is as good as blank.
func (p UserPreferences) Bounded() UserPreferences {
	if len(p.Language) > 16 {
		p.Language = ""
	}
	if p.TextPercent != 0 {
		p.TextPercent = min(max(p.TextPercent, 100), 200)
	}
	return p
}
