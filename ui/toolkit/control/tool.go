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

// Tool is an icon to press, with or without a word: the tools of the top bar, the cross of a panel, the back button of
// a header.
type Tool struct {
	input.Pressable
	icon, word string
	size       float32
	colour     theme.Colour
	framed     bool
	strong     bool
	high       float32

	back *canvas.Rectangle
	pic  *graphic.Icon
	text *typeset.Text

	dashes *draw.Dashes
}

// NewIconButton is a square button of 56 with a frame: back in a header.
func NewIconButton(icon string, tapped func()) *Tool {
	t := newTool(icon, "", 24, tapped)
	t.framed, t.colour, t.high = true, theme.Text, theme.Target
	return t
}

// NewBareIconButton is a square target of 48 without a frame, its icon in a colour: close.
func NewBareIconButton(icon string, size float32, colour theme.Colour, tapped func()) *Tool {
	t := newTool(icon, "", size, tapped)
	t.colour, t.high = colour, theme.ChipHeight
	return t
}

// NewBarTool is a tool of the top bar: it fills the height of 52; word may be "". A strong word is Medium and in the
// colour of text.
func NewBarTool(icon, word string, strong bool, tapped func()) *Tool {
	t := newTool(icon, word, 22, tapped)
	t.strong = strong
	t.RingInside()
	return t
}

func newTool(icon, word string, size float32, tapped func()) *Tool {
	t := &Tool{icon: icon, word: word, size: size, colour: theme.Muted, high: theme.BarHeight}
	t.OnTapped = tapped
	t.Init(t)
	return t
}

// Set changes icon, word and colour; SemiBold when the colour is not Muted.
func (t *Tool) Set(icon, word string, colour theme.Colour) {
	if t.icon != icon || t.word != word || t.colour != colour {
		t.icon, t.word, t.colour = icon, word, colour
		t.Refresh()
	}
}

func (t *Tool) CreateRenderer() fyne.WidgetRenderer {
	t.back, t.pic, t.text = canvas.NewRectangle(color.Transparent), graphic.NewIcon(t.icon, t.size, t.colour), typeset.NewText("", typeset.Body)
	t.dashes = draw.NewDashes(theme.Radius)
	t.pic.SetSteady(t.high == theme.BarHeight) // the bar keeps its height, and the shop's name its room
	return draw.NewRenderer(t, t.min, t.arrange, t.paint, t.back, t.pic, t.text, t.dashes, t.Ring())
}

func (t *Tool) paint() {
	ink, line := t.colour.NRGBA(), color.NRGBA{}
	fill := color.NRGBA{}
	if t.framed {
		fill, line = theme.Card.NRGBA(), theme.Line.NRGBA()
	}
	if t.Disabled() {
		ink = theme.Ghost.NRGBA()
		fill, line = draw.OffGround(fill, line)
	}
	t.dashes.SetOff(t.Disabled() && t.framed)
	draw.Box(t.back, t.Ground(fill, theme.Text.NRGBA()), line, theme.Border(), theme.Radius)
	t.pic.SetInk(t.icon, ink)
	style := typeset.Style{Size: theme.Label, Colour: t.colour}
	switch {
	case t.strong:
		style.Weight, style.Colour = theme.Medium, theme.Text
	case t.colour != theme.Muted:
		style.Weight = theme.SemiBold
	}
	t.text.SetSpans(typeset.Span{Text: t.word, Style: style})
	t.text.Refresh()
}

func (t *Tool) min() fyne.Size {
	if t.high != theme.BarHeight {
		return fyne.NewSquareSize(t.high)
	}
	w := t.size + 2*theme.S3
	if t.word != "" {
		w += theme.S2 + t.text.MinSize().Width
	}
	return fyne.NewSize(max(w, theme.ChipHeight), t.high)
}

func (t *Tool) arrange(size fyne.Size) {
	t.back.Resize(size)
	t.dashes.Resize(size)
	t.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	rtl, middle := draw.RTL(), size.Height/2
	if t.word == "" {
		t.pic.Resize(size)
		t.pic.Move(fyne.NewPos(0, 0))
		return
	}
	x := theme.S3
	x += draw.PlaceMin(t.pic, rtl, size.Width, x, middle) + theme.S2
	draw.PlaceMin(t.text, rtl, size.Width, x, middle)
}

// Icon is the name of what is drawn.
func (t *Tool) Icon() string { return t.icon }
