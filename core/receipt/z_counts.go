package receipt

import (
	"strconv"

	"sanduq/core/journal"
)

// mostCountsBefore bounds how many counts a slip names before the one that its shift was
// closed with. The first is always among them: nobody knew then what should be there.
const mostCountsBefore = 9

// countsBefore are the counts of the drawer before the one that its Z holds, and which of
// them were made before cash came or went: the others are of the same drawer, and who
// counted after them knew the difference.
func (p *dayPaper) countsBefore() {
	n := len(p.Counts) - 1
	if n < 1 {
		return
	}
	last := p.Counts[n]
	for i, c := range p.Counts[:min(n, mostCountsBefore)] {
		key := "count"
		if c.NewestCash != last.NewestCash || p.movedBetween(c.NewestMovement, last.NewestMovement) {
			key = "countMoved"
		}
		p.add(TableRow{Kind: LineCounted, Text: p.addText(key, "n", strconv.Itoa(i+1), "by", p.person(c.At, c.By)), Sum: grouped(c.Cash.Minor, c.Cash.Currency, p.w)})
	}
	if more := n - mostCountsBefore; more > 0 {
		p.addNote(p.addText("more", "n", strconv.Itoa(more)))
	}
}

// movedBetween reports whether cash came or went after one movement and up to another: of
// each that is not known to have handed the drawer over, it is taken for so.
func (p *dayPaper) movedBetween(from, to uint64) bool {
	handed := uint64(0)
	for _, m := range p.Movements {
		if m.Seq > from && m.Seq <= to && m.Kind == journal.MovementHand {
			handed++
		}
	}
	return handed != to-from
}
