package reconcile

import (
	"strings"

	"sanduq/core/journal"
	"sanduq/core/report/statement"
)

// Older versions took a line of a day for the first moment of it in the zone of the computer.
// The same file read in another zone had other keys, and another ID. What they kept is found
// by all texts that they may have had for a line.

// dayMark says that no key is one of an older version, which kept the zone of the computer
// with a day; see statement.Former.
const dayMark = "=days..........."

// formers returns a set of the lines of a statement that may have keys of an older version.
func formers(s journal.BankStatement) map[string]bool {
	if strings.Contains(s.Lines, dayMark) {
		return nil
	}
	keys, _, _ := parsed(s.Lines)
	return setOf(keys)
}

func setOf(keys []string) map[string]bool {
	all := make(map[string]bool, len(keys))
	for _, k := range keys {
		all[k] = true
	}
	return all
}

// formerID is the ID of a statement of which an older version kept the very lines, or the own
// one.
func formerID(now journal.BankStatement, texts []string, all []journal.BankStatement) string {
	for _, s := range all {
		if s.Account == now.Account && statement.SameAccount(s, now) && sameFormer(texts, formers(s)) {
			return s.ID
		}
	}
	return now.ID
}

// sameFormer reports whether the lines are those of which an older version kept the keys.
func sameFormer(texts []string, had map[string]bool) bool {
	if len(had) != len(texts) {
		return false
	}
	_, found := former(texts, had)
	return found == len(texts)
}

// former are the keys of an older version that the lines have among some, in their order, and
// how many have one there, of either version.
func former(texts []string, had map[string]bool) (keys []string, found int) {
	keys = make([]string, len(texts))
	seen := map[string]int{}
	for i, text := range texts {
		seen[text]++
		switch {
		case len(had) == 0:
			continue
		case had[short(statement.Key(text, seen[text]))]: // as it is now
			found++
			continue
		}
		for _, f := range statement.Former(text) {
			if key := statement.Key(f, seen[text]); had[short(key)] {
				keys[i] = key
				found++
				break
			}
		}
	}
	return keys, found
}

// zonesOf are the places in statement.Former of the zones in which an older version read a line:
// few, so that all that a line may be called is looked up for those alone.
func zonesOf(texts []string, old map[string]bool) map[int]bool {
	zones := map[int]bool{}
	for _, text := range texts {
		if len(old) == 0 || old[short(statement.Key(text, 1))] {
			continue
		}
		for zone, former := range statement.Former(text) {
			if !zones[zone] && old[short(statement.Key(former, 1))] {
				zones[zone] = true
			}
		}
	}
	return zones
}
