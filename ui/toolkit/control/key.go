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

// padButton is one key of a keypad: a digit, or a word or icon on the sunken ground of functions.
type padButton struct {
	input.Pressable
	label, icon, cap string
	function         bool
	size             theme.Size
	iconSize         float32

	back *canvas.Rectangle
	text *typeset.Text
	pic  *graphic.Icon
	key  *typeset.KeyCap

	dashes *draw.Dashes
}

func newPadButton(label string, tapped func()) *padButton {
	k := &padButton{label: label, size: theme.Key, iconSize: 32}
	k.OnTapped = tapped
	k.Init(k)
	return k
}

// OfPad tells that it is a key of a pad, which a screen of a sale offers whole or not at all.
func (k *padButton) OfPad() bool { return true }

func (k *padButton) CreateRenderer() fyne.WidgetRenderer {
	k.back = canvas.NewRectangle(color.Transparent)
	k.text, k.pic, k.key = typeset.NewText("", typeset.Body).Aligned(typeset.Centre), graphic.NewIcon("backspace", k.iconSize, theme.Text), typeset.NewKeyCap("", theme.Text)
	k.dashes = draw.NewDashes(theme.Radius)
	return draw.NewRenderer(k, func() fyne.Size { return fyne.NewSquareSize(theme.Target) }, k.arrange, k.paint, k.back, k.text, k.pic, k.key, k.dashes, k.Ring())
}

func (k *padButton) paint() {
	fill, frame, ink := theme.Card.NRGBA(), theme.Line.NRGBA(), theme.Text.NRGBA()
	if k.function {
		fill = theme.Sunken.NRGBA()
	}
	switch {
	case k.Disabled():
		ink, fill, frame = theme.Ghost.NRGBA(), color.NRGBA{}, color.NRGBA{}
		if !draw.FewColours() { // as buttons
			ink, fill = theme.Muted.NRGBA(), theme.Sunken.NRGBA()
		}
	case k.Pressed():
		fill, frame = theme.PrimaryTint.NRGBA(), theme.Primary.NRGBA()
	default:
		fill = k.Ground(fill, ink)
	}
	draw.Box(k.back, fill, frame, theme.Border(), theme.Radius)
	k.dashes.SetOff(k.Disabled())
	k.text.SetInk(ink)
	k.text.Refresh()
	k.pic.SetSize(k.iconSize)
	k.pic.Hidden = k.icon == ""
	k.pic.SetInk(k.icon, ink)
	k.key.Hidden = k.cap == ""
	k.key.SetInk(k.cap, ink)
}

// fit grows with the text scale as far as the key has room for it.
func (k *padButton) fit(size fyne.Size) theme.Size {
	units := k.size.Units()
	w, _ := theme.Measure(k.label, theme.Medium, units)
	if room := size.Width - theme.S2; w > room && room > 0 {
		units *= room / w
	}
	if size.Height > 0 {
		units = min(units, max(size.Height*.6, theme.Caption.Base()))
	}
	return theme.Fixed(units / max(1, theme.Now().TextScale))
}

func (k *padButton) arrange(size fyne.Size) {
	k.back.Resize(size)
	k.dashes.Resize(size)
	k.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	k.text.SetSpans(typeset.Span{Text: k.label, Style: typeset.Style{Size: k.fit(size), Weight: theme.Medium}})
	h := k.text.MinSize().Height
	middle := size.Height / 2
	k.key.Hidden = k.cap == "" || !draw.KeyHints() || size.Height < h+theme.S2+k.key.MinSize().Height
	if !k.key.Hidden {
		m := k.key.MinSize()
		top := (size.Height - h - theme.S2 - m.Height) / 2
		k.key.Resize(m)
		k.key.Move(fyne.NewPos((size.Width-m.Width)/2, top+h+theme.S2))
		middle = top + h/2
	}
	k.text.Resize(fyne.NewSize(size.Width, h))
	k.text.Move(fyne.NewPos(0, middle-h/2))
	k.pic.Resize(size)
}
