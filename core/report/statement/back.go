package statement

import (
	"strings"

	"sanduq/core/report/statement/record"
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

// refers reports whether a line has a reference, however it is spaced: alone in a field of its own or, where it is a
// name and no number or word by chance, anywhere in it or in the line's text.
func refers(l Line, reference string) bool {
	key := record.Normal(reference)
	if key == "" {
		return false
	}
	for _, id := range l.IDs {
		if id = record.Normal(id); id == key || strong(key) && strings.Contains(id, key) {
			return true
		}
	}
	return strong(key) && strings.Contains(record.Normal(l.Text.Reveal()), key)
}
