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

// Option is a tile for one of a few ways that need a sentence each: icon, title, text. The chosen one is tinted, and
// its icon is a check.
type Option struct {
	input.Pressable
	icon, title, text string
	on                bool

	back  *canvas.Rectangle
	pic   *graphic.Icon
	head  *typeset.Text
	words *typeset.Text

	dashes *draw.Dashes
}

// NewOption is a tile that is not chosen.
func NewOption(icon, title, text string, tapped func()) *Option {
	o := &Option{icon: icon, title: title, text: text}
	o.OnTapped = tapped
	o.Init(o)
	return o
}

// Title is what the tile is called.
func (o *Option) Title() string { return o.title }

// SetChosen shows the tile as the one that holds.
func (o *Option) SetChosen(on bool) { draw.Change(o, &o.on, on) }

// Chosen reports what SetChosen said.
func (o *Option) Chosen() bool { return o.on }

func (o *Option) CreateRenderer() fyne.WidgetRenderer {
	o.back = canvas.NewRectangle(color.Transparent)
	o.pic = graphic.NewIcon(o.icon, 24, theme.Text)
	o.head, o.words = typeset.NewText("", typeset.Lead).Cut(), typeset.NewParagraph("", typeset.Body)
	o.dashes = draw.NewDashes(theme.Radius)
	return draw.NewRenderer(o, o.min, o.arrange, o.paint, o.back, o.pic, o.head, o.words, o.dashes, o.Ring())
}

// optionText is where the words begin.
func optionText() float32 { return theme.S4 + theme.IconSide(24) + theme.S3 }

func (o *Option) min() fyne.Size {
	w := o.Size().Width
	if w <= 0 {
		w = 300
	}
	return fyne.NewSize(160, 2*theme.S4+o.head.MinSize().Height+theme.S1+o.words.HeightFor(w-optionText()-theme.S4))
}

func (o *Option) paint() {
	fill, line, stroke, ink, icon, muted := theme.Card, theme.Edge, theme.Border(), theme.Text, o.icon, theme.Muted
	if o.on {
		fill, line, stroke, ink, icon, muted = theme.PrimaryTint, theme.Primary, 2, theme.Primary, "check", theme.Text
		if theme.Now().Variant == theme.Contrast { // which has no tint
			stroke = 3 // thinner than the ring of what has the focus
		}
	}
	if o.Disabled() {
		ink, muted = theme.Ghost, theme.Ghost
		if draw.FewColours() {
			fill, line = theme.Transparent, theme.Transparent
		}
	}
	o.dashes.SetOff(o.Disabled())
	draw.Box(o.back, o.Ground(fill.NRGBA(), theme.Text.NRGBA()), line.NRGBA(), stroke, theme.Radius)
	o.pic.Set(icon, ink)
	o.head.SetSpans(typeset.Span{Text: o.title, Style: typeset.Lead.Tint(ink)})
	o.words.SetSpans(typeset.Span{Text: o.text, Style: typeset.Body.Tint(muted)})
	o.head.Refresh()
	o.words.Refresh()
}

func (o *Option) arrange(size fyne.Size) {
	o.back.Resize(size)
	o.dashes.Resize(size)
	o.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	rtl, room := draw.RTL(), size.Width-optionText()-theme.S4
	o.head.StepDown(theme.Lead, room)
	h := o.head.MinSize().Height
	draw.PlaceMin(o.pic, rtl, size.Width, theme.S4, theme.S4+h/2)
	draw.Place(o.head, rtl, size.Width, optionText(), theme.S4, room, h)
	draw.Place(o.words, rtl, size.Width, optionText(), theme.S4+h+theme.S1, room, o.words.HeightFor(room))
}
