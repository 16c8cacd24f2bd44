package typeset

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// KeyCap is the name of a key in a small frame: Enter, F5, Delete.
type KeyCap struct {
	widget.BaseWidget
	key    string
	size   theme.Size
	colour theme.Colour
	ink    *color.NRGBA
	solid  color.NRGBA // its letters' colour on a filled cap; transparent for a cap that is not filled
}

// keyName is how a key is called in the language of the windows.
var keyName = func(key string) string { return key }

// NameKeys sets how key caps call a key, from now on; what is drawn already changes when it is drawn again. It belongs
// on the UI goroutine.
func NameKeys(name func(key string) string) { keyName = name }

// point parts the decimals off in the language of the windows.
var point = "."

// Point is what NamePoint has set.
func Point() string { return point }

// NamePoint sets what parts the decimals of an amount off, from now on, as NameKeys does for keys.
func NamePoint(sign string) { point = sign }

// NewKeyCap is a key cap of the usual size, 24 high.
func NewKeyCap(key string, colour theme.Colour) *KeyCap {
	return NewKeyCapSized(key, colour, theme.Caption)
}

// NewKeyCapSized is a key cap whose letters have another size; at Lead it is 36 high, as on the tiles of routes.
func NewKeyCapSized(key string, colour theme.Colour, size theme.Size) *KeyCap {
	k := &KeyCap{key: key, colour: colour, size: size}
	k.ExtendBaseWidget(k)
	return k
}

// SetInk changes the key and gives it a colour that is not one of the theme's, for a cap inside another widget.
func (k *KeyCap) SetInk(key string, ink color.NRGBA) {
	k.key, k.ink = key, &ink
	k.Refresh()
}

// SetSolid is SetInk for a cap that is filled; letters is the colour of what is written on it.
func (k *KeyCap) SetSolid(key string, ink, letters color.NRGBA) {
	k.solid = letters
	k.SetInk(key, ink)
}

func (k *KeyCap) metrics() (height, pad float32) {
	size := k.size.Units()
	if size > 20 {
		return size*1.55 + 2, 13
	}
	return size*22/15 + 2, 8
}

func (k *KeyCap) CreateRenderer() fyne.WidgetRenderer {
	frame, text := canvas.NewRectangle(color.Transparent), canvas.NewText("", color.Transparent)
	return draw.NewRenderer(k,
		func() fyne.Size {
			w, _ := theme.Measure(keyName(k.key), theme.Medium, k.size.Units())
			h, pad := k.metrics()
			return fyne.NewSize(w+2*pad, h)
		},
		func(s fyne.Size) {
			frame.Resize(s)
			m := text.MinSize()
			text.Resize(m)
			_, b := theme.Measure(keyName(k.key), theme.Medium, k.size.Units())
			text.Move(fyne.NewPos((s.Width-m.Width)/2, draw.TopFor(k, (s.Height-m.Height)/2+b, b)))
		},
		func() {
			ink := k.colour.NRGBA()
			if k.ink != nil {
				ink = *k.ink
			}
			line := ink
			if theme.Now().Variant != theme.Contrast {
				line = draw.Fade(ink, .85)
			}
			fill := color.NRGBA{}
			if k.solid.A > 0 {
				fill, line, ink = ink, ink, k.solid
			}
			draw.Box(frame, fill, line, 1, theme.RadiusCap)
			text.Text, text.Color, text.TextSize, text.FontSource = keyName(k.key), ink, k.size.Units(), theme.Medium.Font()
		}, frame, text)
}
