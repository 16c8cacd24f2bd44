package lock

import (
	"image/color"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/typeset"
)

// person is a tile for somebody who signs in: an initial on a disc, the name, and what they are. 104 high.
type person struct {
	input.Pressable
	name, role string
	on         bool

	back, disc  *canvas.Rectangle
	initial     *typeset.Text
	text, small *typeset.Text
}

// newPerson is the tile of a name and a role.
func newPerson(name, role string, tapped func()) *person {
	p := &person{name: name, role: role}
	p.OnTapped = tapped
	p.Init(p)
	return p
}

// Name is whose tile it is.
func (p *person) Name() string { return p.name }

// SetSelected shows the tile as the chosen one.
func (p *person) SetSelected(on bool) { draw.Change(p, &p.on, on) }

func (p *person) CreateRenderer() fyne.WidgetRenderer {
	p.back, p.disc = canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent)
	p.initial = typeset.NewText("", typeset.Lead).Aligned(typeset.Centre)
	p.text, p.small = typeset.NewText("", typeset.Lead).Cut(), typeset.NewText("", typeset.Label.With(theme.Regular)).Cut()
	return draw.NewRenderer(p, func() fyne.Size { return fyne.NewSize(200, max(personHigh, p.words()+2*theme.S4)) }, p.arrange, p.paint,
		p.back, p.disc, p.initial, p.text, p.small, p.Ring())
}

const personHigh, disc float32 = 104, 56

func (p *person) words() float32 { return p.text.MinSize().Height + p.small.MinSize().Height }

func (p *person) paint() {
	fill, line, stroke, ground, ink := theme.Card, theme.Line, theme.Border(), theme.Sunken, theme.Text
	if p.on {
		fill, line, stroke, ground, ink = theme.PrimaryTint, theme.Primary, 2, theme.Primary, theme.OnPrimary
	}
	draw.Box(p.back, p.Ground(fill.NRGBA(), theme.Text.NRGBA()), line.NRGBA(), stroke, theme.Radius)
	draw.Box(p.disc, ground.NRGBA(), color.NRGBA{}, 0, disc/2)
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(p.name))
	p.initial.SetSpans(typeset.Span{Text: strings.ToUpper(string(first)), Style: typeset.Lead.Sized(theme.Fixed(theme.Lead.Base() / max(1, theme.Now().TextScale))).Tint(ink)})
	p.text.SetText(p.name)
	p.small.SetText(p.role)
}

func (p *person) arrange(size fyne.Size) {
	p.back.Resize(size)
	p.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	rtl, middle := draw.RTL(), size.Height/2
	draw.Place(p.disc, rtl, size.Width, 20, middle-disc/2, disc, disc)
	h := p.initial.MinSize().Height
	draw.Place(p.initial, rtl, size.Width, 20, middle-h/2, disc, h)
	x := 20 + disc + theme.S4
	top, room := middle-p.words()/2, size.Width-x-theme.S3
	h = p.text.MinSize().Height
	draw.Place(p.text, rtl, size.Width, x, top, room, h)
	draw.Place(p.small, rtl, size.Width, x, top+h, room, p.small.MinSize().Height)
}
