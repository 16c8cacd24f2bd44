package preferences

import (
	"encoding/json"
	"slices"
)

// Lengths are how many digits the numbers had that were paid from, at each bank or
// wallet provider: never the numbers. It is text, so that Values can be compared;
// blank for none.
type Lengths string

// Of lists the lengths at one, the shortest first.
func (l Lengths) Of(code string) []int { return l.all()[code] }

// Learn adds a length at one.
func (l *Lengths) Learn(code string, digits int) {
	all := l.all()
	if code == "" || digits <= 0 || slices.Contains(all[code], digits) {
		return
	}
	all[code] = append(all[code], digits)
	slices.Sort(all[code])
	if text, err := json.Marshal(all); err == nil {
		*l = Lengths(text)
	}
}

// Short reports whether a number of so many digits lacks exactly as many as by at an
// institution, as far as is known: numbers there had those more, and none had as few.
func (l Lengths) Short(code string, digits, by int) bool {
	known := l.Of(code)
	return by > 0 && slices.Contains(known, digits+by) && !slices.Contains(known, digits)
}

// all is empty where nothing is kept, or nothing that makes sense.
func (l Lengths) all() map[string][]int {
	all := map[string][]int{}
	if json.Unmarshal([]byte(l), &all) != nil || all == nil {
		return map[string][]int{}
	}
	return all
}
