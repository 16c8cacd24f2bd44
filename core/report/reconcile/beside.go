package reconcile

import (
	"slices"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/statement"
	"sanduq/core/report/statement/record"
)

// beside is what one earlier file has of the lines: its keys that each may be, the likeliest
// first, none for a line that it has not, and whether it has the line is in doubt.
type beside struct {
	same  [][]string
	doubt []bool
}

// place is one way in which two files may stand beside each other: which line of the other
// each own line is, or none.
type place struct {
	at      []int
	shared  int
	checked bool // a balance of the other file is that of the own one
}

const none = -1

// pair is two files that are compared.
type pair struct {
	lines            []statement.Line
	own, other       []int // what each line says, as the first own line that says it; none for what no own line says
	keys             []string
	of               map[int][]string // the other's keys of what an own line says
	single           []bool           // own lines that are one movement in all files
	opening, closing string           // of the other
	mine             [2]money.Amount
	oldFirst         bool // the order of the own lines
	stated           bool // both files state their balances
}

const (
	// mostPlaces bounds how many places are compared.
	mostPlaces = 64
	// noChance is how many different lines, in one order, at the end of one file and the
	// beginning of another, are the same ones.
	noChance = 4
)

// beside compares the lines with an earlier statement.
func (in Input) beside(s journal.BankStatement, texts []string, elsewhere [][]string) beside {
	f := beside{same: make([][]string, len(texts)), doubt: make([]bool, len(texts))}
	p, shares := newPair(in.Lines, s, texts, elsewhere)
	if !shares {
		return f
	}
	all := p.places(s.To <= in.Statement.From || in.Statement.To <= s.From)
	for i := range texts {
		for _, one := range all {
			if j := one.at[i]; j != none {
				f.same[i] = append(f.same[i], p.keys[j])
			}
			f.doubt[i] = f.doubt[i] || (one.at[i] == none) != (all[0].at[i] == none)
		}
		if len(f.same[i]) > 0 { // or another one that says the same
			f.same[i] = append(f.same[i], p.of[p.own[i]]...)
		}
	}
	return f
}

// newPair reports, too, whether the two files have a line that says the same. elsewhere are
// the keys of other files for what each line says, at the first line that says it.
func newPair(lines []statement.Line, s journal.BankStatement, texts []string, elsewhere [][]string) (*pair, bool) {
	n := len(texts)
	shares := false
	p := &pair{lines: lines, of: map[int][]string{}, own: make([]int, n), single: make([]bool, n)}
	var had []string
	had, p.opening, p.closing = parsed(s.Lines)
	p.keys, p.other = make([]string, len(had)), slices.Repeat([]int{none}, len(had))
	of := make(map[string]int, len(had))
	for j, k := range had {
		of[k] = j
	}
	first := map[string]int{}
	for i, text := range texts {
		p.single[i] = slices.ContainsFunc(lines[i].IDs, record.Distinct) || !lines[i].Dated
		if at, seen := first[text]; seen {
			p.own[i] = at
			continue
		}
		first[text], p.own[i] = i, i
		for _, key := range elsewhere[i] {
			if j, there := of[short(key)]; there {
				p.other[j], p.keys[j], shares = i, key, true
				p.of[i] = append(p.of[i], key)
			}
		}
	}
	opening, closing, oldFirst, ok := statement.Edges(lines)
	p.mine, p.oldFirst = [2]money.Amount{opening, closing}, oldFirst
	p.stated = ok && p.opening != ""
	return p, shares
}

// places are the ways that are possible, the one that shares most first, and one at least.
// after says that by its days one file may begin where the other ends.
func (p *pair) places(after bool) (all []place) {
	for _, shift := range p.shifts() {
		if one, ok := p.try(shift); ok {
			all = append(all, one)
		}
	}
	checked := slices.ContainsFunc(all, func(one place) bool { return one.checked })
	if checked {
		all = slices.DeleteFunc(all, func(one place) bool { return !one.checked })
	}
	certain := len(all) > 0 && p.noChance(all[0])
	named := slices.ContainsFunc(p.other, func(i int) bool { return i != none && p.single[i] })
	joins := p.stated && (p.closing == mark(p.mine[0]) || p.opening == mark(p.mine[1]))
	apart := after && !named && !certain && (joins || !checked)
	if len(all) == 0 && !apart || !named && !certain && !joins && !checked {
		all = append(all, p.sorted()) // the bank may have sorted a day anew, or left lines out
	}
	if apart {
		all = append(all, place{at: slices.Repeat([]int{none}, len(p.own))})
	}
	slices.SortStableFunc(all, func(a, b place) int { return b.shared - a.shared })
	return all
}

// shifts are by how many lines the own file may begin behind the other's beginning, those
// that share most first.
func (p *pair) shifts() (all []int) {
	for j, i := range p.other {
		if i == p.own[0] {
			all = append(all, j)
		}
	}
	for i := 1; i < len(p.own); i++ {
		if p.own[i] == p.other[0] {
			all = append(all, -i)
		}
	}
	shared := func(shift int) int { return min(len(p.own), len(p.other)-shift) - max(0, -shift) }
	slices.SortStableFunc(all, func(a, b int) int { return shared(b) - shared(a) })
	return all[:min(len(all), mostPlaces)]
}

// try reports whether the two files can stand so: all that is beside each other says the
// same, no single line is left over, and the balances agree.
func (p *pair) try(shift int) (one place, ok bool) {
	one.at = slices.Repeat([]int{none}, len(p.own))
	from, to := max(0, -shift), min(len(p.own), len(p.other)-shift)
	singles := 0
	for i := from; i < to; i++ {
		if p.other[i+shift] != p.own[i] {
			return one, false
		}
		if one.at[i] = i + shift; p.single[i] {
			singles++
		}
	}
	one.shared = to - from
	there := make([]bool, len(p.own)) // what the other says
	for _, i := range p.other {
		if i != none {
			if there[i] = true; p.single[i] {
				singles--
			}
		}
	}
	for i, first := range p.own {
		if i >= from && i < to {
			continue
		}
		if p.single[i] && there[first] {
			return one, false
		}
	}
	if singles != 0 {
		return one, false
	}
	return one, !p.stated || p.agree(shift, &one)
}

// agree holds the balances at the ends of the other file, where the own one has them,
// against it.
func (p *pair) agree(shift int, one *place) bool {
	begins, ends := -shift, len(p.other)-1-shift // the own lines that are its first and its last
	fits := func(oldFirst bool) bool {
		oldest, newest := begins, ends
		if !oldFirst {
			oldest, newest = ends, begins
		}
		if oldest >= 0 && oldest < len(p.lines) {
			before := p.lines[oldest].Balance
			if before.Minor -= p.lines[oldest].Amount.Minor; mark(before) != p.opening {
				return false
			}
			one.checked = true
		}
		if newest >= 0 && newest < len(p.lines) {
			if mark(p.lines[newest].Balance) != p.closing {
				return false
			}
			one.checked = true
		}
		return true
	}
	return fits(p.oldFirst) || len(p.lines) == 1 && fits(false)
}

// noChance reports whether a place shares so many different lines that they are the same.
func (p *pair) noChance(one place) bool {
	different := map[int]bool{}
	for i, j := range one.at {
		if j != none {
			different[p.own[i]] = true
		}
	}
	return len(different) >= noChance
}

// sorted takes each line that says the same for the same one, whatever the order.
func (p *pair) sorted() (one place) {
	one.at = slices.Repeat([]int{none}, len(p.own))
	left := map[int][]int{}
	for j, i := range p.other {
		if i != none {
			left[i] = append(left[i], j)
		}
	}
	for i, text := range p.own {
		if js := left[text]; len(js) > 0 {
			one.at[i], left[text] = js[0], js[1:]
			one.shared++
		}
	}
	return one
}
