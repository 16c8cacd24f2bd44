package receipt

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// Listing is a document of many rows on pages of A4, landscape, drawn by the
// same pen as receipts.
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
}

// Measures of a listing in dots: A4 at 200 to the inch.
const (
	listingWide   = 2339
	listingHigh   = 1654
	listingEdge   = 110
	listingBand   = 52
	listingTitle  = 44.
	listingFact   = 25.
	listingText   = 22.
	listingRow    = 37
	listingGap    = 18 // between columns
	listingPart   = 34 // above a heading
	listingGreys  = 16
	listingFootAt = listingHigh - 64
	// ListingPages is how many pages one document takes: what is held in memory
	// until the document is whole, and more than anybody prints.
	ListingPages = 1000
)

// Pages is a listing that is being drawn. It is not safe for concurrent use.
type Pages struct {
	d       *Drawer
	l       Listing
	doc     *fpdf.Fpdf
	img     *image.Gray
	y       int
	pages   int
	columns []ListingColumn
	err     error
}

// Listing begins a document with its title and facts.
func (d *Drawer) Listing(l Listing) *Pages {
	doc := fpdf.New("L", "mm", "A4", "")
	doc.SetCatalogSort(true)
	doc.SetCreationDate(stamp(l.Made))
	doc.SetModificationDate(stamp(l.Made))
	doc.SetTitle(cut(l.Title), true)
	doc.SetAuthor(cut(l.By), true)
	doc.SetProducer("Sanduq", true)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	p := &Pages{d: d, l: l, doc: doc}
	p.begin()
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
	if p.y+listingPart+4*listingRow > listingFootAt {
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
	if p.y+listingRow > listingFootAt-20 {
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
	return p.doc.Output(w)
}

// heads draws the columns' heads on a ground of grey.
func (p *Pages) heads() {
	if p.columns == nil {
		return
	}
	draw.Draw(p.img, image.Rect(listingEdge, p.y, listingWide-listingEdge, p.y+listingRow), image.NewUniform(color.Gray{0xe8}), image.Point{}, draw.Src)
	texts := make([]string, len(p.columns))
	for i, c := range p.columns {
		texts[i] = c.Head
	}
	p.cells(texts, semiBold)
	p.y += listingRow
}

// cells draws one line of cells. What is too long is cut, and shows it; what
// stands at the end, a number, becomes smaller instead: no digit may be lost.
func (p *Pages) cells(texts []string, w weight) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
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
		l := p.d.text.line(texts[i], w, size, p.l.RTL)
		switch {
		case l.width > room && c.End:
			size *= room / l.width
			l = p.d.text.line(texts[i], w, size, p.l.RTL)
		case l.width > room:
			if few := p.d.text.few(1, texts[i], w, size, room, p.l.RTL); len(few) > 0 {
				l = few[0]
			}
		}
		at := from + listingGap/2
		if c.End {
			at += room - l.width
		}
		if p.l.RTL {
			at = listingWide - at - l.width
		}
		l.draw(p.img, at, float64(p.y)+baseline(listingText, listingRow), ink)
	}
}

// line draws a line of text on the leading side, indented, and goes below it.
func (p *Pages) line(text string, w weight, size, indent float64, c color.Color) {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	for _, l := range p.d.text.few(2, text, w, size, listingWide-2*listingEdge-indent, p.l.RTL) {
		x := listingEdge + indent
		if p.l.RTL {
			x = listingWide - x - l.width
		}
		l.draw(p.img, x, float64(p.y)+baseline(size, size*1.45), c)
		p.y += int(size * 1.45)
	}
}

func (p *Pages) width(text string, w weight, size float64) float64 {
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	return p.d.text.line(text, w, size, p.l.RTL).width
}

func (p *Pages) rule(y, thick int, c color.Color) {
	draw.Draw(p.img, image.Rect(listingEdge, y, listingWide-listingEdge, y+thick), image.NewUniform(c), image.Point{}, draw.Src)
}

func (p *Pages) next() {
	p.end()
	p.begin()
	p.heads()
}

// begin takes a white page, with the mark when there is one.
func (p *Pages) begin() {
	p.img = image.NewGray(image.Rect(0, 0, listingWide, listingHigh))
	draw.Draw(p.img, p.img.Rect, image.NewUniform(paper), image.Point{}, draw.Src)
	p.pages++
	p.y = listingEdge / 2
	if p.l.Mark == "" {
		return
	}
	for y := range listingBand {
		for x := range listingWide {
			p.img.Set(x, y, stripes(float64(x)+.5, float64(y)+.5, 20))
		}
	}
	p.d.mu.Lock()
	defer p.d.mu.Unlock()
	l := p.d.text.line(p.l.Mark, bold, 28, p.l.RTL)
	x := (listingWide - l.width) / 2
	draw.Draw(p.img, image.Rect(int(x)-30, 0, int(x+l.width)+30, listingBand), image.NewUniform(practice), image.Point{}, draw.Src)
	l.draw(p.img, x, baseline(28, listingBand), onYellow)
	p.y = listingBand + 30
}

// end puts the foot under a page and the page into the document.
func (p *Pages) end() {
	p.y = listingFootAt
	p.rule(p.y, 1, color.Gray{0xa0})
	p.y += 12
	at := p.y
	p.line(p.l.Footer, regular, 20, 0, cardMuted)
	if p.l.Page != nil {
		p.y = at
		number := p.l.Page(p.pages)
		p.line(number, regular, 20, listingWide-2*listingEdge-math.Ceil(p.width(number, regular, 20))-2, cardMuted)
	}
	if p.err != nil {
		return
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if p.err = encoder.Encode(&out, greys(p.img)); p.err != nil {
		return
	}
	p.doc.AddPage()
	options := fpdf.ImageOptions{ImageType: "PNG"}
	name := strconv.Itoa(p.pages)
	p.doc.RegisterImageOptionsReader(name, options, &out)
	p.doc.ImageOptions(name, 0, 0, 297, 210, false, options, 0, "")
}

var greyPalette = func() (all color.Palette) {
	for i := range listingGreys {
		all = append(all, color.Gray{uint8(i * 255 / (listingGreys - 1))})
	}
	return all
}()

// greys is a picture in so few shades that a dot takes half a byte.
func greys(img *image.Gray) *image.Paletted {
	out := image.NewPaletted(img.Rect, greyPalette)
	for i, v := range img.Pix {
		out.Pix[i] = uint8((int(v)*(listingGreys-1) + 127) / 255)
	}
	return out
}
