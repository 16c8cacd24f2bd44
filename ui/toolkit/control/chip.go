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

// Chip is a round-ended choice, 48 high: a filter, a language. Selected it is inverted.
type Chip struct {
	input.Pressable
	label, icon string
	menu, on    bool
	tag         bool // it can be taken off

	back  *canvas.Rectangle
	text  *typeset.Text
	pic   *graphic.Icon
	arrow *graphic.Icon

	dashes *draw.Dashes
}

// NewChip is a chip with a word; icon may be "". menu adds the arrow of something that opens.
func NewChip(label, icon string, menu bool, tapped func()) *Chip {
	c := &Chip{label: label, icon: icon, menu: menu}
	c.OnTapped = tapped
	c.Init(c)
	return c
}

// NewTag is a chip that a tap takes away: chosen, with a cross at its end.
func NewTag(label string, tapped func()) *Chip {
	c := NewChip(label, "", true, tapped)
	c.on, c.tag = true, true
	return c
}

// SetLabel changes the word.
func (c *Chip) SetLabel(label string) { draw.Change(c, &c.label, label) }

// Label is the word on it.
func (c *Chip) Label() string { return c.label }

// SetSelected shows the chip as the chosen one.
func (c *Chip) SetSelected(on bool) { draw.Change(c, &c.on, on) }

// Selected reports what SetSelected said.
func (c *Chip) Selected() bool { return c.on }

func (c *Chip) CreateRenderer() fyne.WidgetRenderer {
	c.back = canvas.NewRectangle(color.Transparent)
	c.text, c.dashes = typeset.NewText(c.label, typeset.Body), draw.NewDashes(theme.RadiusChip)
	c.pic, c.arrow = graphic.NewIcon(c.icon, 22, theme.Text), graphic.NewIcon(c.end(), 18, theme.Text)
	return draw.NewRenderer(c, c.min, c.arrange, c.paint, c.back, c.pic, c.text, c.arrow, c.dashes, c.Ring())
}

func (c *Chip) end() string {
	if c.tag {
		return "close"
	}
	return "down"
}

func (c *Chip) paint() {
	fill, line, ink := theme.Card.NRGBA(), theme.Line.NRGBA(), theme.Text.NRGBA()
	if c.on {
		fill, line, ink = theme.Text.NRGBA(), theme.Text.NRGBA(), theme.Card.NRGBA()
	}
	if c.Disabled() {
		ink = theme.Ghost.NRGBA()
		fill, line = draw.OffGround(fill, line)
	}
	c.dashes.SetOff(c.Disabled())
	draw.Box(c.back, c.Ground(fill, ink), line, theme.Border(), theme.RadiusChip)
	c.text.SetInk(ink)
	c.text.SetSpans(typeset.Span{Text: c.label, Style: typeset.Body.With(theme.Medium)})
	c.pic.Hidden = c.icon == ""
	c.pic.SetInk(c.icon, ink)
	c.arrow.Hidden = !c.menu
	c.arrow.SetInk(c.end(), ink)
	c.text.Refresh()
}

func (c *Chip) min() fyne.Size {
	w := c.text.MinSize().Width + 2*(theme.S4+theme.Border())
	if c.icon != "" {
		w += theme.IconSide(22) + c.gap()
	}
	if c.menu {
		w += theme.IconSide(18) + theme.S2
	}
	return fyne.NewSize(w, theme.ChipHeight)
}

// gap parts the icon from the word; an icon alone stands in the middle.
func (c *Chip) gap() float32 {
	if c.label == "" {
		return 0
	}
	return theme.S2
}

func (c *Chip) arrange(size fyne.Size) {
	rtl, x, middle := draw.RTL(), theme.S4+theme.Border(), size.Height/2
	c.back.Resize(size)
	c.dashes.Resize(size)
	c.ArrangeRing(fyne.NewPos(0, 0), size, theme.RadiusChip)
	if c.icon != "" {
		x += draw.PlaceMin(c.pic, rtl, size.Width, x, middle) + c.gap()
	}
	x += draw.PlaceMin(c.text, rtl, size.Width, x, middle) + theme.S2
	draw.PlaceMin(c.arrow, rtl, size.Width, max(x, size.Width-theme.S4-theme.Border()-theme.IconSide(18)), middle)
}
