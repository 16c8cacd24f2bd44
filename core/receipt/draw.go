package receipt

import (
	"errors"
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"
)

// Widths of pictures in pixels: PaperDots are the dots across an 80 mm printer at 8 per millimetre, FileDots twice as
// many for what is saved and looked at closely.
const (
	PaperDots = 576
	FileDots  = 2 * PaperDots
)

// ErrWidth is returned for a picture too narrow to hold a receipt, or absurdly wide.
var ErrWidth = errors.New("receipt: width out of range")

const narrowest, widest = 120, 8192

var (
	paper    = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink      = color.RGBA{0, 0, 0, 0xff}
	practice = color.RGBA{0xff, 0xc4, 0x00, 0xff}
	onYellow = color.RGBA{0x16, 0x19, 0x1d, 0xff}
)

// Drawer draws contents in one typeface. It is safe for concurrent use.
type Drawer struct {
	mu   sync.Mutex
	text setter
}

// NewDrawer is a drawer in a typeface. The error names the weight that is no font. The tables of a weight are read when
// it is first drawn in, which panics when they are damaged: a program that embeds a typeface draws with it in a test.
func NewDrawer(f Fonts) (*Drawer, error) {
	faces, err := f.open()
	if err != nil {
		return nil, err
	}
	return &Drawer{text: setter{faces: faces}}, nil
}

// Draw returns the picture of c, width pixels wide and as high as it needs, opaque, black on white but for the band
// of a practice receipt. The same arguments give the same pixels.
func (d *Drawer) Draw(c Content, f Form, width int) (*image.RGBA, error) {
	return d.DrawSlip(c.View(), f, width)
}

// DrawSlip is Draw of any slip.
func (d *Drawer) DrawSlip(s Slip, f Form, width int) (*image.RGBA, error) {
	if width < narrowest || width > widest {
		return nil, ErrWidth
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.pen(s, f, width)
	img := image.NewRGBA(image.Rect(0, 0, width, p.run(s.Parts)))
	draw.Draw(img, img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	p.onto(img)
	return img, nil
}

// Height returns the height in pixels that Draw would give the picture.
func (d *Drawer) Height(c Content, f Form, width int) (int, error) {
	return d.SlipHeight(c.View(), f, width)
}

// SlipHeight is Height of any slip.
func (d *Drawer) SlipHeight(s Slip, f Form, width int) (int, error) {
	if width < narrowest || width > widest {
		return 0, ErrWidth
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.pen(s, f, width).run(s.Parts), nil
}

func (d *Drawer) pen(s Slip, f Form, width int) *pen {
	return &pen{rtl: s.RTL, mark: s.Mark, form: f, text: &d.text, width: width, scale: float64(width) / f.width}
}

// pen sets everything from top to bottom once, and keeps what is to be drawn: the height is known only then.
type pen struct {
	rtl     bool
	mark    string
	form    Form
	text    *setter
	thermal bool // dots are on or off, and there is one ink
	width   int
	scale   float64 // pixels per point
	y       float64 // points
	strokes []func(draw.Image)
}

func (p *pen) run(parts []Part) (height int) {
	p.band()
	for _, part := range parts {
		part.draw(p)
	}
	return int(math.Ceil((p.y + p.form.bottom) * p.scale))
}

func (p *pen) later(stroke func(draw.Image)) { p.strokes = append(p.strokes, stroke) }

// onto draws what was set.
func (p *pen) onto(dst draw.Image) {
	for _, stroke := range p.strokes {
		stroke(dst)
	}
}

// centred sets a paragraph in the middle; nothing when it is blank.
func (p *pen) centred(text string, w weight, size, line float64) {
	p.within(text, w, size, line, p.inner())
}

// within is centred in a width in pixels.
func (p *pen) within(text string, w weight, size, line, width float64) {
	if text == "" {
		return
	}
	p.middle(p.text.few(centreLines, text, w, size*p.scale, width, p.rtl), size, line)
}

// balanced is centred with lines of one length, so that no word stands alone below a full line.
func (p *pen) balanced(text string, w weight, size, line float64) {
	if text == "" {
		return
	}
	lines := p.text.few(centreLines, text, w, size*p.scale, p.inner(), p.rtl)
	for width, step := p.inner(), p.inner()/4; len(lines) > 1 && step > p.inner()/64; step /= 2 {
		if narrower := p.whole(text, w, size, width-step); len(narrower) == len(lines) { // few cuts what needs more lines
			lines, width = narrower, width-step
		}
	}
	p.middle(lines, size, line)
}

// whole sets a text in all the lines that it needs.
func (p *pen) whole(text string, w weight, size, width float64) []textLine {
	return p.text.lines(cut(text), w, size*p.scale, width, 0, p.rtl)
}

// middle puts lines in the middle.
func (p *pen) middle(lines []textLine, size, line float64) {
	for _, l := range lines {
		p.drawLine(l, (float64(p.width)-l.width)/2, size, line)
		p.y += line
	}
}

// drawLine draws a line into a row of a height in points; x is in pixels.
func (p *pen) drawLine(l textLine, x, size, line float64) {
	p.at(l, x, (p.y+baseline(size, line))*p.scale, ink)
}

// at draws a line with its baseline at a height in pixels: a whole one where dots are on or off, so that every line of
// a size looks the same.
func (p *pen) at(l textLine, x, base float64, with color.RGBA) {
	if p.thermal {
		base = math.Round(base)
	}
	p.later(func(dst draw.Image) { l.draw(dst, x, base, with) })
}

// side puts a line at the leading edge, or at the other one.
func (p *pen) side(l textLine, leading bool, size, line float64) {
	x := p.form.side * p.scale
	if leading == p.rtl {
		x = float64(p.width) - x - l.width
	}
	p.drawLine(l, x, size, line)
}

func (p *pen) rows(lines []Line) {
	size := p.form.text
	for _, line := range lines {
		label := p.text.line(line.Label, regular, size*p.scale, p.rtl)
		room := max(p.inner()-label.width-rowGap*p.scale, p.inner()/3)
		values := p.text.few(valueLines, line.Value, medium, size*p.scale, room, p.rtl)
		p.side(label, true, size, p.form.row)
		if below := p.below(line.Value, values); below != nil {
			p.y += p.form.row - stackedCloser
			values = below
		}
		for _, v := range values {
			p.side(v, false, size, p.form.row)
			p.y += p.form.row
		}
	}
}

// below is a value set under its label, where the form allows it and fewer lines result.
func (p *pen) below(value string, beside []textLine) []textLine {
	if !p.form.stacks || len(beside) < 2 {
		return nil
	}
	values := p.text.few(valueLines, value, medium, p.form.text*p.scale, p.inner(), p.rtl)
	if len(values) >= len(beside) {
		return nil
	}
	return values
}

// rule draws a line of one point across the inner width, dashed when dash is not 0. On paper it has two dots, since one
// prints grey.
func (p *pen) rule(dash float64) {
	top := int(math.Round(p.y * p.scale))
	thick := max(1, int(math.Round(p.scale)))
	if p.thermal {
		thick = 2
	}
	from, to := int(math.Round(p.form.side*p.scale)), p.width-int(math.Round(p.form.side*p.scale))
	step := to - from
	if dash > 0 {
		step = max(1, int(math.Round(dash*p.scale)))
	}
	for x := from; x < to; x += 2 * step {
		p.fill(image.Rect(x, top, min(x+step, to), top+thick))
	}
}

// fill paints a rectangle in pixels.
func (p *pen) fill(r image.Rectangle) {
	p.later(func(dst draw.Image) { draw.Draw(dst, r, image.NewUniform(ink), image.Point{}, draw.Src) })
}

// inner is the width between the paddings in pixels.
func (p *pen) inner() float64 { return (p.form.width - 2*p.form.side) * p.scale }

// baseline places text by its capitals, since the face's own line box is tall: the middle of the capitals stands in
// the middle of the row.
func baseline(size, line float64) float64 { return (line + capitals*size) / 2 }

const capitals = 0.71
