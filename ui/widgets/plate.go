package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
)

// shaders tells whether plates are drawn instead of rectangles.
var shaders bool

// DrawWithShaders lets every rectangle of a widget be drawn as a plate from now on: the same look for a third of the
// price and less. It is for windows that OpenGL paints; the painter of pictures in tests knows no shaders, so that
// without it they are rectangles. Call it before the first widget is made. It returns how tests take it back.
func DrawWithShaders() (undo func()) {
	shaders = true
	theme.PaintedByOpenGL(true)
	return func() {
		shaders = false
		theme.PaintedByOpenGL(false)
	}
}

const (
	// split is from which area on, in square units, a plate is drawn in five parts.
	split float32 = 16_000
	// seam is how far the body of a plate stays from its sides. A shader paints up to a unit, and at large scales a
	// few, beyond its bounds, and places are rounded to pixels: both stay below the sides.
	seam float32 = 4
	// rim is how far the sides begin from a round corner, for the same reason.
	rim float32 = 2
)

// plate draws one rectangle with shaders that compute only what it needs. Where no graphics card does it, each point
// costs time, on a till's cheap computer most of a frame's. A large plate is drawn in five parts: the body, which is
// nothing but a colour, costs a seventh of the toolkit's rectangle with round corners; then the four sides. One without
// a fill has no body.
type plate struct {
	of    *canvas.Rectangle
	drawn plateLook
	parts []fyne.CanvasObject
	plain []fyne.CanvasObject // the rectangle itself, where its corners differ

	body  *canvas.Shader
	edges []*canvas.Shader // one for the whole plate, or top, bottom, left and right
}

// plateLook is what a plate's parts are made from.
type plateLook struct {
	pos            fyne.Position
	size           fyne.Size
	fill, line     color.NRGBA
	stroke, radius float32
}

// objects is what to draw in place of the rectangle.
func (p *plate) objects() []fyne.CanvasObject {
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
	now := plateLook{r.Position(), r.Size(), nrgba(r.FillColor), nrgba(r.StrokeColor), r.StrokeWidth, r.CornerRadius}
	if now != p.drawn {
		p.drawn = now
		p.parts = p.build(now)
	}
	return p.parts
}

func (p *plate) build(l plateLook) []fyne.CanvasObject {
	if l.stroke == 0 || l.line.A == 0 {
		l.line, l.stroke = l.fill, 0
	}
	if l.fill.A <= 1 { // see box
		l.fill = color.NRGBA{R: l.line.R, G: l.line.G, B: l.line.B}
	}
	l.radius = min(l.radius, l.size.Width/2, l.size.Height/2)
	side, cap := max(seam, l.stroke), max(seam, l.stroke, l.radius+rim)
	wide, high := l.size.Width-2*side, l.size.Height-2*cap
	switch {
	case l.fill.A == 0 && l.line.A == 0:
		return nil
	case wide <= 0 || high <= 0 || wide*high < split || l.fill.A != 0 && l.fill.A != 255 || l.line.A != 0 && l.line.A != 255:
		return p.edge(0, l, 0, 0, l.size.Width, l.size.Height)
	}
	var parts []fyne.CanvasObject
	if l.fill.A == 255 {
		if p.body == nil {
			p.body = canvas.NewShader("sanduq-body", bodyShader, bodyShaderES)
			p.body.Uniforms = map[string]float32{}
		}
		tint(p.body, "f", l.fill)
		stand(p.body, l.pos, side, cap, wide, high)
		parts = append(parts, p.body)
	}
	parts = append(parts, p.edge(0, l, 0, 0, l.size.Width, cap)...)
	parts = append(parts, p.edge(1, l, 0, l.size.Height-cap, l.size.Width, cap)...)
	parts = append(parts, p.edge(2, l, 0, cap, side, high)...)
	return append(parts, p.edge(3, l, l.size.Width-side, cap, side, high)...)
}

// edge is the part of the plate within a box.
func (p *plate) edge(n int, l plateLook, x, y, w, h float32) []fyne.CanvasObject {
	for len(p.edges) <= n {
		s := canvas.NewShader("sanduq-plate", plateShader, plateShaderES)
		s.Uniforms = map[string]float32{}
		p.edges = append(p.edges, s)
	}
	s := p.edges[n]
	u := s.Uniforms
	u["wide"], u["radius"], u["stroke"] = w, l.radius, l.stroke
	u["before"], u["above"] = x, y
	u["after"], u["below"] = l.size.Width-x-w, l.size.Height-y-h
	tint(s, "f", l.fill)
	tint(s, "l", l.line)
	stand(s, l.pos, x, y, w, h)
	return []fyne.CanvasObject{s}
}

func tint(s *canvas.Shader, name string, c color.NRGBA) {
	u := s.Uniforms
	u[name+"r"], u[name+"g"], u[name+"b"], u[name+"a"] = float32(c.R)/255, float32(c.G)/255, float32(c.B)/255, float32(c.A)/255
}

func stand(s *canvas.Shader, from fyne.Position, x, y, w, h float32) {
	s.Resize(fyne.NewSize(w, h))
	s.Move(from.AddXY(x, y))
}

func nrgba(c color.Color) color.NRGBA {
	switch c := c.(type) {
	case nil:
		return color.NRGBA{}
	case color.NRGBA:
		return c
	}
	return color.NRGBAModel.Convert(c).(color.NRGBA)
}
