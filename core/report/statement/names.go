package statement

import (
	"slices"
	"strings"
	"unicode"

	"sanduq/core/report/statement/record"
)

// names finds the payments that lines name.
type names struct {
	entries []Entry
	whole   map[string][]int // by the transaction or the order, as record.Normal writes it
	sorted  []string         // the same, in order
	ends    []string         // the same, back to front, in order
}

func namesOf(entries []Entry) *names {
	n := &names{entries: entries, whole: make(map[string][]int, 2*len(entries))}
	for i, e := range entries {
		for _, id := range []string{e.TransactionID, e.OrderID} {
			if key := record.Normal(id); key != "" && !slices.Contains(n.whole[key], i) {
				n.whole[key] = append(n.whole[key], i)
			}
		}
	}
	for key := range n.whole {
		n.sorted = append(n.sorted, key)
		n.ends = append(n.ends, backwards(key))
	}
	slices.Sort(n.sorted)
	slices.Sort(n.ends)
	return n
}

func backwards(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}

// How long a name must be: alone in a field of its own, where the sum speaks for
// it too; among other words; and as a part of a longer one.
const (
	shortName  = 8
	inWords    = 8
	digitsOnly = 10 // a date, a card and a telephone are digits, too
	partOfName = 10
)

// find returns the payment that a line names: by what the bank calls it, by a word
// of that or of its text, or by a part of a name, at the very sum.
func (n *names) find(l *Line) (entry int, by By) {
	for _, id := range l.IDs {
		key := record.Normal(id)
		if e, ok := n.pick(key, l); ok && (len(key) >= shortName || n.entries[e].Amount == l.Amount) {
			return e, ByID
		}
	}
	for _, id := range l.IDs { // "PAY/8F2K-71QD-0446"
		if e, ok := n.among(id, l); ok {
			return e, ByID
		}
	}
	if e, ok := n.among(l.Text.Reveal(), l); ok {
		return e, ByID
	}
	for _, id := range l.IDs {
		if e, ok := n.part(record.Normal(id)); ok && n.entries[e].Amount == l.Amount {
			return e, ByPart
		}
	}
	return 0, ByNothing
}

// pick is the payment of a name; of several the one of the line's sum.
func (n *names) pick(key string, l *Line) (int, bool) {
	all := n.whole[key]
	if key == "" || len(all) == 0 {
		return 0, false
	}
	for _, e := range all {
		if n.entries[e].Amount == l.Amount {
			return e, true
		}
	}
	return all[0], true
}

func (n *names) among(text string, l *Line) (int, bool) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' && r != '.'
	}) {
		if key := record.Normal(word); strong(key) {
			if e, ok := n.pick(key, l); ok {
				return e, true
			}
		}
	}
	return 0, false
}

// strong reports whether a word is a name and no number or word by chance.
func strong(key string) bool {
	digits := strings.IndexFunc(key, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
	letters := strings.IndexFunc(key, unicode.IsDigit) < 0
	return len(key) >= inWords && !digits && !letters || len(key) >= digitsOnly && digits || len(key) >= 2*inWords && letters
}

// part is the only payment whose name begins or ends with what the bank had room
// for.
func (n *names) part(key string) (entry int, ok bool) {
	if len(key) < partOfName {
		return 0, false
	}
	found := map[int]bool{}
	for _, side := range []struct {
		sorted []string
		key    string
		back   bool
	}{{n.sorted, key, false}, {n.ends, backwards(key), true}} {
		at, _ := slices.BinarySearch(side.sorted, side.key)
		for ; at < len(side.sorted) && strings.HasPrefix(side.sorted[at], side.key) && len(found) < 2; at++ {
			name := side.sorted[at]
			if side.back {
				name = backwards(name)
			}
			for _, e := range n.whole[name] {
				found[e] = true
				entry = e
			}
		}
	}
	return entry, len(found) == 1
}
