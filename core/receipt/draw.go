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

// NewDrawer reads the typeface. The error names the weight that cannot be read.
func NewDrawer(f Fonts) (*Drawer, error) {
	faces, err := f.parse()
	if err != nil {
		return nil, err
	}
	return &Drawer{text: setter{faces: faces}}, nil
}

// Draw returns the picture of c, width pixels wide and as high as it needs, opaque, black on white but for the band
// of a practice receipt. The same arguments give the same pixels.
func (d *Drawer) Draw(c Content, f Form, width int) (*image.RGBA, error) {
	if width < narrowest || width > widest {
		return nil, ErrWidth
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	measure := d.slip(c, f, width, nil)
	height := measure.run()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	d.slip(c, f, width, img).run()
	return img, nil
}

// Height returns the height in pixels that Draw would give the picture.
func (d *Drawer) Height(c Content, f Form, width int) (int, error) {
	if width < narrowest || width > widest {
		return 0, ErrWidth
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.slip(c, f, width, nil).run(), nil
}

func (d *Drawer) slip(c Content, f Form, width int, dst *image.RGBA) *slip {
	return &slip{content: c, form: f, text: &d.text, dst: dst, width: width, scale: float64(width) / f.width}
}

// slip draws from top to bottom; without a destination it only measures.
type slip struct {
	content Content
	form    Form
	text    *setter
	dst     *image.RGBA
	width   int
	scale   float64 // pixels per point
	y       float64 // points
}

func (s *slip) run() (height int) {
	s.band()
	s.heading()
	s.sum()
	s.rows()
	s.copyMark()
	return int(math.Ceil((s.y + s.form.bottom) * s.scale))
}

func (s *slip) heading() {
	c := s.content
	s.centred(c.Shop, semiBold, s.form.shop, s.form.shopLine)
	s.centred(c.Under, regular, smallText, smallLine)
}

// centred sets a paragraph in the middle; nothing when it is blank.
func (s *slip) centred(text string, w weight, size, line float64) {
	if text == "" {
		return
	}
	for _, l := range s.text.few(centreLines, text, w, size*s.scale, s.inner(), s.content.RTL) {
		s.draw(l, (float64(s.width)-l.width)/2, size, line)
		s.y += line
	}
}

// draw puts a line into a row of a height in points; x is in pixels.
func (s *slip) draw(l textLine, x, size, line float64) {
	if s.dst != nil {
		l.draw(s.dst, x, (s.y+baseline(size, line))*s.scale, ink)
	}
}

func (s *slip) rows() {
	s.y += s.form.ruleAbove
	s.rule(0)
	s.y += rulePadding
	size, left, right := s.form.text, sidePadding*s.scale, float64(s.width)-sidePadding*s.scale
	for _, line := range s.content.Lines {
		label := s.text.line(line.Label, regular, size*s.scale, s.content.RTL)
		room := max(s.inner()-label.width-rowGap*s.scale, s.inner()/3)
		if s.content.RTL {
			s.draw(label, right-label.width, size, s.form.row)
		} else {
			s.draw(label, left, size, s.form.row)
		}
		for _, v := range s.text.few(valueLines, line.Value, medium, size*s.scale, room, s.content.RTL) {
			if s.content.RTL {
				s.draw(v, left, size, s.form.row)
			} else {
				s.draw(v, right-v.width, size, s.form.row)
			}
			s.y += s.form.row
		}
	}
}

func (s *slip) copyMark() {
	if s.content.Copy == "" {
		return
	}
	s.y += s.form.copyAbove
	s.rule(6)
	s.y += s.form.copyLineBelow
	s.centred(s.content.Copy, semiBold, smallText, smallLine)
}

// rule draws a line of one point across the inner width, dashed when dash is not 0.
func (s *slip) rule(dash float64) {
	if s.dst == nil {
		return
	}
	top := int(math.Round(s.y * s.scale))
	thick := max(1, int(math.Round(s.scale)))
	from, to := int(math.Round(sidePadding*s.scale)), s.width-int(math.Round(sidePadding*s.scale))
	step := int(math.Round(dash * s.scale))
	for x := from; x < to; x++ {
		if step > 0 && ((x-from)/step)%2 == 1 {
			continue
		}
		for y := top; y < top+thick; y++ {
			s.dst.SetRGBA(x, y, ink)
		}
	}
}

// inner is the width between the paddings in pixels.
func (s *slip) inner() float64 { return (s.form.width - 2*sidePadding) * s.scale }

// baseline places text by its capitals, since the face's own line box is tall: the middle of the capitals stands in
// the middle of the row.
func baseline(size, line float64) float64 { return (line + capitals*size) / 2 }

const capitals = 0.71
