package control

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/typeset"
)

// Opener looks like a field and holds one of many values: pressed it opens the choice of another, and the arrows up and
// down step through them without opening anything.
type Opener struct {
	input.Pressable
	// OnStep is called with -1 or 1 for the arrows.
	OnStep func(by int)

	value string
	back  *canvas.Rectangle
	text  *typeset.Text
	arrow *graphic.Icon
}

// NewOpener shows a value.
func NewOpener(value string, tapped func()) *Opener {
	o := &Opener{value: value}
	o.OnTapped = tapped
	o.Init(o)
	return o
}

// SetValue shows another value.
func (o *Opener) SetValue(value string) { draw.Change(o, &o.value, value) }

// Value is what is shown.
func (o *Opener) Value() string { return o.value }

// TypedKey steps with the arrows; the rest is like every button.
func (o *Opener) TypedKey(e *fyne.KeyEvent) {
	by := 0
	switch e.Name {
	case fyne.KeyUp:
		by = -1
	case fyne.KeyDown:
		by = 1
	}
	if by == 0 || o.OnStep == nil {
		o.Pressable.TypedKey(e)
		return
	}
	if !o.Disabled() {
		input.CountPress()
		o.OnStep(by)
	}
}

func (o *Opener) CreateRenderer() fyne.WidgetRenderer {
	o.back = canvas.NewRectangle(color.Transparent)
	o.text, o.arrow = typeset.NewText("", typeset.Fact).Cut(), graphic.NewIcon("down", 18, theme.Text)
	return draw.NewRenderer(o, o.min, o.arrange, o.paint, o.back, o.text, o.arrow, o.Ring())
}

func (o *Opener) min() fyne.Size {
	return fyne.NewSize(o.text.WidthAt(theme.Body)+2*theme.S4+theme.IconSide(18)+theme.S2, max(theme.Target, o.text.MinSize().Height+2*theme.S2))
}

func (o *Opener) paint() {
	draw.Box(o.back, o.Ground(theme.Card.NRGBA(), theme.Text.NRGBA()), theme.Edge.NRGBA(), theme.Border(), theme.Radius)
	o.text.SetSpans(typeset.Span{Text: o.value, Style: typeset.Fact})
	o.text.Refresh()
	o.arrow.Refresh()
}

func (o *Opener) arrange(size fyne.Size) {
	rtl, middle, x := draw.RTL(), size.Height/2, theme.S4+theme.Border()
	o.back.Resize(size)
	o.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	room := size.Width - 2*x - theme.IconSide(18) - theme.S1
	o.text.StepDown(theme.Body, room)
	h := o.text.MinSize().Height
	draw.Place(o.text, rtl, size.Width, x, middle-h/2, room, h)
	draw.PlaceMin(o.arrow, rtl, size.Width, size.Width-x-theme.IconSide(18), middle)
}
