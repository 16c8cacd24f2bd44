package receipts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/widgets"
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

func (c *corners) CreateRenderer() fyne.WidgetRenderer {
	r := &cornersRenderer{outside: widgets.NewFrame(theme.Transparent, theme.Ground, c.radius+reach), line: widgets.NewFrame(theme.Transparent, theme.Line, c.radius)}
	r.outside.Stroke = reach
	r.Refresh()
	return r
}

type cornersRenderer struct {
	outside, line *widgets.Panel
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
	r.outside.Refresh()
	r.line.Refresh()
}
