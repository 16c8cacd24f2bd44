package receipt

import (
	"image"
	"image/color"
	"image/draw"
	"math"
)

// band draws the hatched band with the mark on top of a practice receipt. It is part of the picture, not laid over it:
// no paper and no file can come without it. Its stripes are dark and light enough to be told apart in black and white.
func (s *slip) band() {
	if s.content.Mark == "" {
		s.y = topPadding
		return
	}
	s.y = bandHeight + s.form.markGap
	if s.dst == nil {
		return
	}
	high := int(math.Round(bandHeight * s.scale))
	for y := range high {
		for x := range s.width {
			s.dst.SetRGBA(x, y, stripes(float64(x)+.5, float64(y)+.5, stripe*s.scale))
		}
	}
	spacing := .08 * bandText * s.scale
	if rightToLeft(s.content.Mark, s.content.RTL) {
		spacing = 0 // joined letters must not be pulled apart
	}
	lines := s.text.lines(cut(s.content.Mark), bold, bandText*s.scale, s.inner(), spacing, s.content.RTL)
	if len(lines) == 0 {
		return
	}
	l := lines[0]
	x := (float64(s.width) - l.width) / 2
	pad := bandPadding * s.scale
	label := image.Rect(int(math.Round(x-pad)), 0, int(math.Round(x+l.width+pad)), high)
	draw.Draw(s.dst, label, image.NewUniform(practice), image.Point{}, draw.Src)
	l.draw(s.dst, x, baseline(bandText, bandHeight)*s.scale, onYellow)
}

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
