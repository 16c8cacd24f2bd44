package statement

import (
	"slices"
	"unicode"

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
		} else {
			items[at].Recorded = true
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
		if record.Normal(id) == key || strong(key) && stands(id, key) {
			return true
		}
	}
	return strong(key) && stands(l.Text.Reveal(), key)
}

// stands reports whether a key stands in a text, however that is spaced, and is no part of a longer number.
func stands(text, key string) bool {
	var all []rune    // as Normal has them
	var joined []bool // to the one before
	gap := true
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			all, joined = append(all, record.Fold(r)), append(joined, !gap)
			gap = false
		} else {
			gap = true
		}
	}
	cuts := func(at int) bool {
		return at > 0 && at < len(all) && joined[at] && unicode.IsDigit(all[at-1]) && unicode.IsDigit(all[at])
	}
	want := []rune(key)
	for at := 0; at+len(want) <= len(all); at++ {
		if slices.Equal(all[at:at+len(want)], want) && !cuts(at) && !cuts(at+len(want)) {
			return true
		}
	}
	return false
}
