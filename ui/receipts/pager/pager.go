package pager

import (
	"cmp"
	"slices"

	"sanduq/core/journal"
)

// PageSize is how many sales one page holds when it is first read; KeptPages how many pages keep their rows. The
// others keep only their bounds, so that a history of any length takes little memory, and are read again when they
// come into view.
const (
	PageSize  = 100
	KeptPages = 12
)

// page is a stretch of the list between two keys. Its bounds never change, whatever happens to the sales in it.
type page struct {
	Before journal.SaleID // newer bound, exclusive; blank at the top
	last   journal.SaleID // older bound, inclusive
	Rows   []journal.Sale // nil while not in memory
	count  int            // rows when last read
	heads  int            // headings above its rows when last read
	turns  int            // changes of the day within it
	first  journal.Day    // of its first row
	final  journal.Day    // of its last row; of the row above when it has none
	used   int            // when it was last looked at
}

// Pages is the list as far as it is known: pages without gaps from the newest sale on. It does no input or output.
type Pages struct {
	All   []page
	More  bool // older sales match than those of the last page
	clock int
}

// Next is the query bound of the page after the last.
func (p *Pages) Next() journal.SaleID {
	if len(p.All) == 0 {
		return ""
	}
	return p.All[len(p.All)-1].last
}

// Add takes the answer to a question for the page after the last.
func (p *Pages) Add(got journal.SalePage) {
	p.More = got.More && len(got.Sales) > 0
	if len(got.Sales) == 0 {
		return
	}
	p.All = append(p.All, page{Before: p.Next(), last: got.Sales[len(got.Sales)-1].ID})
	p.fill(len(p.All)-1, got.Sales)
}

// Room is the limit for reading page i again: what it held and as much again.
func (p *Pages) Room(i int) int { return p.All[i].count + PageSize }

// Replace takes the answer to reading page i again. It reports false when so many sales are new in it that its older
// bound was not reached: the list must then be read from the top.
func (p *Pages) Replace(i int, got journal.SalePage) bool {
	end := i == len(p.All)-1
	sales := got.Sales
	if !end || p.More {
		sales = sales[:len(sales)-countAfter(sales, p.All[i].last)]
		if len(sales) == len(got.Sales) && got.More && (len(sales) == 0 || sales[len(sales)-1].ID > p.All[i].last) {
			return false
		}
	} else {
		p.More = got.More
		if len(sales) > 0 && sales[len(sales)-1].ID < p.All[i].last {
			p.All[i].last = sales[len(sales)-1].ID
		}
	}
	p.fill(i, sales)
	for n := i + 1; n < len(p.All); n++ { // an empty page hands on the day above it
		p.head(n)
		if p.All[n].count > 0 {
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

func (p *Pages) fill(i int, sales []journal.Sale) {
	pg := &p.All[i]
	pg.Rows, pg.count, pg.turns = sales, len(sales), 0
	if len(sales) == 0 {
		pg.Rows = []journal.Sale{}
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
func (p *Pages) head(i int) {
	pg, above := &p.All[i], p.dayAbove(i)
	pg.heads = pg.turns
	switch {
	case pg.count == 0:
		pg.final = above
	case pg.first != above:
		pg.heads++
	}
}

func (p *Pages) dayAbove(i int) journal.Day {
	if i == 0 {
		return ""
	}
	return p.All[i-1].final
}

// touch marks a page as looked at and lets go of the rows of those that were not for the longest time.
func (p *Pages) touch(i int) {
	p.clock++
	p.All[i].used = p.clock
	held := make([]int, 0, KeptPages+1)
	for n := range p.All {
		if p.All[n].Rows != nil {
			held = append(held, n)
		}
	}
	if len(held) <= KeptPages {
		return
	}
	slices.SortFunc(held, func(a, b int) int { return cmp.Compare(p.All[a].used, p.All[b].used) })
	for _, n := range held[:len(held)-KeptPages] {
		p.All[n].Rows = nil
	}
}

// Len is the number of rows known.
func (p *Pages) Len() int {
	n := 0
	for i := range p.All {
		n += p.All[i].count
	}
	return n
}

// find is the page that holds row n, and the row's place in it; page -1 when there is no such row.
func (p *Pages) find(n int) (page, place int) {
	for i := range p.All {
		if n < p.All[i].count {
			return i, n
		}
		n -= p.All[i].count
	}
	return -1, 0
}

// At is row n; ok is false while its page is not in memory.
func (p *Pages) At(n int) (s journal.Sale, ok bool) {
	i, place := p.find(n)
	if i < 0 || p.All[i].Rows == nil || n < 0 {
		return journal.Sale{}, false
	}
	return p.All[i].Rows[place], true
}

// PageOf is the page in whose bounds a sale falls, -1 when it is older than all that is known.
func (p *Pages) PageOf(id journal.SaleID) int {
	for i := range p.All {
		if id >= p.All[i].last {
			return i
		}
	}
	if !p.More && len(p.All) > 0 {
		return len(p.All) - 1
	}
	return -1
}

// Index is the row of a sale; false when it is not in the list or its page is not in memory.
func (p *Pages) Index(id journal.SaleID) (int, bool) {
	n := 0
	for i := range p.All {
		pg := &p.All[i]
		if id >= pg.last && pg.Rows != nil {
			for k, s := range pg.Rows {
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
