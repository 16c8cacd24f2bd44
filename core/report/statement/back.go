package statement

import (
	"strings"
	"unicode"
)

// Returns holds the returns that people recorded, with the bank's reference as the
// transaction, against what went out, and returns the items with a finding for each. The sum
// of a return is below zero. One is found by its reference beside its sum, or where the bank
// took the very payment back; the sum alone says nothing. A movement is one return.
func Returns(items []Item, recorded []Entry) []Item {
	used := map[*Line]bool{}
	for i := range recorded {
		e := &recorded[i]
		at := -1
		for n, item := range items {
			if item.Line == nil || used[item.Line] || item.Line.Amount != e.Amount {
				continue
			}
			if item.Class == Outgoing && refers(*item.Line, e.TransactionID) || item.Class == Returned && item.Entry.Sale == e.Sale {
				at = n
				break
			}
		}
		if at < 0 {
			items = append(items, Item{Class: BackMissing, Sure: true, Entry: e})
			continue
		}
		if used[items[at].Line] = true; items[at].Class == Outgoing {
			items[at] = Item{Class: WentBack, By: ByID, Sure: true, Line: items[at].Line, Entry: e}
		}
	}
	return items
}

// refers reports whether a line has a reference among its names or in its text, however it
// is spaced.
func refers(l Line, reference string) bool {
	plain := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToUpper(r)
			}
			return -1
		}, s)
	}
	want := plain(reference)
	const least = 4 // shorter ones stand in many numbers
	for _, id := range l.IDs {
		if id := plain(id); id == want && want != "" || len(want) >= least && strings.Contains(id, want) {
			return true
		}
	}
	return len(want) >= least && strings.Contains(plain(l.Text.Reveal()), want)
}
