package receipts

import (
	"sanduq/core/journal"
)

// entry is one thing that stands in the list: a heading, a row, or room for a row that is being read.
type entry struct {
	y, height float64
	heading   journal.Day // of a heading; blank for a row
	row       int         // of a row
	sale      journal.Sale
	known     bool // false while the row's page is being read
}

// heights are the heights of rows and headings in units.
type heights struct{ row, heading float64 }

func (h heights) of(pg *page) float64 { return h.row*float64(pg.count) + h.heading*float64(pg.heads) }

// total is the height of all that is known.
func (h heights) total(p *pages) float64 {
	var y float64
	for i := range p.all {
		y += h.of(&p.all[i])
	}
	return y
}

// visible lists what stands between two heights, and the pages that would have to be read for it.
func (h heights) visible(p *pages, from, to float64) (shown []entry, missing []int) {
	var y float64
	row := 0
	for i := range p.all {
		pg := &p.all[i]
		high := h.of(pg)
		if y+high > from && y < to {
			if pg.rows == nil {
				missing = append(missing, i)
				shown = h.blank(shown, pg, y, row, from, to)
			} else {
				p.touch(i)
				shown = h.rows(shown, pg, p.dayAbove(i), y, row, from, to)
			}
		}
		y += high
		row += pg.count
		if y >= to {
			break
		}
	}
	return shown, missing
}

func (h heights) rows(out []entry, pg *page, day journal.Day, y float64, row int, from, to float64) []entry {
	add := func(e entry) {
		if e.y+e.height > from && e.y < to {
			out = append(out, e)
		}
	}
	for k, s := range pg.rows {
		if y >= to {
			break
		}
		if d := s.ID.Day(); d != day {
			day = d
			add(entry{y: y, height: h.heading, heading: d})
			y += h.heading
		}
		add(entry{y: y, height: h.row, row: row + k, sale: s, known: true})
		y += h.row
	}
	return out
}

// blank keeps room for the rows of a page that is being read; its headings are not known, so the rows stand below
// them.
func (h heights) blank(out []entry, pg *page, y float64, row int, from, to float64) []entry {
	y += h.heading * float64(pg.heads)
	for k := range pg.count {
		if e := (entry{y: y + h.row*float64(k), height: h.row, row: row + k}); e.y+e.height > from && e.y < to {
			out = append(out, e)
		}
	}
	return out
}

// where is the height at which a row begins; its heading, when it has one, begins at top.
func (h heights) where(p *pages, row int) (top, y float64) {
	for i := range p.all {
		pg := &p.all[i]
		if row >= pg.count {
			row -= pg.count
			y += h.of(pg)
			continue
		}
		if pg.rows == nil {
			y += h.heading*float64(pg.heads) + h.row*float64(row)
			return y, y
		}
		day := p.dayAbove(i)
		top = y
		for k := 0; k <= row; k++ {
			top = y
			if d := pg.rows[k].ID.Day(); d != day {
				day = d
				y += h.heading
			}
			if k < row {
				y += h.row
			}
		}
		return top, y
	}
	return y, y
}
