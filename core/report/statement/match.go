package statement

import (
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// Class is what came of holding a line or an entry against the other side.
type Class string

// The classes.
const (
	Matched     Class = "matched"     // both have it by its number, at the same sum
	Grouped     Class = "grouped"     // one sum at the bank is several payments, less a fee
	Unclear     Class = "unclear"     // one sum at the bank is more than one group of payments: a person must say which
	Assumed     Class = "assumed"     // both have one of the same sum about the same time: it may be another one
	OtherAmount Class = "otherAmount" // both have it by its name, at another sum or currency
	OnlyBank    Class = "onlyBank"    // money came that the till does not know
	OnlyTill    Class = "onlyTill"    // the till has a payment that the statement does not
	Twice       Class = "twice"       // the bank has a payment of the till's once more
	Returned    Class = "returned"    // the bank took a payment of the till's back, all of it
	WentBack    Class = "wentBack"    // a return that a person recorded, and the bank has; see Returns
	BackMissing Class = "backMissing" // a return that a person recorded, and the statement has not
	Outgoing    Class = "outgoing"    // money that went and is no payment of the till's: a fee of one, a rent
)

// By is how a line and an entry were found to be one.
type By string

// The ways.
const (
	ByNothing By = ""
	ByID      By = "id"   // the bank wrote the transaction's name, or the order's
	ByPart    By = "part" // it wrote the beginning or the end of one, which no other has
	ByTime    By = "time" // same sum, and near enough in time
	ByKept    By = "kept" // it was found, or a person said so, when the line was read before
)

// Item is one finding. Line or Entry is nil where that side has nothing.
type Item struct {
	Class Class
	By    By
	// Sure is false for all that is only assumed: sum and time alone are never
	// certain.
	Sure  bool
	Line  *Line
	Entry *Entry
	// Recorded says of a Returned line that it is a return that a person recorded; see Returns.
	Recorded bool
	// Group are the payments of a Grouped line, whose Entry is nil, and Fee what the bank
	// kept of their sum.
	Group []*Entry
	Fee   money.Amount
	// Choices are the groups that an Unclear line may be.
	Choices []Choice
}

// Choice is a group of payments that a line may be, and what the bank kept of their sum.
type Choice struct {
	Group []*Entry
	Fee   money.Amount
}

// Options are how far apart what is matched by time may be.
type Options struct {
	Zone   *time.Location
	Window time.Duration // to both sides, where the statement has times; 0 means ten minutes
	Days   int           // working days that the bank may book later, where it has days only; 0 means three
	Fee    Fee           // what the bank keeps of a deposit, where that is known
	// Known are the payments that a line was found to be when it was read before, by
	// the line's key.
	Known map[string][]journal.SaleID
	Keys  []string // of the lines, in their order; nil is what Keys returns
	// Elsewhere are payments that are lines of other files, which this one does not have. A
	// line is one of them by its number alone, and one that no line names is in no item.
	Elsewhere map[journal.SaleID]bool
}

// in is a moment by the till's clock.
func (o Options) in(at time.Time) time.Time {
	if o.Zone == nil {
		return at
	}
	return at.In(o.Zone)
}

// Match holds the lines of a statement against the payments of the till, which
// should be those of the same days. It is a pure function: every line is in
// exactly one item, and every entry in exactly one that is not Twice or
// Returned, be it as one of a group; see Options.Elsewhere. Items are in order of time.
func Match(lines []Line, entries []Entry, o Options) []Item {
	m := newMatcher(lines, entries, o)
	m.byKept()
	m.byID()
	for e := range m.entries {
		m.entryDone[e] = m.entryDone[e] || o.Elsewhere[m.entries[e].Sale]
	}
	m.byTime()
	m.byGroups()
	m.free()
	m.rest()
	slices.SortStableFunc(m.items, func(a, b Item) int { return a.at().Compare(b.at()) })
	return m.items
}

func newMatcher(lines []Line, entries []Entry, o Options) *matcher {
	if o.Window <= 0 {
		o.Window = 10 * time.Minute
	}
	if o.Days <= 0 {
		o.Days = 3
	}
	midnight := func(at time.Time) bool {
		hour, minute, second := at.Clock()
		return hour+minute+second == 0
	}
	timed := func(l Line) bool {
		at := o.in(l.At)
		_, east := at.Zone() // there midnight of UTC is on the same day
		return !l.Dated && !midnight(at) && (east < 0 || !midnight(at.UTC()))
	}
	noon := func(l Line) bool { return l.Dated || l.Noon }
	timeless := !slices.ContainsFunc(lines, timed) || len(lines) > 1 && !slices.ContainsFunc(lines, func(l Line) bool { return !noon(l) })
	return &matcher{lines: lines, entries: entries, o: o, lineDone: make([]bool, len(lines)), entryDone: make([]bool, len(entries)), timeless: timeless}
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
	kept                map[int]bool // entries that have their line since it was read before
	by                  map[int]By   // how a line named its payment
	timeless            bool         // the bank writes midnight, or noon, where others write no time
	ordered             []int        // the entries in order of time; nil until it is asked for
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
	known := namesOf(m.entries)
	m.byParts(known)
	named := map[int][]int{}
	var order []int
	for i := range m.lines {
		if m.lineDone[i] {
			continue
		}
		e, by := known.find(&m.lines[i])
		if by == ByNothing || m.entryDone[e] && !m.kept[e] {
			continue
		}
		if m.by == nil {
			m.by = map[int]By{}
		}
		m.by[i] = by
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
		if m.kept[e] { // the line that is its match was read before
			break
		}
		if m.lines[l].Amount.Minor >= 0 && !m.lines[l].Reversal && (match < 0 || m.lines[match].Amount != m.entries[e].Amount && m.lines[l].Amount == m.entries[e].Amount) {
			match = l
		}
	}
	for _, l := range lines {
		switch {
		case l == match && m.lines[l].Amount == m.entries[e].Amount:
			m.add(Matched, m.by[l], true, l, e)
		case l == match:
			m.add(OtherAmount, m.by[l], true, l, e)
		case m.lines[l].Amount.Minor < 0 && !m.takesBack(l, e):
			m.add(Outgoing, ByNothing, true, l, -1) // a fee of the payment
		case m.lines[l].Amount.Minor < 0:
			m.add(Returned, m.by[l], true, l, e)
		case m.lines[l].Reversal:
			m.add(OnlyBank, ByNothing, true, l, -1) // the bank corrected itself: that is no second payment
		default:
			m.add(Twice, m.by[l], true, l, e)
		}
	}
}

// takesBack reports whether a line is the whole of a payment, going back.
func (m *matcher) takesBack(line, e int) bool {
	amount := m.lines[line].Amount
	amount.Minor = -amount.Minor
	return amount == m.entries[e].Amount
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
