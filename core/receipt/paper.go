package receipt

import (
	"image"
	"image/color"
	"math"

	"sanduq/core/qr"
)

// PaperDots58 are the dots across a 58 mm printer; PaperDots are those of an 80 mm one. Both have 8 per millimetre.
const PaperDots58 = 384

// paperForm is the form on paper: type has one size on both widths, 2 mm and more, and what is too long wraps.
func paperForm(dots int) Form {
	f := Full.At(Full.width * float64(dots) / PaperDots)
	f.bottom, f.side, f.stacks = 8, paperSide, true // paper has white at its sides, and what is fed to the cutter is white too
	return f
}

// thermal is what a picture for paper is made of.
var thermal = color.Palette{color.White, color.Black}

// Paper returns the picture of a slip for a thermal printer, dots wide: every dot is white or black, index 0 or 1. The
// same slip gives the same dots.
func (d *Drawer) Paper(s Slip, dots int) (*image.Paletted, error) {
	if dots < PaperDots58/2 || dots > FileDots {
		return nil, ErrWidth
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	f := paperForm(dots)
	p := d.pen(s, f, dots)
	p.thermal = true
	inked := image.NewAlpha(image.Rect(0, 0, dots, p.run(s.Parts)))
	p.onto(inked)
	img := image.NewPaletted(inked.Rect, thermal)
	for i, a := range inked.Pix {
		if a >= halfInk {
			img.Pix[i] = 1
		}
	}
	return img, nil
}

// halfInk is how much of a dot letters must cover to make it black. It is below the half: strokes of 1.5 dots come out
// as two, evenly, where the half would make some of them one.
const halfInk = 112

// Measures of the parts that only paper has, in points.
const (
	paperSide  = 9.
	partGap    = 10.
	titleText  = 22.
	titleLine  = 28.
	titlePad   = 6.
	titleFrame = 2.
	titleBelow = 10.
	factText   = 28.
	factLine   = 35.
	textLines  = 1.35 // the height of a line in sizes of its letters
	digitsText = 40.
	codeAbove  = 12.
	codeSide   = 126. // at most, with its quiet zone
	rulerHigh  = 12.
)

func (t Title) draw(p *pen) {
	if t.Text == "" {
		return
	}
	frame := max(2, int(math.Round(titleFrame*p.scale)))
	left := int(math.Round(p.form.side * p.scale))
	top := int(math.Round(p.y * p.scale))
	p.y += titlePad
	p.within(t.Text, bold, titleText, titleLine, p.inner()-4*titlePad*p.scale)
	p.y += titlePad
	box := image.Rect(left, top, p.width-left, int(math.Round(p.y*p.scale)))
	p.fill(image.Rect(box.Min.X, box.Min.Y, box.Max.X, box.Min.Y+frame))
	p.fill(image.Rect(box.Min.X, box.Max.Y-frame, box.Max.X, box.Max.Y))
	p.fill(image.Rect(box.Min.X, box.Min.Y, box.Min.X+frame, box.Max.Y))
	p.fill(image.Rect(box.Max.X-frame, box.Min.Y, box.Max.X, box.Max.Y))
	p.y += titleBelow
}

// draw puts a code in modules of whole dots, with the quiet zone that readers ask for. A text that no code holds has
// none: it stands on the slip in letters.
func (c Code) draw(p *pen) {
	modules, err := qr.Modules(c.Text)
	if err != nil {
		return
	}
	wide := len(modules) + 2*qr.QuietZone
	dot := max(2, int(codeSide*p.scale)/wide)
	side := dot * wide
	p.y += codeAbove - qr.QuietZone*float64(dot)/p.scale/2
	left, top := (p.width-side)/2+qr.QuietZone*dot, int(math.Round(p.y*p.scale))+qr.QuietZone*dot
	for y, row := range modules {
		for x, black := range row {
			if black {
				p.fill(image.Rect(left+x*dot, top+y*dot, left+(x+1)*dot, top+(y+1)*dot))
			}
		}
	}
	p.y += float64(side-qr.QuietZone*dot/2) / p.scale
}

func (Ruler) draw(p *pen) {
	const square = 8 // dots of a millimetre
	p.y += partGap
	top, high := int(math.Round(p.y*p.scale)), int(math.Round(rulerHigh*p.scale))
	const beside = square + square*3/2 // what does not divide evenly is white at both ends
	for x := beside; x+beside <= p.width; x += 2 * square {
		p.fill(image.Rect(x, top, x+square, top+high/2))
	}
	for _, x := range []int{0, p.width - square} {
		p.fill(image.Rect(x, top, x+square, top+2*high))
	}
	p.y += 2 * rulerHigh
}
