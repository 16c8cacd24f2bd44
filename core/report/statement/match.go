package statement

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// Class is what came of holding a line or an entry against the other side.
type Class string

// The classes.
const (
	Matched     Class = "matched"     // both have it, at the same sum
	OtherAmount Class = "otherAmount" // both have it by its name, at another sum or currency
	OnlyBank    Class = "onlyBank"    // money came that the till does not know
	OnlyTill    Class = "onlyTill"    // the till has a payment that the statement does not
	Twice       Class = "twice"       // the bank has a payment of the till's once more
	Returned    Class = "returned"    // the bank took a payment of the till's back, all of it
	Outgoing    Class = "outgoing"    // money that went and is no payment of the till's: a fee of one, a rent
)

// Classes lists all classes, in the order in which they are shown.
func Classes() []Class {
	return []Class{OtherAmount, OnlyBank, OnlyTill, Twice, Returned, Matched, Outgoing}
}

// By is how a line and an entry were found to be one.
type By string

// The ways.
const (
	ByNothing By = ""
	ByID      By = "id"   // the bank wrote the transaction's name
	ByTime    By = "time" // same sum, and near enough in time
)

// Item is one finding. Line or Entry is nil where that side has nothing.
type Item struct {
	Class Class
	By    By
	// Sure is false for a match by time to which there was an alternative: as
	// many payments are there, but which is which nobody can tell.
	Sure  bool
	Line  *Line
	Entry *Entry
}

// Options are how far apart what is matched by time may be.
type Options struct {
	Zone   *time.Location
	Window time.Duration // to both sides, where the statement has times; 0 means ten minutes
	Days   int           // that the bank may book later, where it has days only; 0 means three
}

// Match holds the lines of a statement against the payments of the till, which
// should be those of the same days. It is a pure function: every line is in
// exactly one item, and every entry in exactly one that is not Twice or
// Returned. Items are in order of time.
func Match(lines []Line, entries []Entry, o Options) []Item {
	if o.Window <= 0 {
		o.Window = 10 * time.Minute
	}
	if o.Days <= 0 {
		o.Days = 3
	}
	m := &matcher{lines: lines, entries: entries, o: o, lineDone: make([]bool, len(lines)), entryDone: make([]bool, len(entries))}
	m.byID()
	m.byTime()
	m.rest()
	slices.SortStableFunc(m.items, func(a, b Item) int { return a.at().Compare(b.at()) })
	return m.items
}

// at is when an item was, by the till's clock where it has one.
func (i Item) at() time.Time {
	if i.Entry != nil {
		return i.Entry.At
	}
	return i.Line.At
}

type matcher struct {
	lines               []Line
	entries             []Entry
	o                   Options
	lineDone, entryDone []bool
	items               []Item
}

func (m *matcher) add(c Class, by By, sure bool, line, entry int) {
	item := Item{Class: c, By: by, Sure: sure}
	if line >= 0 {
		item.Line, m.lineDone[line] = &m.lines[line], true
	}
	if entry >= 0 {
		item.Entry = &m.entries[entry]
		if c != Twice && c != Returned {
			m.entryDone[entry] = true
		}
	}
	m.items = append(m.items, item)
}

// byID gives each payment the lines that name it: the first of the same sum is
// its match, or else the first; what comes above that is there twice. Money
// that went is the payment taken back where it is all of it, and else a fee.
func (m *matcher) byID() {
	known := make(map[string]int, len(m.entries))
	for i, e := range m.entries {
		if id := normal(e.TransactionID); id != "" {
			if _, taken := known[id]; !taken {
				known[id] = i
			}
		}
	}
	named := map[int][]int{}
	var order []int
	for i := range m.lines {
		e, ok := m.lines[i].names(known)
		if !ok {
			continue
		}
		if named[e] == nil {
			order = append(order, e)
		}
		named[e] = append(named[e], i)
	}
	for _, e := range order {
		m.share(e, named[e])
	}
}

func (m *matcher) share(e int, lines []int) {
	match := -1
	for _, l := range lines {
		if m.lines[l].Amount.Minor >= 0 && (match < 0 || m.lines[match].Amount != m.entries[e].Amount && m.lines[l].Amount == m.entries[e].Amount) {
			match = l
		}
	}
	for _, l := range lines {
		switch {
		case l == match && m.lines[l].Amount == m.entries[e].Amount:
			m.add(Matched, ByID, true, l, e)
		case l == match:
			m.add(OtherAmount, ByID, true, l, e)
		case m.lines[l].Amount.Minor < 0 && !m.takesBack(l, e):
			m.add(Outgoing, ByNothing, true, l, -1) // a fee of the payment
		case m.lines[l].Amount.Minor < 0:
			m.add(Returned, ByID, true, l, e)
		default:
			m.add(Twice, ByID, true, l, e)
		}
	}
}

// takesBack reports whether a line is the whole of a payment, going back.
func (m *matcher) takesBack(line, e int) bool {
	amount := m.lines[line].Amount
	amount.Minor = -amount.Minor
	return amount == m.entries[e].Amount
}

// Again returns the items of what the bank booked once more, and did not take back
// in the same statement: each Returned of a payment pairs with one Twice of it, of
// the same sum. What is left over is money that the shop may owe back.
func Again(items []Item) []Item {
	returned := map[*Entry]int{}
	for _, i := range items {
		if i.Class == Returned {
			returned[i.Entry]++
		}
	}
	var left []Item
	for _, i := range items {
		switch {
		case i.Class != Twice:
		case i.Line.Amount == i.Entry.Amount && returned[i.Entry] > 0:
			returned[i.Entry]--
		default:
			left = append(left, i)
		}
	}
	return left
}

// names returns the entry that a line names: by what the bank calls it, or by
// a word of its text.
func (l *Line) names(known map[string]int) (entry int, ok bool) {
	for _, id := range l.IDs {
		if e, ok := known[normal(id)]; ok {
			return e, true
		}
	}
	for _, id := range l.IDs { // "PAY/8F2K-71QD-0446"
		if e, ok := inText(id, known); ok {
			return e, true
		}
	}
	return inText(l.Text.Reveal(), known)
}

func inText(text string, known map[string]int) (entry int, ok bool) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' && r != '.'
	}) {
		if key := normal(word); len(key) >= 6 { // shorter ones are words by chance
			if e, ok := known[key]; ok {
				return e, true
			}
		}
	}
	return 0, false
}

// rest is what nothing was found for.
func (m *matcher) rest() {
	for i, done := range m.lineDone {
		if done {
			continue
		}
		class := OnlyBank
		if m.lines[i].Amount.Minor < 0 {
			class = Outgoing
		}
		m.add(class, ByNothing, true, i, -1)
	}
	for i, done := range m.entryDone {
		if !done {
			m.add(OnlyTill, ByNothing, true, -1, i)
		}
	}
}
