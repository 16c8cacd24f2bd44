package receipt

import (
	"bytes"
	"cmp"
	"image/color"
	"io"
	"math"
	"slices"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"sanduq/core/receipt/archive"
)

// Listing is a document of many rows on pages of A4, landscape, as text in the
// typeface of receipts, shaped by the same pen: it is found, chosen and copied.
type Listing struct {
	Title  string
	Mark   string      // in a hatched band on every page; blank when money moved
	Facts  [][2]string // labels and values below the title
	Footer string      // on every page
	Page   func(n int) string
	RTL    bool
	Made   time.Time
	By     string
}

// ListingColumn is one column of a table on paper.
type ListingColumn struct {
	Head  string
	Width float64 // its share of the page
	End   bool    // stands at the trailing side, as numbers do, and is never cut
	Whole bool    // is never cut, as a date must not be
}

// Measures of a listing in dots: A4 at 200 to the inch.
const (
	listingWide     = 2339
	listingHigh     = 1654
	listingEdge     = 110
	listingBand     = 52
	listingTitle    = 44.
	listingFact     = 25.
	listingText     = 22.
	listingRow      = 37
	listingGap      = 18 // between columns
	listingPart     = 34 // above a heading
	listingFooterAt = listingHigh - 64
	// ListingPages is how many pages one document takes: what is held in memory
	// until the document is whole, and more than anybody prints.
	ListingPages = 1000
)

// Pages is a listing that is being drawn. It is not safe for concurrent use.
type Pages struct {
	d       *Drawer
	l       Listing
	doc     *fpdf.Fpdf
	fonts   [weightCount]*pdfFont
	spelled [weightCount]spelled
	widths  [weightCount][0x100]float64 // of Latin signs, at the size of cells; 0 for none
	dots    [weightCount]float64        // the width of an ellipsis
	filling color.Color                 // what the page fills with
	face    weight                      // of the font that is set, and its size in points; 0 for none
	points  float64
	rules   []ruled // of this page, which are drawn when it ends
	known   map[shapedKey]textLine
	y       int
	pages   int
	columns []ListingColumn
	err     error
}

// Listing begins a document with its title and facts.
func (d *Drawer) Listing(l Listing) *Pages {
	doc := fpdf.New("L", "mm", "A4", "")
	doc.SetCatalogSort(true)
	archive.Declare(doc, cut(l.Title), cut(l.By), stamp(l.Made))
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.SetLang(map[bool]string{true: "ar", false: ""}[l.RTL])
	p := &Pages{d: d, l: l, doc: doc, known: map[shapedKey]textLine{}}
	d.mu.Lock()
	p.fonts, p.err = d.text.faces.pdfFonts(doc)
	d.mu.Unlock()
	for w := range p.spelled {
		p.spelled[w] = spelled{}
	}
	p.newPage()
	p.line(l.Title, bold, listingTitle, 0, ink)
	p.y += 10
	labels := 0.
	for _, f := range l.Facts {
		labels = max(labels, p.width(f[0], regular, listingFact))
	}
	for _, f := range l.Facts {
		y := p.y
		p.line(f[0], regular, listingFact, 0, cardMuted)
		p.y = y
		p.line(f[1], medium, listingFact, labels+2*listingGap, ink)
	}
	return p
}

// Table begins a table: a heading, then the columns' heads, which come again on
// each page.
func (p *Pages) Table(heading string, columns []ListingColumn) {
	p.columns = columns
	if p.y+listingPart+4*listingRow > listingFooterAt {
		p.columns = nil
		p.next()
		p.columns = columns
	} else {
		p.y += listingPart
	}
	p.line(heading, semiBold, listingFact+5, 0, ink)
	p.y += 4
	p.heads()
}

// Row adds a row; a bold one has a line above it, as sums do. It returns how
// many pages there are.
func (p *Pages) Row(cells []string, sum bool) int {
	if p.y+listingRow > listingFooterAt-20 {
		p.next()
	}
	w := regular
	if sum {
		w = semiBold
		p.rule(p.y, 2, color.Gray{0x60})
	}
	p.cells(cells, w)
	p.y += listingRow
	p.rule(p.y, 1, color.Gray{0xd8})
	return p.pages
}

// Finish writes the document.
func (p *Pages) Finish(w io.Writer) error {
	p.end()
	if p.err != nil {
		return p.err
	}
	var out bytes.Buffer
	if err := p.doc.Output(&out); err != nil {
		return err
	}
	file, err := speaking(out.Bytes(), p.spelled)
	if err == nil {
		file, err = archive.Identify(file)
	}
	if err == nil {
		_, err = w.Write(file)
	}
	return err
}

// heads draws the columns' heads on a ground of grey.
func (p *Pages) heads() {
	if p.columns == nil {
		return
	}
	p.fill(listingEdge, float64(p.y), listingWide-2*listingEdge, listingRow, color.Gray{0xe8})
	texts := make([]string, len(p.columns))
	for i, c := range p.columns {
		texts[i] = c.Head
	}
	p.cells(texts, semiBold)
	p.y += listingRow
}

// cells draws one line of cells. What is too long is cut, and shows it; a
// number and what is whole become smaller instead: no digit may be lost.
func (p *Pages) cells(texts []string, w weight) {
	defer p.pen()()
	var all float64
	for _, c := range p.columns {
		all += c.Width
	}
	x := float64(listingEdge)
	for i, c := range p.columns {
		wide := c.Width / all * (listingWide - 2*listingEdge)
		room, from := wide-listingGap, x
		x += wide
		if texts[i] == "" {
			continue
		}
		size := listingText
		if p.plain(texts[i], w, from, room, float64(p.y)+baseline(listingText, listingRow), c) {
			continue
		}
		l := p.shaped(texts[i], w)
		switch {
		case l.width > room && (c.End || c.Whole):
			size *= room / l.width
			l = p.d.text.line(texts[i], w, size, p.l.RTL)
		case l.width > room:
			l = p.few(texts[i], w, room, l)
		}
		at := from + listingGap/2
		if c.End {
			at += room - l.width
		}
		if p.l.RTL {
			at = listingWide - at - l.width
		}
		p.write(l, texts[i], w, at, float64(p.y)+baseline(listingText, listingRow), ink)
	}
}

// ruled is a line across the page.
type ruled struct {
	y, thick int
	c        color.Gray
}

func (p *Pages) rule(y, thick int, c color.Gray) { p.rules = append(p.rules, ruled{y, thick, c}) }

func (p *Pages) next() {
	p.end()
	p.newPage()
	p.heads()
}

// newPage takes a white page, with the mark when there is one.
func (p *Pages) newPage() {
	p.doc.AddPage()
	p.pages++
	p.y = listingEdge / 2
	if p.l.Mark == "" {
		return
	}
	p.fill(0, 0, listingWide, listingBand, practice)
	p.fillWith(onYellow)
	for x := -float64(listingBand); x < listingWide; x += 40 {
		p.doc.Polygon([]fpdf.PointType{at(x, listingBand), at(x+20, listingBand), at(x+20+listingBand, 0), at(x+listingBand, 0)}, "F")
	}
	defer p.pen()()
	l := p.d.text.line(p.l.Mark, bold, 28, p.l.RTL)
	x := (listingWide - l.width) / 2
	p.fill(x-30, 0, l.width+60, listingBand, practice)
	p.write(l, p.l.Mark, bold, x, baseline(28, listingBand), onYellow)
	p.y = listingBand + 30
}

// end puts the foot under a page and the page into the document.
func (p *Pages) end() {
	p.y = listingFooterAt
	p.rule(p.y, 1, color.Gray{0xa0})
	p.y += 12
	at := p.y
	p.line(p.l.Footer, regular, 20, 0, cardMuted)
	if p.l.Page != nil {
		p.y = at
		number := p.l.Page(p.pages)
		p.line(number, regular, 20, listingWide-2*listingEdge-math.Ceil(p.width(number, regular, 20))-2, cardMuted)
	}
	slices.SortStableFunc(p.rules, func(a, b ruled) int { return cmp.Compare(a.c.Y, b.c.Y) })
	for _, r := range p.rules {
		p.fill(listingEdge, float64(r.y), listingWide-2*listingEdge, float64(r.thick), r.c)
	}
	p.rules = p.rules[:0]
}

// pen takes the drawer's pen, which sets each letter apart, until what it returns is
// called.
func (p *Pages) pen() (back func()) {
	p.d.mu.Lock()
	p.d.text.apart = true
	return func() {
		p.d.text.apart = false
		p.d.mu.Unlock()
	}
}

// unit is a dot in millimetres.
const unit = 297. / listingWide

func at(x, y float64) fpdf.PointType { return fpdf.PointType{X: x * unit, Y: y * unit} }

// fillWith makes a colour that of what is filled, and of texts: the library surrounds each
// text of another colour than that with two changes of it.
func (p *Pages) fillWith(c color.Color) {
	if p.filling == c {
		return
	}
	r, g, b, _ := c.RGBA()
	p.doc.SetTextColor(int(r>>8), int(g>>8), int(b>>8))
	p.doc.SetFillColor(int(r>>8), int(g>>8), int(b>>8))
	p.filling = c
}

// font sets the font of texts: the library writes it down each time, under a long name.
func (p *Pages) font(w weight, size float64) {
	if points := size * unit * 72 / 25.4; p.face != w || p.points != points {
		p.doc.SetFont(families[w], "", points)
		p.face, p.points = w, points
	}
}

// fill paints a rectangle.
func (p *Pages) fill(x, y, wide, high float64, c color.Color) {
	p.fillWith(c)
	p.doc.Rect(x*unit, y*unit, wide*unit, high*unit, "F")
}
