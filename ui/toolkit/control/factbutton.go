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

// FactButton is a fact with something to do about it: its name above, its value and what a press does below. It takes
// the place of the two texts of a plain fact, and its frame stands around them, so that nothing moves when it comes.
type FactButton struct {
	input.Pressable
	name, value, icon, label string
	ink                      theme.Colour

	back  *canvas.Rectangle
	above *typeset.Text
	below *typeset.Text
	pic   *graphic.Icon
	does  *typeset.Text
}

// FactPadX and FactPadY are how far the frame stands out of the words.
const (
	FactPadX float32 = 13
	FactPadY float32 = 9
)

// NewFactButton is a fact in an ink.
func NewFactButton(ink theme.Colour, tapped func()) *FactButton {
	f := &FactButton{ink: ink}
	f.OnTapped = tapped
	f.Init(f)
	return f
}

// Set changes what it says. A label without an icon stands alone.
func (f *FactButton) Set(name, value, icon, label string) {
	if f.name != name || f.value != value || f.icon != icon || f.label != label {
		f.name, f.value, f.icon, f.label = name, value, icon, label
		f.Refresh()
	}
}

// Name is the line above.
func (f *FactButton) Name() string { return f.name }

// Label is what a press does.
func (f *FactButton) Label() string { return f.label }

const factIcon float32 = 18

func (f *FactButton) CreateRenderer() fyne.WidgetRenderer {
	f.back = canvas.NewRectangle(color.Transparent)
	f.above, f.below, f.does = typeset.NewText("", typeset.Caption).Cut(), typeset.NewText("", typeset.Body).Cut(), typeset.NewText("", typeset.Body)
	f.pic = graphic.NewIcon("printer", factIcon, f.ink)
	return draw.NewRenderer(f, f.min, f.arrange, f.paint, f.back, f.above, f.below, f.pic, f.does, f.Ring())
}

func (f *FactButton) min() fyne.Size {
	return fyne.NewSize(160, f.above.MinSize().Height+f.below.MinSize().Height+2*FactPadY)
}

func (f *FactButton) paint() {
	ink := f.ink.NRGBA()
	clear := ink
	clear.A = 0
	fill := f.Ground(clear, ink)
	draw.Box(f.back, fill, ink, theme.Border(), theme.Radius)
	f.above.SetSpans(typeset.Span{Text: f.name, Style: typeset.Caption.Tint(f.ink)})
	f.below.SetSpans(typeset.Span{Text: f.value, Style: typeset.Body.With(theme.Medium).Tint(f.ink)})
	f.does.SetSpans(typeset.Span{Text: f.label, Style: typeset.Body.With(theme.SemiBold).Tint(f.ink)})
	f.pic.SetInk(f.icon, ink)
	f.pic.Hidden = f.icon == ""
	f.above.Refresh()
	f.below.Refresh()
	f.does.Refresh()
}

func (f *FactButton) arrange(size fyne.Size) {
	f.back.Resize(size)
	f.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	rtl, wide := draw.RTL(), size.Width-2*FactPadX
	f.above.StepDown(theme.Caption, wide)
	high := f.above.MinSize().Height
	draw.Place(f.above, rtl, size.Width, FactPadX, FactPadY, wide, high)
	does := f.does.MinSize()
	x := size.Width - FactPadX - does.Width
	y := FactPadY + high
	draw.Place(f.does, rtl, size.Width, x, y, does.Width, does.Height)
	if !f.pic.Hidden {
		side := theme.IconSide(factIcon)
		x -= side + theme.S2
		draw.Place(f.pic, rtl, size.Width, x, y+(does.Height-side)/2, side, side)
	}
	draw.Place(f.below, rtl, size.Width, FactPadX, y, max(0, x-theme.S2-FactPadX), does.Height)
}
