package statement

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/statement/record"
	"sanduq/core/report/statement/table"
)

// Keys returns what tells the lines of a file apart, in their order: a digest of what
// the bank wrote, the same in each file that has the line. Of lines that say the same
// in all, the first, the second and so on have keys of their own.
func Keys(lines []Line) []string {
	keys, seen := Texts(lines), map[string]int{}
	for i, text := range keys {
		seen[text]++
		keys[i] = Key(text, seen[text])
	}
	return keys
}

// Key is the key of the line that says a text of Texts for the nth time, from 1.
func Key(text string, n int) string { return digest(fmt.Sprint(text, "\x00", n)) }

// stamp is how a moment stands in a text.
const stamp = "2006-01-02 15:04:05"

// Texts returns all that the bank wrote of each line, in their order: equal for lines that
// say the same, in whatever zone a day alone was read. It may hold account numbers.
func Texts(lines []Line) []string {
	texts := make([]string, len(lines))
	for i := range lines {
		l := &lines[i]
		at := l.At.UTC().Format(stamp)
		if l.Dated { // where a day begins at one o'clock, its first moment may stand on the day before
			at = l.At.Add(12*time.Hour).Format(time.DateOnly) + " 00:00:00"
		}
		ids := make([]string, len(l.IDs))
		for j, id := range l.IDs {
			ids[j] = record.Written(id)
		}
		texts[i] = strings.Join([]string{at, fmt.Sprint(l.Dated, l.Reversal, l.Amount.Minor), l.Amount.Currency, strings.Join(ids, "\x01"), strings.Join(strings.Fields(l.Text.Reveal()), " ")}, "\x00")
	}
	return texts
}

// offsets are those of all zones, in quarters of an hour, from the west to the east, but
// those with which the first moments of two days would be one.
var offsets = []int{-40, -38, -36, -32, -28, -24, -20, -16, -14, -12, -10, -8, -4, 4, 8, 12, 14, 16, 18, 20, 22, 23, 24, 26, 28, 32, 35, 36, 38, 40, 42, 44, 48, 51, 52}

// Former are the texts that older versions had for a line of a day, which they took for the
// first moment of it in the zone of the computer; none for a line that has a time.
func Former(text string) (all []string) {
	at, rest, _ := strings.Cut(text, "\x00")
	day, err := time.Parse(stamp, at)
	if err != nil || !strings.HasPrefix(rest, fmt.Sprint(true)) {
		return nil
	}
	for _, quarters := range offsets {
		all = append(all, day.Add(-time.Duration(quarters)*15*time.Minute).Format(stamp)+"\x00"+rest)
	}
	return all
}

// ID names what a file says, whatever the file is called: the same lines of the same
// account are the same statement. chosen is the account of a table that has several; of
// other formats the lines of an account are those of a file of it alone, and Number tells.
func (f *File) ID(lines []Line, chosen string) (id, account string) {
	heads, number := f.digests()
	if chosen != "" && f.table != nil {
		number = digest(table.AccountKey(chosen))
	}
	keys := Keys(lines)
	slices.Sort(keys)
	return digest(heads + number + strings.Join(keys, "")), digest(heads + number)
}

// byKept gives the lines that were read before the payments that they were found to be.
func (m *matcher) byKept() {
	if len(m.o.Known) == 0 {
		return
	}
	at := make(map[journal.SaleID]int, len(m.entries))
	for i := range m.entries {
		at[m.entries[i].Sale] = i
	}
	keys := m.o.Keys
	if len(keys) != len(m.lines) {
		keys = Keys(m.lines)
	}
	for l, key := range keys {
		var group []int
		for _, sale := range m.o.Known[key] {
			if e, there := at[sale]; there && !m.entryDone[e] {
				group = append(group, e)
			}
		}
		if m.kept == nil {
			m.kept = map[int]bool{}
		}
		switch {
		case len(group) == 0 || len(group) != len(m.o.Known[key]):
		case len(group) > 1:
			sum := money.Amount{Currency: m.lines[l].Amount.Currency}
			for _, e := range group {
				sum.Minor += m.entries[e].Amount.Minor
			}
			m.group(l, group, ByKept, sum.Minor-m.lines[l].Amount.Minor)
		case m.lines[l].Amount == m.entries[group[0]].Amount:
			m.add(Matched, ByKept, true, l, group[0])
			m.kept[group[0]] = true
		default:
			m.add(OtherAmount, ByKept, true, l, group[0])
			m.kept[group[0]] = true
		}
	}
}

// Edges are the balances before and after all lines, and whether the lines stand from old
// to new, which one line does. ok is false where the lines do not state them, or their
// balances are a chain in neither order, or in both.
func Edges(lines []Line) (opening, closing money.Amount, oldFirst, ok bool) {
	if len(lines) == 0 {
		return opening, closing, false, false
	}
	oldFirst, newFirst := true, len(lines) > 1
	for i, l := range lines {
		if l.Balance.Currency == "" || l.Balance.Currency != l.Amount.Currency || l.Balance.Currency != lines[0].Balance.Currency {
			return opening, closing, false, false
		}
		if i > 0 {
			oldFirst = oldFirst && l.Balance.Minor == lines[i-1].Balance.Minor+l.Amount.Minor
			newFirst = newFirst && lines[i-1].Balance.Minor == l.Balance.Minor+lines[i-1].Amount.Minor
		}
	}
	first, last := lines[0], lines[len(lines)-1]
	if !oldFirst {
		first, last = last, first
	}
	opening, closing = first.Balance, last.Balance
	opening.Minor -= first.Amount.Minor
	return opening, closing, oldFirst, oldFirst != newFirst
}
