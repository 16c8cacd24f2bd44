package popover

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/typeset"
)

// dayCell is one day of a calendar. The calendar has the keys, so a cell takes no focus.
type dayCell struct {
	widget.BaseWidget
	tapped func()

	future, today, chosen, hovered bool
	number                         *typeset.Text
	back                           *canvas.Rectangle
}

func newDayCell(tapped func()) *dayCell {
	c := &dayCell{tapped: tapped, back: canvas.NewRectangle(color.Transparent),
		number: typeset.NewText("", typeset.Body).Aligned(typeset.Centre)}
	c.ExtendBaseWidget(c)
	return c
}

// set shows a day of the month.
func (c *dayCell) set(day int, future, today, chosen bool) {
	c.number.SetText(strconv.Itoa(day))
	c.future, c.today, c.chosen = future, today, chosen
	c.Refresh()
}

func (c *dayCell) Tapped(*fyne.PointEvent) {
	if !c.future {
		c.tapped()
	}
}

func (c *dayCell) MouseIn(*desktop.MouseEvent) { c.hover(true) }

func (c *dayCell) MouseMoved(*desktop.MouseEvent) {}

func (c *dayCell) MouseOut() { c.hover(false) }

func (c *dayCell) hover(on bool) {
	c.hovered = on
	c.Refresh()
}

func (c *dayCell) CreateRenderer() fyne.WidgetRenderer {
	r := &dayRenderer{c}
	r.paint()
	return r
}

type dayRenderer struct{ cell *dayCell }

func (r *dayRenderer) Destroy()           {}
func (r *dayRenderer) MinSize() fyne.Size { return fyne.NewSquareSize(theme.ChipHeight) }
func (r *dayRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.cell.back, r.cell.number}
}

func (r *dayRenderer) Layout(s fyne.Size) {
	const gap = 2
	r.cell.back.Resize(fyne.NewSize(s.Width-2*gap, s.Height-2*gap))
	r.cell.back.Move(fyne.NewPos(gap, gap))
	h := r.cell.number.MinSize().Height
	r.cell.number.Resize(fyne.NewSize(s.Width, h))
	r.cell.number.Move(fyne.NewPos(0, (s.Height-h)/2))
}

func (r *dayRenderer) Refresh() {
	r.paint()
	r.Layout(r.cell.Size())
	canvas.Refresh(r.cell)
}

func (r *dayRenderer) paint() {
	c, b := r.cell, r.cell.back
	b.FillColor, b.StrokeColor, b.StrokeWidth, b.CornerRadius = color.Transparent, color.Transparent, 0, theme.Radius
	ink, weight, size := theme.Text, theme.Medium, theme.Body
	if c.hovered && !c.future {
		b.FillColor = theme.Ground.NRGBA()
	}
	if c.today {
		b.StrokeColor, b.StrokeWidth = theme.Edge.NRGBA(), theme.Border()
	}
	switch {
	case c.chosen:
		b.FillColor, b.StrokeColor, b.StrokeWidth = theme.PrimaryTint.NRGBA(), theme.Primary.NRGBA(), 2
		ink, weight = theme.Primary, theme.SemiBold
	case c.future: // smaller and lighter, but still to be read
		ink, weight, size = theme.Muted, theme.Regular, theme.Caption
	}
	c.number.SetStyle(typeset.Body.Sized(size).Tint(ink).With(weight))
	b.Refresh()
}
