package receipt

import (
	"image"
	"image/color"
	"image/draw"
	"math"
)

// band draws the hatched band with the mark on top of a practice receipt. It is part of the picture, not laid over it:
// no paper and no file can come without it. Its stripes are dark and light enough to be told apart in black and white.
func (p *pen) band() {
	if p.mark == "" {
		p.y = topPadding
		return
	}
	p.y = bandHeight + p.form.markGap
	high := int(math.Round(bandHeight * p.scale))
	p.later(func(dst draw.Image) { p.hatch(dst, high) })
	spacing := .08 * bandText * p.scale
	if rightToLeft(p.mark, p.rtl) {
		spacing = 0 // joined letters must not be pulled apart
	}
	lines := p.text.lines(cut(p.mark), bold, bandText*p.scale, p.inner(), spacing, p.rtl)
	if len(lines) == 0 {
		return
	}
	l := lines[0]
	x := (float64(p.width) - l.width) / 2
	pad := bandPadding * p.scale
	label := image.Rect(int(math.Round(x-pad)), 0, int(math.Round(x+l.width+pad)), high)
	under, on := practice, onYellow
	if p.thermal {
		under, on = color.RGBA{}, ink
	}
	p.later(func(dst draw.Image) { draw.Draw(dst, label, image.NewUniform(under), image.Point{}, draw.Src) })
	p.at(l, x, baseline(bandText, bandHeight)*p.scale, on)
}

// hatch fills the band. On thermal paper its dark stripes are thinner than the light ones: a head that heats half of
// its dots for many rows prints them grey and wears.
func (p *pen) hatch(dst draw.Image, high int) {
	thick := stripe * p.scale
	colour, coloured := dst.(*image.RGBA)
	for y := range high {
		for x := range p.width {
			if coloured {
				colour.SetRGBA(x, y, stripes(float64(x)+.5, float64(y)+.5, thick))
			} else if math.Mod(float64(x+y)/math.Sqrt2, 2*thick) < thermalDark*2*thick {
				dst.Set(x, y, ink)
			}
		}
	}
}

// thermalDark is the part of the hatch that is black on thermal paper.
const thermalDark = 0.3

// stripes is the colour of the hatch at a pixel's centre: stripes at 45 degrees, thick pixels across, dark first, with
// soft edges.
func stripes(x, y, thick float64) color.RGBA {
	across := math.Mod((x+y)/math.Sqrt2, 2*thick)
	// Distance to the nearest edge, positive inside the dark stripe.
	inside := min(across, thick-across)
	if across > thick {
		inside = -min(across-thick, 2*thick-across)
	}
	dark := min(max(inside+.5, 0), 1)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*dark + float64(b)*(1-dark))) }
	return color.RGBA{mix(onYellow.R, practice.R), mix(onYellow.G, practice.G), mix(onYellow.B, practice.B), 0xff}
}
