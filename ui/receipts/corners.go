package receipts

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
)

// corners covers what content draws beyond the round corners of what it lies on, and draws the line around again on
// top.
type corners struct {
	widget.BaseWidget
	radius float32
}

func newCorners(radius float32) *corners {
	c := &corners{radius: radius}
	c.ExtendBaseWidget(c)
	return c
}

// reach is enough to cover a square corner outside a round one.
const reach float32 = 4

// CreateRenderer is for Fyne.
func (c *corners) CreateRenderer() fyne.WidgetRenderer {
	r := &cornersRenderer{radius: c.radius, outside: canvas.NewRectangle(color.Transparent), line: canvas.NewRectangle(color.Transparent)}
	r.Refresh()
	return r
}

type cornersRenderer struct {
	radius        float32
	outside, line *canvas.Rectangle
}

func (r *cornersRenderer) Destroy()           {}
func (r *cornersRenderer) MinSize() fyne.Size { return fyne.Size{} }
func (r *cornersRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.outside, r.line}
}

func (r *cornersRenderer) Layout(s fyne.Size) {
	r.outside.Resize(fyne.NewSize(s.Width+2*reach, s.Height+2*reach))
	r.outside.Move(fyne.NewPos(-reach, -reach))
	r.line.Resize(s)
}

func (r *cornersRenderer) Refresh() {
	r.outside.StrokeColor, r.outside.StrokeWidth = theme.Ground.NRGBA(), reach
	r.outside.CornerRadius = r.radius + reach
	r.line.StrokeColor, r.line.StrokeWidth, r.line.CornerRadius = theme.Line.NRGBA(), theme.Border(), r.radius
	r.outside.Refresh()
	r.line.Refresh()
}
