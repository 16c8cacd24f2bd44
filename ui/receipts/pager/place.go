package pager

import (
	"sanduq/core/journal"
)

// Entry is one thing that stands in the list: a heading, a row, or room for a row that is being read.
type Entry struct {
	Y, Height float64
	Heading   journal.Day // of a heading; blank for a row
	Row       int         // of a row
	Sale      journal.Sale
	Known     bool // false while the row's page is being read
}

// Heights are the heights of rows and headings in units.
type Heights struct{ Row, Heading float64 }

func (h Heights) of(pg *page) float64 { return h.Row*float64(pg.count) + h.Heading*float64(pg.heads) }

// Total is the height of all that is known.
func (h Heights) Total(p *Pages) float64 {
	var y float64
	for i := range p.All {
		y += h.of(&p.All[i])
	}
	return y
}

// Visible lists what stands between two heights, and the pages that would have to be read for it.
func (h Heights) Visible(p *Pages, from, to float64) (shown []Entry, missing []int) {
	var y float64
	row := 0
	for i := range p.All {
		pg := &p.All[i]
		high := h.of(pg)
		if y+high > from && y < to {
			if pg.Rows == nil {
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

func (h Heights) rows(out []Entry, pg *page, day journal.Day, y float64, row int, from, to float64) []Entry {
	add := func(e Entry) {
		if e.Y+e.Height > from && e.Y < to {
			out = append(out, e)
		}
	}
	for k, s := range pg.Rows {
		if y >= to {
			break
		}
		if d := s.ID.Day(); d != day {
			day = d
			add(Entry{Y: y, Height: h.Heading, Heading: d})
			y += h.Heading
		}
		add(Entry{Y: y, Height: h.Row, Row: row + k, Sale: s, Known: true})
		y += h.Row
	}
	return out
}

// blank keeps room for the rows of a page that is being read; its headings are not known, so the rows stand below
// them.
func (h Heights) blank(out []Entry, pg *page, y float64, row int, from, to float64) []Entry {
	y += h.Heading * float64(pg.heads)
	for k := range pg.count {
		if e := (Entry{Y: y + h.Row*float64(k), Height: h.Row, Row: row + k}); e.Y+e.Height > from && e.Y < to {
			out = append(out, e)
		}
	}
	return out
}

// Where is the height at which a row begins; its heading, when it has one, begins at top.
func (h Heights) Where(p *Pages, row int) (top, y float64) {
	for i := range p.All {
		pg := &p.All[i]
		if row >= pg.count {
			row -= pg.count
			y += h.of(pg)
			continue
		}
		if pg.Rows == nil {
			y += h.Heading*float64(pg.heads) + h.Row*float64(row)
			return y, y
		}
		day := p.dayAbove(i)
		top = y
		for k := 0; k <= row; k++ {
			top = y
			if d := pg.Rows[k].ID.Day(); d != day {
				day = d
				y += h.Heading
			}
			if k < row {
				y += h.Row
			}
		}
		return top, y
	}
	return y, y
}
