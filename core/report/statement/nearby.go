package statement

import (
	"cmp"
	"slices"
	"time"

	"sanduq/core/money"
)

// byTime matches what is left by sum and time. Of equal sums the nearest are
// matched first: within a minute, then within the window; where the statement
// has days only, on the same day, then on the days that the bank may be late.
func (m *matcher) byTime() {
	lines, entries := map[money.Amount][]int{}, map[money.Amount][]int{}
	for i, done := range m.lineDone {
		if !done && m.lines[i].Amount.Minor > 0 {
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

// near matches lines and entries of one sum.
func (m *matcher) near(lines, entries []int) {
	alone := len(lines) == 1 && len(entries) == 1
	slices.SortStableFunc(entries, func(a, b int) int { return m.entries[a].At.Compare(m.entries[b].At) })
	var timed, dated []int
	for _, l := range lines {
		if m.lines[l].Dated {
			dated = append(dated, l)
		} else {
			timed = append(timed, l)
		}
	}
	for _, of := range [][]int{timed, dated} {
		slices.SortStableFunc(of, func(a, b int) int { return cmp.Or(m.lines[a].At.Compare(m.lines[b].At), cmp.Compare(a, b)) })
	}
	for _, window := range []time.Duration{min(time.Minute, m.o.Window), m.o.Window} {
		m.sweep(timed, entries, alone, func(l Line) (from, to time.Time) { return l.At.Add(-window), l.At.Add(window) })
	}
	for _, late := range []int{0, m.o.Days} {
		m.sweep(dated, entries, alone, func(l Line) (from, to time.Time) {
			day := l.At
			if m.o.Zone != nil {
				day = day.In(m.o.Zone)
			}
			y, mo, d := day.Date()
			return time.Date(y, mo, d-late, 0, 0, 0, 0, day.Location()), time.Date(y, mo, d+1, 0, 0, 0, 0, day.Location()).Add(-1)
		})
	}
}

// sweep goes through lines and entries in order of time once, and matches each
// line with the earliest entry between its ends that is still free: as many as
// can be matched, since all lines reach equally far.
func (m *matcher) sweep(lines, entries []int, alone bool, ends func(Line) (from, to time.Time)) {
	next := 0
	for _, l := range lines {
		if m.lineDone[l] {
			continue
		}
		from, to := ends(m.lines[l])
		for next < len(entries) && (m.entryDone[entries[next]] || m.entries[entries[next]].At.Before(from)) {
			next++
		}
		if next == len(entries) {
			return
		}
		if e := entries[next]; !m.entries[e].At.After(to) {
			m.add(Matched, ByTime, alone, l, e)
			next++
		}
	}
}
