package draw

import (
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
)

// shaders reports whether rounded rectangles are drawn instead of rectangles.
var shaders bool

// DrawWithShaders lets every rectangle of a widget be drawn as a rounded rectangle from now on: the same look for a
// third of the price and less. It is for windows that OpenGL paints; the painter of pictures in tests knows no shaders,
// so that without it they are rectangles. Call it before the first widget is made. It returns how tests take it back.
func DrawWithShaders() (undo func()) {
	shaders = true
	theme.PaintedByOpenGL(true)
	return func() {
		shaders = false
		theme.PaintedByOpenGL(false)
	}
}

const (
	// split is from which area on, in square units, a rounded rectangle is drawn in five parts.
	split float32 = 16_000
	// seam is how far the body of a rounded rectangle stays from its outline, in units. A shader paints up to a unit, and
	// at large scales a few, beyond its bounds: that stays below the sides.
	seam float32 = 4
	// rim is how far the sides begin from a round corner, for the same reason.
	rim float32 = 2
	// nudge is a part of a pixel. The painter rounds a place to pixels, and parts that are whole pixels away from the
	// rounded rectangle's own place are to be rounded as it is.
	nudge float32 = 1. / 512
)

// roundedRectangle draws one rectangle with shaders that compute only what it needs. Where no graphics card does it,
// each point costs time, on a till's cheap computer most of a frame's. A large roundedRectangle is drawn in five parts:
// the body, which is nothing but a colour, costs a seventh of the toolkit's rectangle with round corners; then the four
// sides. One without a fill has no body.
type roundedRectangle struct {
	of    *canvas.Rectangle
	drawn roundedRectangleLook
	parts []fyne.CanvasObject
	plain []fyne.CanvasObject // the rectangle itself, where its corners differ

	body  *canvas.Shader
	edges []*canvas.Shader // one for the whole rounded rectangle, or top, bottom, left and right
}

// roundedRectangleLook is what a rounded rectangle's parts are made from, in units.
type roundedRectangleLook struct {
	pos            fyne.Position
	size           fyne.Size
	fill, line     color.NRGBA
	stroke, radius float32
	scale          float32 // pixels in a unit
}

// scaleOf is how many pixels a unit has where an object is shown.
func scaleOf(o fyne.CanvasObject) float32 {
	const far = 1 << 20
	if c := CanvasOf(o); c != nil {
		if x, _ := c.PixelCoordinateForPosition(fyne.NewPos(far, 0)); x > 0 {
			return float32(x) / far
		}
	}
	return 1
}

// objects is what to draw in place of the rectangle at a scale.
func (p *roundedRectangle) objects(scale float32) []fyne.CanvasObject {
	r := p.of
	if r.Hidden || r.Size().Width <= 0 || r.Size().Height <= 0 {
		return nil
	}
	if r.TopLeftCornerRadius != 0 || r.TopRightCornerRadius != 0 || r.BottomLeftCornerRadius != 0 || r.BottomRightCornerRadius != 0 || r.Aspect != 0 {
		if p.plain == nil {
			p.plain = []fyne.CanvasObject{r}
		}
		return p.plain
	}
	now := roundedRectangleLook{r.Position(), r.Size(), NRGBA(r.FillColor), NRGBA(r.StrokeColor), r.StrokeWidth, r.CornerRadius, scale}
	if now != p.drawn {
		p.drawn = now
		p.parts = p.build(now)
	}
	return p.parts
}

func (p *roundedRectangle) build(l roundedRectangleLook) []fyne.CanvasObject {
	if l.stroke == 0 || l.line.A == 0 {
		l.line, l.stroke = l.fill, 0
	}
	if l.fill.A <= 1 { // see box
		l.fill = color.NRGBA{R: l.line.R, G: l.line.G, B: l.line.B}
	}
	l.radius = min(l.radius, l.size.Width/2, l.size.Height/2)
	px := l.pixels
	wide, high := px(l.size.Width), px(l.size.Height)
	side, end := px(max(seam, l.stroke)), px(max(seam, l.stroke, l.radius+rim))
	inner := box4{side, end, wide - 2*side, high - 2*end}
	switch {
	case l.fill.A == 0 && l.line.A == 0:
		return nil
	case inner.w <= 0 || inner.h <= 0 || inner.w*inner.h < split*l.scale*l.scale || l.fill.A != 0 && l.fill.A != 255 || l.line.A != 0 && l.line.A != 255:
		return p.edge(0, l, box4{0, 0, wide, high})
	}
	var parts []fyne.CanvasObject
	if l.fill.A == 255 {
		if p.body == nil {
			p.body = canvas.NewShader("sanduq-body", bodyShader, bodyShaderES)
			p.body.Uniforms = map[string]float32{}
		}
		tint(p.body, "f", l.fill)
		l.stand(p.body, inner)
		parts = append(parts, p.body)
	}
	for i, b := range []box4{{0, 0, wide, end}, {0, high - end, wide, end}, {0, end, side, inner.h}, {wide - side, end, side, inner.h}} {
		parts = append(parts, p.edge(i, l, b)...)
	}
	return parts
}

// box4 is a part of a rounded rectangle in pixels.
type box4 struct{ x, y, w, h float32 }

// pixels rounds as the painter does.
func (l roundedRectangleLook) pixels(units float32) float32 {
	return float32(math.Round(float64(units * l.scale)))
}

// edge is the part of the rounded rectangle within a box.
func (p *roundedRectangle) edge(n int, l roundedRectangleLook, b box4) []fyne.CanvasObject {
	for len(p.edges) <= n {
		s := canvas.NewShader("sanduq-rounded-rectangle", roundedRectangleShader, roundedRectangleShaderES)
		s.Uniforms = map[string]float32{}
		p.edges = append(p.edges, s)
	}
	s := p.edges[n]
	u := s.Uniforms
	u["radius"], u["stroke"] = l.pixels(l.radius), l.pixels(l.stroke)
	u["before"], u["above"] = b.x, b.y
	u["after"], u["below"] = l.pixels(l.size.Width)-b.x-b.w, l.pixels(l.size.Height)-b.y-b.h
	tint(s, "f", l.fill)
	tint(s, "l", l.line)
	l.stand(s, b)
	return []fyne.CanvasObject{s}
}

// stand puts a shader where a part is.
func (l roundedRectangleLook) stand(s *canvas.Shader, b box4) {
	near := func(pixels float32) float32 {
		if pixels == 0 {
			return 0
		}
		return (pixels + nudge) / l.scale
	}
	s.Resize(fyne.NewSize(b.w/l.scale, b.h/l.scale))
	s.Move(l.pos.AddXY(near(b.x), near(b.y)))
}

func tint(s *canvas.Shader, name string, c color.NRGBA) {
	u := s.Uniforms
	u[name+"r"], u[name+"g"], u[name+"b"], u[name+"a"] = float32(c.R)/255, float32(c.G)/255, float32(c.B)/255, float32(c.A)/255
}

// NRGBA is a colour of any model in this one.
func NRGBA(c color.Color) color.NRGBA {
	switch c := c.(type) {
	case nil:
		return color.NRGBA{}
	case color.NRGBA:
		return c
	}
	return color.NRGBAModel.Convert(c).(color.NRGBA)
}
