package statement

import (
	"cmp"
	"slices"
	"time"

	"sanduq/core/money"
	"sanduq/core/report/statement/deposit"
)

// Fee is what a bank keeps of a deposit.
type Fee = deposit.Fee

// byParts matches lines that name the payments that they stand for: each part is one
// of the till's, at the very sum.
func (m *matcher) byParts(known *names) {
	for i := range m.lines {
		l := &m.lines[i]
		if len(l.Parts) < 2 || l.Reversal || l.Amount.Minor <= 0 {
			continue
		}
		var group []int
		sum := int64(0)
		for _, p := range l.Parts {
			e, by := known.find(&Line{IDs: p.IDs, Amount: p.Amount})
			if by == ByNothing || m.entryDone[e] || m.entries[e].Amount != p.Amount || slices.Contains(group, e) {
				group = nil
				break
			}
			group = append(group, e)
			sum += p.Amount.Minor
		}
		if lacks := sum - l.Amount.Minor; group != nil && (lacks == 0 || deposit.Plausible(sum, lacks)) {
			m.group(i, group, ByID, lacks)
		}
	}
}

// group adds a line that is the sum of several payments.
func (m *matcher) group(line int, entries []int, by By, fee int64) {
	item := Item{Class: Grouped, By: by, Sure: by == ByID || by == ByKept, Line: &m.lines[line], Fee: money.Amount{Minor: fee, Currency: m.lines[line].Amount.Currency}}
	m.lineDone[line] = true
	for _, e := range entries {
		m.entryDone[e] = true
		item.Group = append(item.Group, &m.entries[e])
	}
	m.items = append(m.items, item)
}

// byGroups finds the payments of each sum that is left: first where all of a day or of
// a route is one, then where some that follow each other are, then where a few are left.
func (m *matcher) byGroups() {
	fees := []Fee{{}}
	if m.o.Fee != (Fee{}) {
		fees = append(fees, m.o.Fee)
	}
	for _, mode := range deposit.Modes() {
		for _, l := range m.sums() {
			entries, sales := m.candidates(l)
			groups, sure := deposit.Find(sales, m.lines[l].Amount.Minor, fees, mode)
			for _, g := range groups {
				for i, at := range g.Sales {
					g.Sales[i] = entries[at]
				}
			}
			switch {
			case sure:
				m.group(l, groups[0].Sales, ByTime, groups[0].Fee)
			case len(groups) > 0 && mode != deposit.Some:
				m.add(Unclear, ByNothing, false, l, -1)
				m.offer(groups)
			}
		}
	}
}

// offer adds to the newest item the groups that a person may choose from.
func (m *matcher) offer(groups []deposit.Group) {
	item := &m.items[len(m.items)-1]
	for _, g := range groups {
		c := Choice{Fee: money.Amount{Minor: g.Fee, Currency: item.Line.Amount.Currency}}
		for _, e := range g.Sales {
			c.Group = append(c.Group, &m.entries[e])
		}
		item.Choices = append(item.Choices, c)
	}
}

// free takes out the choices of which a payment was found to be another line since.
func (m *matcher) free() {
	taken := map[*Entry]bool{}
	for i, done := range m.entryDone {
		taken[&m.entries[i]] = done
	}
	for i := range m.items {
		m.items[i].Choices = slices.DeleteFunc(m.items[i].Choices, func(c Choice) bool {
			return slices.ContainsFunc(c.Group, func(e *Entry) bool { return taken[e] })
		})
	}
}

// sums are the lines that may be several payments, in order of time.
func (m *matcher) sums() (all []int) {
	for i, done := range m.lineDone {
		if l := &m.lines[i]; !done && l.Amount.Minor > 0 && !l.Reversal {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Or(m.lines[a].At.Compare(m.lines[b].At), cmp.Compare(a, b)) })
	return all
}

// candidates are the payments that no line is, of the days that a sum may be of, in
// order of time.
func (m *matcher) candidates(line int) (entries []int, sales []deposit.Sale) {
	l := &m.lines[line]
	from, to := m.days(l.At, m.o.Days)
	if !l.Value.IsZero() && l.Value.Before(l.At) {
		from, _ = m.days(l.Value, m.o.Days)
	}
	if m.ordered == nil {
		m.ordered = make([]int, len(m.entries))
		for i := range m.ordered {
			m.ordered[i] = i
		}
		slices.SortStableFunc(m.ordered, func(a, b int) int { return m.entries[a].At.Compare(m.entries[b].At) })
	}
	at, _ := slices.BinarySearchFunc(m.ordered, from, func(e int, t time.Time) int { return m.entries[e].At.Compare(t) })
	for ; at < len(m.ordered) && !m.entries[m.ordered[at]].At.After(to); at++ {
		e := m.ordered[at]
		one := &m.entries[e]
		if m.entryDone[e] || one.Amount.Currency != l.Amount.Currency {
			continue
		}
		day := m.o.in(one.At)
		entries = append(entries, e)
		sales = append(sales, deposit.Sale{Minor: one.Amount.Minor, Day: day.Year()*1000 + day.YearDay(), Route: string(one.Route)})
	}
	return entries, sales
}

// LearnFee is the rule by which a bank keeps a fee of its deposits, where the file
// proves one: several sums that lack of all sales of a day what one rule alone gives.
func LearnFee(lines []Line, entries []Entry, o Options) (Fee, bool) {
	m := newMatcher(lines, entries, o)
	m.byID()
	m.byTime()
	var samples []deposit.Sample
	for _, l := range m.sums() {
		_, sales := m.candidates(l)
		days := map[int]*deposit.Sample{}
		for _, s := range sales {
			if days[s.Day] == nil {
				days[s.Day] = &deposit.Sample{}
			}
			days[s.Day].Sum += s.Minor
			days[s.Day].Sales++
		}
		var one []deposit.Sample
		for _, s := range days {
			if s.Fee = s.Sum - lines[l].Amount.Minor; s.Sales > 1 && deposit.Plausible(s.Sum, s.Fee) {
				one = append(one, *s)
			}
		}
		if len(one) == 1 {
			samples = append(samples, one[0])
		}
	}
	return deposit.Learn(samples)
}
