package statement

import (
	"cmp"
	"slices"
	"time"

	"sanduq/core/money"
)

// byTime assumes of what is left that equal sums are the same payment where their
// times are near. The nearest go first: within seconds, then within minutes up to
// the window; where the statement has days only, or midnight or noon for each line, on the day from which the
// bank counts the money, on the day itself, then on each day that the bank may be late.
func (m *matcher) byTime() {
	lines, entries := map[money.Amount][]int{}, map[money.Amount][]int{}
	for i, done := range m.lineDone {
		if !done && m.lines[i].Amount.Minor > 0 && !m.lines[i].Reversal {
			lines[m.lines[i].Amount] = append(lines[m.lines[i].Amount], i)
		}
	}
	for i, done := range m.entryDone {
		if !done {
			entries[m.entries[i].Amount] = append(entries[m.entries[i].Amount], i)
		}
	}
	for amount, of := range lines {
		if len(entries[amount]) > 0 {
			m.near(of, entries[amount])
		}
	}
}

// near assumes lines and entries of one sum to be one.
func (m *matcher) near(lines, entries []int) {
	slices.SortStableFunc(entries, func(a, b int) int { return m.entries[a].At.Compare(m.entries[b].At) })
	var timed, dated, valued []int
	for _, l := range lines {
		switch {
		case !m.lines[l].Dated && !m.timeless:
			timed = append(timed, l)
		default:
			dated = append(dated, l)
			if !m.lines[l].Value.IsZero() {
				valued = append(valued, l)
			}
		}
	}
	at := func(l int) time.Time { return m.lines[l].At }
	value := func(l int) time.Time { return m.lines[l].Value }
	sortBy(timed, at)
	sortBy(dated, at)
	sortBy(valued, value)
	var twice []int // in an hour that comes twice: the file does not say which one is meant
	for _, l := range timed {
		if !m.again(at(l)).Equal(at(l)) {
			twice = append(twice, l)
		}
	}
	other := func(l int) time.Time { return m.again(at(l)) }
	sortBy(twice, other)
	for _, window := range []time.Duration{5 * time.Second, 20 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute, m.o.Window} {
		window = min(window, m.o.Window)
		m.sweep(timed, entries, func(l int) (from, to time.Time) { return at(l).Add(-window), at(l).Add(window) })
		m.sweep(twice, entries, func(l int) (from, to time.Time) { return other(l).Add(-window), other(l).Add(window) })
	}
	m.sweep(valued, entries, func(l int) (from, to time.Time) { return m.days(value(l), 0) })
	for late := 0; late <= m.o.Days; late++ {
		m.sweep(dated, entries, func(l int) (from, to time.Time) { return m.days(at(l), late) })
	}
}

func sortBy(lines []int, at func(int) time.Time) {
	slices.SortStableFunc(lines, func(a, b int) int { return cmp.Or(at(a).Compare(at(b)), cmp.Compare(a, b)) })
}

// again is the other moment of a day at which the shop's clock shows the same, where clocks go
// back; the same one where there is none.
func (m *matcher) again(at time.Time) time.Time {
	_, now := m.o.in(at).Zone()
	for _, by := range []int{-3600, 3600} {
		other := at.Add(time.Duration(by) * time.Second)
		if _, then := m.o.in(other).Zone(); then-now == -by {
			return other
		}
	}
	return at
}

// weekend are the days on which banks do not work, of all places where the till
// is used.
func weekend(day time.Weekday) bool {
	return day == time.Friday || day == time.Saturday || day == time.Sunday
}

// days are the ends of a day and of so many working days before it, on the till's
// clock.
func (m *matcher) days(day time.Time, late int) (from, to time.Time) {
	day = m.o.in(day)
	y, mo, d := day.Date()
	first := func(d int) time.Time { return begun(time.Date(y, mo, d, 0, 0, 0, 0, day.Location())) }
	from, to = first(d), first(d+1).Add(-1)
	for back := 1; late > 0; back++ {
		from = first(d - back)
		if !weekend(from.Weekday()) {
			late--
		}
	}
	return from, to
}

// sweep goes through lines and entries in order of time once, and matches each
// line with the earliest entry between its ends that is still free: as many as
// can be matched, since all lines reach equally far.
func (m *matcher) sweep(lines, entries []int, ends func(int) (from, to time.Time)) {
	next := 0
	for _, l := range lines {
		if m.lineDone[l] {
			continue
		}
		from, to := ends(l)
		for next < len(entries) && (m.entryDone[entries[next]] || m.entries[entries[next]].At.Before(from)) {
			next++
		}
		if next == len(entries) {
			return
		}
		if e := entries[next]; !m.entries[e].At.After(to) {
			m.add(Assumed, ByTime, false, l, e)
			next++
		}
	}
}
