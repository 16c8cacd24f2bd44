package receipt

import "math"

// Table are rows of sums below a rule: what, how many, how much. Sums and numbers stand in columns of their own, and
// are never broken.
type Table struct{ Rows []TableRow }

// TableRow is one row of a table. Number and Sum may be blank; a text that stands alone takes the whole width.
type TableRow struct {
	Kind              Kind
	Text, Number, Sum string
	Bold              bool
}

const (
	tableText = 15.
	tableLine = 21.
	tableGap  = 14. // between columns
)

func (t Table) draw(p *pen) {
	if len(t.Rows) == 0 {
		return
	}
	Rule{}.draw(p)
	size := tableText * p.scale
	var sums, numbers float64
	for _, r := range t.Rows {
		w := r.weight()
		if sum := p.text.line(r.Sum, w, size, p.rtl).width; sum <= p.inner() { // a longer one stands in no column
			sums = max(sums, sum)
		}
		if r.Number != "" {
			numbers = max(numbers, p.text.line(r.Number, w, size, p.rtl).width)
		}
	}
	for _, r := range t.Rows {
		p.tableRow(r, sums, numbers)
	}
}

func (r TableRow) weight() weight {
	if r.Bold {
		return semiBold
	}
	return regular
}

// tableRow sets one row: the text in the lines that it needs, number and sum on the last of them, below it where the
// columns leave too little.
func (p *pen) tableRow(r TableRow, sums, numbers float64) {
	w, gap := r.weight(), tableGap*p.scale
	value := w
	if value == regular {
		value = medium
	}
	sum, number := p.text.line(r.Sum, value, tableText*p.scale, p.rtl), p.text.line(r.Number, value, tableText*p.scale, p.rtl)
	room := p.inner()
	switch {
	case r.Number != "":
		room -= math.Max(sums, sum.width) + gap + numbers + gap
	case r.Sum != "" && p.rtl: // it stands at the right of its column, beside the text
		room -= math.Max(sums, sum.width) + gap
	case r.Sum != "":
		room -= sum.width + gap
	}
	if room < p.inner()/4 {
		room = p.inner()
	}
	below := room == p.inner() && r.Sum+r.Number != ""
	lines := p.text.few(valueLines, r.Text, w, tableText*p.scale, room, p.rtl)
	for i, l := range lines {
		p.side(l, true, tableText, tableLine)
		if i < len(lines)-1 || below {
			p.y += tableLine
		}
	}
	if sum.width > p.inner() { // a name, never an amount
		for _, l := range p.text.few(valueLines, r.Sum, value, tableText*p.scale, p.inner(), p.rtl) {
			p.side(l, false, tableText, tableLine)
			p.y += tableLine
		}
		return
	}
	if r.Number != "" && math.Max(sums, sum.width)+gap+number.width > p.inner() { // sums beyond what a shop takes
		p.side(number, false, tableText, tableLine)
		p.y += tableLine
		number = textLine{}
	}
	if r.Sum != "" {
		p.column(sum, 0, math.Max(sums, sum.width))
	}
	if r.Number != "" {
		p.column(number, math.Max(sums, sum.width)+gap, numbers)
	}
	p.y += tableLine
}

// column puts a line into a column of a width that ends a distance before the trailing edge, both in pixels. Numbers
// stand at its right, whatever the language, so that their points stand below each other.
func (p *pen) column(l textLine, before, width float64) {
	edge := p.form.side * p.scale
	x := float64(p.width) - edge - before - l.width
	if p.rtl {
		x = edge + before + math.Max(0, width-l.width)
	}
	p.drawLine(l, x, tableText, tableLine)
}
