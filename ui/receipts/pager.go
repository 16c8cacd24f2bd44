package receipts

import (
	"cmp"
	"slices"

	"sanduq/core/journal"
)

// pageSize is how many sales one page holds when it is first read; keptPages how many pages keep their rows. The
// others keep only their bounds, so that a history of any length takes little memory, and are read again when they
// come into view.
const (
	pageSize  = 100
	keptPages = 12
)

// page is a stretch of the list between two keys. Its bounds never change, whatever happens to the sales in it.
type page struct {
	before journal.SaleID // newer bound, exclusive; blank at the top
	last   journal.SaleID // older bound, inclusive
	rows   []journal.Sale // nil while not in memory
	count  int            // rows when last read
	heads  int            // headings above its rows when last read
	turns  int            // changes of the day within it
	first  journal.Day    // of its first row
	final  journal.Day    // of its last row; of the row above when it has none
	used   int            // when it was last looked at
}

// pages is the list as far as it is known: pages without gaps from the newest sale on. It does no input or output.
type pages struct {
	all   []page
	more  bool // older sales match than those of the last page
	clock int
}

// next is the query bound of the page after the last.
func (p *pages) next() journal.SaleID {
	if len(p.all) == 0 {
		return ""
	}
	return p.all[len(p.all)-1].last
}

// add takes the answer to a question for the page after the last.
func (p *pages) add(got journal.SalePage) {
	p.more = got.More && len(got.Sales) > 0
	if len(got.Sales) == 0 {
		return
	}
	p.all = append(p.all, page{before: p.next(), last: got.Sales[len(got.Sales)-1].ID})
	p.fill(len(p.all)-1, got.Sales)
}

// room is the limit for reading page i again: what it held and as much again.
func (p *pages) room(i int) int { return p.all[i].count + pageSize }

// replace takes the answer to reading page i again. It reports false when so many sales are new in it that its older
// bound was not reached: the list must then be read from the top.
func (p *pages) replace(i int, got journal.SalePage) bool {
	end := i == len(p.all)-1
	sales := got.Sales
	if !end || p.more {
		sales = sales[:len(sales)-countAfter(sales, p.all[i].last)]
		if len(sales) == len(got.Sales) && got.More && (len(sales) == 0 || sales[len(sales)-1].ID > p.all[i].last) {
			return false
		}
	} else {
		p.more = got.More
		if len(sales) > 0 && sales[len(sales)-1].ID < p.all[i].last {
			p.all[i].last = sales[len(sales)-1].ID
		}
	}
	p.fill(i, sales)
	for n := i + 1; n < len(p.all); n++ { // an empty page hands on the day above it
		p.head(n)
		if p.all[n].count > 0 {
			break
		}
	}
	return true
}

// countAfter is how many of the sales, newest first, are older than a bound.
func countAfter(sales []journal.Sale, bound journal.SaleID) int {
	n := 0
	for n < len(sales) && sales[len(sales)-1-n].ID < bound {
		n++
	}
	return n
}

func (p *pages) fill(i int, sales []journal.Sale) {
	pg := &p.all[i]
	pg.rows, pg.count, pg.turns = sales, len(sales), 0
	if len(sales) == 0 {
		pg.rows = []journal.Sale{}
	} else {
		pg.first, pg.final = sales[0].ID.Day(), sales[len(sales)-1].ID.Day()
	}
	for n := 1; n < len(sales); n++ {
		if sales[n].ID.Day() != sales[n-1].ID.Day() {
			pg.turns++
		}
	}
	p.head(i)
	p.touch(i)
}

// head counts the headings of page i, also while its rows are not in memory. Its first row has one when the page
// before ends on another day.
func (p *pages) head(i int) {
	pg, above := &p.all[i], p.dayAbove(i)
	pg.heads = pg.turns
	switch {
	case pg.count == 0:
		pg.final = above
	case pg.first != above:
		pg.heads++
	}
}

func (p *pages) dayAbove(i int) journal.Day {
	if i == 0 {
		return ""
	}
	return p.all[i-1].final
}

// touch marks a page as looked at and lets go of the rows of those that were not for the longest time.
func (p *pages) touch(i int) {
	p.clock++
	p.all[i].used = p.clock
	held := make([]int, 0, keptPages+1)
	for n := range p.all {
		if p.all[n].rows != nil {
			held = append(held, n)
		}
	}
	if len(held) <= keptPages {
		return
	}
	slices.SortFunc(held, func(a, b int) int { return cmp.Compare(p.all[a].used, p.all[b].used) })
	for _, n := range held[:len(held)-keptPages] {
		p.all[n].rows = nil
	}
}

// len is the number of rows known.
func (p *pages) len() int {
	n := 0
	for i := range p.all {
		n += p.all[i].count
	}
	return n
}

// find is the page that holds row n, and the row's place in it; page -1 when there is no such row.
func (p *pages) find(n int) (page, place int) {
	for i := range p.all {
		if n < p.all[i].count {
			return i, n
		}
		n -= p.all[i].count
	}
	return -1, 0
}

// at is row n; ok is false while its page is not in memory.
func (p *pages) at(n int) (s journal.Sale, ok bool) {
	i, place := p.find(n)
	if i < 0 || p.all[i].rows == nil || n < 0 {
		return journal.Sale{}, false
	}
	return p.all[i].rows[place], true
}

// pageOf is the page in whose bounds a sale falls, -1 when it is older than all that is known.
func (p *pages) pageOf(id journal.SaleID) int {
	for i := range p.all {
		if id >= p.all[i].last {
			return i
		}
	}
	if !p.more && len(p.all) > 0 {
		return len(p.all) - 1
	}
	return -1
}

// index is the row of a sale; false when it is not in the list or its page is not in memory.
func (p *pages) index(id journal.SaleID) (int, bool) {
	n := 0
	for i := range p.all {
		pg := &p.all[i]
		if id >= pg.last && pg.rows != nil {
			for k, s := range pg.rows {
				if s.ID == id {
					return n + k, true
				}
			}
			return 0, false
		}
		n += pg.count
	}
	return 0, false
}
