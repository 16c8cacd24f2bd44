package graphic

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
)

// Corners covers what content draws beyond the round corners of what it lies on, and draws the line around again on
// top.
type Corners struct {
	widget.BaseWidget
	radius float32
}

// NewCorners is corners of a radius, in units.
func NewCorners(radius float32) *Corners {
	c := &Corners{radius: radius}
	c.ExtendBaseWidget(c)
	return c
}

// beyond is enough to cover a square corner outside a round one.
const beyond float32 = 4

// CreateRenderer is how the toolkit draws them.
func (c *Corners) CreateRenderer() fyne.WidgetRenderer {
	r := &cornersRenderer{outside: NewFrame(theme.Transparent, theme.Ground, c.radius+beyond), line: NewFrame(theme.Transparent, theme.Line, c.radius)}
	r.outside.Stroke = beyond
	r.Refresh()
	return r
}

type cornersRenderer struct {
	outside, line *Panel
}

func (r *cornersRenderer) Destroy()           {}
func (r *cornersRenderer) MinSize() fyne.Size { return fyne.Size{} }
func (r *cornersRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.outside, r.line}
}

func (r *cornersRenderer) Layout(s fyne.Size) {
	r.outside.Resize(fyne.NewSize(s.Width+2*beyond, s.Height+2*beyond))
	r.outside.Move(fyne.NewPos(-beyond, -beyond))
	r.line.Resize(s)
}

func (r *cornersRenderer) Refresh() {
	r.outside.Refresh()
	r.line.Refresh()
}
