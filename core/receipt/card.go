package receipt

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"slices"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"
	xdraw "golang.org/x/image/draw"
)

// Card is one page of A5 that stands beside the till: what people do and what
// the screen says, for those who do not see it or have never used it.
type Card struct {
	Title, Under string
	Parts        []CardPart
	Footer       string
	RTL          bool
}

// CardPart is a heading and what stands below it.
type CardPart struct {
	Heading string
	Rows    []CardRow
}

// CardRow is a square picture and a sentence or two. Name is said first and
// larger; it may be blank.
type CardRow struct {
	Picture    image.Image
	Name, Text string
}

// Sizes of a Card's page in millimetres, and of its picture in pixels: 300 dots
// per inch.
const (
	CardWidth  = 148.
	CardHeight = 210.
	CardDots   = 1748
)

// Measures of a Card in millimetres.
const (
	cardEdge    = 10.
	cardTitle   = 9.
	cardUnder   = 4.4
	cardHeading = 4.6
	cardName    = 3.95
	cardText    = 3.4
	cardLine    = 1.28 // the height of a line in sizes of its letters
	cardPicture = 9.6
	cardBeside  = 4.   // between picture and words
	cardRow     = 1.6  // between rows
	cardPart    = 2.8  // above a heading
	cardRule    = 0.35 // thick
	cardSpare   = 3.   // at most
	cardColours = 48
)

var (
	cardInk   = color.RGBA{0x16, 0x19, 0x1d, 0xff}
	cardMuted = color.RGBA{0x4a, 0x52, 0x60, 0xff}
)

// Card returns the picture of a page, CardDots wide, opaque, and the height in
// millimetres that its content takes: more than CardHeight when it does not fit.
func (d *Drawer) Card(c Card) (img *image.RGBA, high float64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	high = (&page{text: &d.text, dst: image.NewRGBA(image.Rectangle{}), rtl: c.RTL}).draw(c)
	rows := 1
	for _, part := range c.Parts {
		rows += len(part.Rows)
	}
	img = image.NewRGBA(image.Rect(0, 0, CardDots, dots(CardHeight)))
	draw.Draw(img, img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	spare := min(cardSpare, max(0, CardHeight-high)/float64(rows))
	(&page{text: &d.text, dst: img, rtl: c.RTL, spare: spare}).draw(c)
	return img, high
}

// draw draws a whole card and returns its height.
func (p *page) draw(c Card) float64 {
	p.y = cardEdge
	p.paragraph(c.Title, bold, cardTitle, 0, cardInk)
	p.paragraph(c.Under, regular, cardUnder, 0, cardMuted)
	for _, part := range c.Parts {
		p.y += cardPart
		p.rule()
		p.y += cardPart / 2
		p.paragraph(part.Heading, semiBold, cardHeading, 0, cardInk)
		for _, r := range part.Rows {
			p.y += cardRow + p.spare
			p.row(r)
		}
	}
	if c.Footer != "" {
		p.y += cardPart
		p.rule()
		p.y += cardPart / 2
		p.paragraph(c.Footer, regular, cardText, 0, cardMuted)
	}
	return p.y + cardEdge
}

// page draws from top to bottom, in millimetres.
type page struct {
	text  *setter
	dst   *image.RGBA
	rtl   bool
	y     float64
	spare float64 // between rows, of what is left on the page
}

const cardScale = CardDots / CardWidth // pixels per millimetre

// paragraph sets a paragraph, indented on the leading side; nothing when it is blank.
func (p *page) paragraph(text string, w weight, size, indent float64, ink color.Color) {
	if text == "" {
		return
	}
	width := (CardWidth - 2*cardEdge - indent) * cardScale
	for _, l := range p.text.lines(text, w, size*cardScale, width, 0, p.rtl) {
		x := (cardEdge + indent) * cardScale
		if p.rtl {
			x = (CardWidth-cardEdge-indent)*cardScale - l.width
		}
		l.draw(p.dst, x, (p.y+baseline(size, size*cardLine))*cardScale, ink)
		p.y += size * cardLine
	}
}

// row sets words beside a picture, both on the same middle.
func (p *page) row(r CardRow) {
	indent := 0.
	top, high := p.y, p.high(r)
	if r.Picture != nil {
		indent = cardPicture + cardBeside
		x := cardEdge
		if p.rtl {
			x = CardWidth - cardEdge - cardPicture
		}
		y := top + max(0, (high-cardPicture)/2)
		at := image.Rect(dots(x), dots(y), dots(x+cardPicture), dots(y+cardPicture))
		xdraw.CatmullRom.Scale(p.dst, at, r.Picture, r.Picture.Bounds(), draw.Over, nil)
		p.y += max(0, (cardPicture-high)/2)
	}
	p.paragraph(r.Name, semiBold, cardName, indent, cardInk)
	p.paragraph(r.Text, regular, cardText, indent, cardInk)
	if r.Picture != nil {
		p.y = max(p.y, top+max(cardPicture, high))
	}
}

// high is the height of a row's words.
func (p *page) high(r CardRow) float64 {
	measure := page{text: p.text, dst: image.NewRGBA(image.Rectangle{}), rtl: p.rtl}
	indent := 0.
	if r.Picture != nil {
		indent = cardPicture + cardBeside
	}
	measure.paragraph(r.Name, semiBold, cardName, indent, cardInk)
	measure.paragraph(r.Text, regular, cardText, indent, cardInk)
	return measure.y
}

func (p *page) rule() {
	line := image.Rect(dots(cardEdge), dots(p.y), dots(CardWidth-cardEdge), dots(p.y+cardRule))
	draw.Draw(p.dst, line, image.NewUniform(cardMuted), image.Point{}, draw.Src)
}

func dots(millimetres float64) int { return int(millimetres*cardScale + .5) }

// CardsPDF puts cards into one document, a page of A5 each. The same cards and
// the same date give the same bytes.
func (d *Drawer) CardsPDF(made time.Time, cards ...Card) ([]byte, error) {
	doc := fpdf.NewCustom(&fpdf.InitType{OrientationStr: "P", UnitStr: "mm", Size: fpdf.SizeType{Wd: CardWidth, Ht: CardHeight}})
	doc.SetCatalogSort(true)
	doc.SetCreationDate(stamp(made))
	doc.SetModificationDate(stamp(made))
	doc.SetProducer("Sanduq", true)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	for i, c := range cards {
		if i == 0 {
			doc.SetTitle(c.Title, true)
		}
		picture, err := d.cardPNG(c, i)
		if err != nil {
			return nil, err
		}
		doc.AddPage()
		options := fpdf.ImageOptions{ImageType: "PNG"}
		name := strconv.Itoa(i)
		doc.RegisterImageOptionsReader(name, options, bytes.NewReader(picture))
		doc.ImageOptions(name, 0, 0, CardWidth, CardHeight, false, options, 0, "")
	}
	var out bytes.Buffer
	if err := doc.Output(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// CardPNG returns the picture of a page as a PNG file, in its most frequent
// colours: edges of letters lose shades that no printer can print.
func (d *Drawer) CardPNG(c Card) ([]byte, error) { return d.cardPNG(c, 0) }

// cardPNG leaves so many columns of the right margin out: the PDF library orders
// the pictures of a file by their widths alone, and those of one width by chance.
func (d *Drawer) cardPNG(c Card, without int) ([]byte, error) {
	img, _ := d.Card(c)
	var out bytes.Buffer
	if err := png.Encode(&out, fewer(img).SubImage(image.Rect(0, 0, CardDots-without, img.Rect.Dy()))); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// fewer is a picture in its cardColours most frequent colours. It is opaque.
func fewer(img *image.RGBA) *image.Paletted {
	count := map[color.RGBA]int{}
	each(img, func(c color.RGBA, from, to int) { count[c] += to - from })
	all := slices.SortedFunc(maps.Keys(count), func(x, y color.RGBA) int {
		return cmp.Or(cmp.Compare(count[y], count[x]), cmp.Compare(x.R, y.R), cmp.Compare(x.G, y.G), cmp.Compare(x.B, y.B))
	})
	var palette color.Palette
	for _, c := range all[:min(len(all), cardColours)] {
		palette = append(palette, c)
	}
	nearest := map[color.RGBA]uint8{}
	for c := range count {
		nearest[c] = uint8(palette.Index(c))
	}
	out := image.NewPaletted(img.Rect, palette)
	each(img, func(c color.RGBA, from, to int) {
		index := nearest[c]
		for i := from; i < to; i++ {
			out.Pix[i] = index
		}
	})
	return out
}

// each calls f for every run of points of one colour, with their numbers.
func each(img *image.RGBA, f func(c color.RGBA, from, to int)) {
	at := func(i int) color.RGBA {
		return color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3]}
	}
	begun := 0
	for i := 1; i <= len(img.Pix)/4; i++ {
		if i == len(img.Pix)/4 || at(i) != at(begun) {
			f(at(begun), begun, i)
			begun = i
		}
	}
}
