package graphic

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// Panel is a filled rectangle with an optional line around it, in colours of the theme: the ground under content.
type Panel struct {
	widget.BaseWidget
	Fill, Line theme.Colour
	Radius     float32
	Stroke     float32 // thickness of the line; 0 means the theme's
}

// NewPanel is a panel of a colour, square, without a line.
func NewPanel(fill theme.Colour) *Panel {
	p := &Panel{Fill: fill}
	p.ExtendBaseWidget(p)
	return p
}

// NewFrame is a panel with a line and round corners.
func NewFrame(fill, line theme.Colour, radius float32) *Panel {
	p := &Panel{Fill: fill, Line: line, Radius: radius}
	p.ExtendBaseWidget(p)
	return p
}

// SetFill changes the colours.
func (p *Panel) SetFill(fill, line theme.Colour) {
	if p.Fill != fill || p.Line != line {
		p.Fill, p.Line = fill, line
		p.Refresh()
	}
}

func (p *Panel) CreateRenderer() fyne.WidgetRenderer {
	r := canvas.NewRectangle(color.Transparent)
	return draw.NewRenderer(p, func() fyne.Size { return fyne.Size{} }, r.Resize, func() {
		w := p.Stroke
		if w == 0 {
			w = theme.Border()
		}
		draw.Box(r, p.Fill.NRGBA(), p.Line.NRGBA(), w, p.Radius)
	}, r)
}

// Card is content on a card with a padding.
type Card struct {
	widget.BaseWidget
	content fyne.CanvasObject
	pad     func() (x, y float32)
	frame   *Panel
}

// NewCard pads its content by the theme's 24 (small 16).
func NewCard(content fyne.CanvasObject) *Card {
	return newCard(content, func() (float32, float32) { return theme.S5() + theme.Border(), theme.S5() + theme.Border() })
}

// NewCardPadded has paddings of its own; 0 lets rows reach the edges.
func NewCardPadded(content fyne.CanvasObject, x, y float32) *Card {
	return newCard(content, func() (float32, float32) { return x, y })
}

func newCard(content fyne.CanvasObject, pad func() (x, y float32)) *Card {
	c := &Card{content: content, pad: pad, frame: NewFrame(theme.Card, theme.Line, theme.Radius)}
	c.ExtendBaseWidget(c)
	return c
}

// Edged gives the card the stronger line of what lies over others.
func (c *Card) Edged() *Card {
	c.frame.Line = theme.Edge
	return c
}

// Content is what it holds.
func (c *Card) Content() fyne.CanvasObject { return c.content }

func (c *Card) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(c,
		func() fyne.Size {
			x, y := c.pad()
			return c.content.MinSize().AddWidthHeight(2*x, 2*y)
		},
		func(s fyne.Size) {
			x, y := c.pad()
			c.frame.Resize(s)
			c.content.Resize(fyne.NewSize(max(0, s.Width-2*x), max(0, s.Height-2*y)))
			c.content.Move(fyne.NewPos(x, y))
		},
		func() { c.frame.Refresh() }, c.frame, c.content)
}

// NewDivider is a line between things: 1 high, in high contrast 2.
func NewDivider() fyne.CanvasObject {
	d := &divider{}
	d.ExtendBaseWidget(d)
	return d
}

type divider struct{ widget.BaseWidget }

func (d *divider) CreateRenderer() fyne.WidgetRenderer {
	r := canvas.NewRectangle(color.Transparent)
	return draw.NewRenderer(d, func() fyne.Size { return fyne.NewSize(0, theme.Border()) },
		func(s fyne.Size) {
			r.Resize(fyne.NewSize(s.Width, theme.Border()))
			r.Move(fyne.NewPos(0, (s.Height-theme.Border())/2))
		},
		func() { r.FillColor = theme.Line.NRGBA() }, r)
}
