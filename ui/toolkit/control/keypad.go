package control

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/typeset"
)

// PadKey is a key of a keypad: "0" to "9", ".", "000", or one of the two functions.
type PadKey string

// The keys that are not digits.
const (
	PadPoint     PadKey = "."
	PadThousand  PadKey = "000"
	PadBackspace PadKey = "backspace"
	PadClear     PadKey = "clear"
)

// Keypad is a pad of keys for the pointer. It never mirrors: digits stand as on every other pad.
type Keypad struct {
	widget.BaseWidget
	// OnKey is called once for each press.
	OnKey func(PadKey)

	sale  bool
	gap   float32
	cells []padCell

	glowing []*padButton // pressed on the keyboard, not back yet
}

type padCell struct {
	key                PadKey
	col, row, rowsTall int
	button             *padButton
}

// NewSalePad is the pad of the sale screen: four columns of 112 with point, 000, Backspace and Clear. clear is the word
// for Clear; its key cap reads Delete.
func NewSalePad(clear string, onKey func(PadKey)) *Keypad {
	p := &Keypad{OnKey: onKey, sale: true, gap: theme.S3}
	for i, d := range []PadKey{"1", "2", "3", "4", "5", "6", "7", "8", "9", PadPoint, "0", PadThousand} {
		p.add(d, i%3, i/3, 1)
	}
	p.add(PadBackspace, 3, 0, 2)
	p.add(PadClear, 3, 2, 2)
	p.style(clear, 36, "Delete")
	p.ExtendBaseWidget(p)
	return p
}

// NewDigitPad is the pad for numbers and codes: three columns that share the width, Clear and Backspace beside the 0.
// gap is the room between keys: 8 under a field, 12 on the lock screen.
func NewDigitPad(clear string, gap float32, onKey func(PadKey)) *Keypad {
	p := &Keypad{OnKey: onKey, gap: gap}
	for i, d := range []PadKey{"1", "2", "3", "4", "5", "6", "7", "8", "9", PadClear, "0", PadBackspace} {
		p.add(d, i%3, i/3, 1)
	}
	p.style(clear, 32, "")
	p.ExtendBaseWidget(p)
	return p
}

func (p *Keypad) add(key PadKey, col, row, tall int) {
	b := newPadButton(string(key), func() {
		if p.OnKey != nil {
			p.OnKey(key)
		}
	})
	p.cells = append(p.cells, padCell{key, col, row, tall, b})
}

func (p *Keypad) style(clear string, icon float32, cap string) {
	for _, c := range p.cells {
		switch c.key {
		case PadBackspace:
			c.button.label, c.button.icon, c.button.iconSize, c.button.function = "", "backspace", icon, true
		case PadClear:
			c.button.label, c.button.cap, c.button.function, c.button.size = clear, cap, true, theme.Lead
		case PadThousand:
			c.button.size = theme.Title
		case PadPoint:
			c.button.label = typeset.Point()
		}
	}
}

// SetAllEnabled switches every key on or off.
func (p *Keypad) SetAllEnabled(on bool) {
	for _, c := range p.cells {
		c.button.SetDisabled(!on)
	}
}

// Flash shows a key as pressed for a moment, when it was pressed on the keyboard. Those pressed before go back in the
// same frame, once they were seen: while somebody types, a key costs one frame, not two.
func (p *Keypad) Flash(key PadKey) {
	for _, b := range p.glowing {
		b.EndGlow()
	}
	p.glowing = slices.DeleteFunc(p.glowing, func(b *padButton) bool { return !b.Pressed() })
	p.each(key, func(b *padButton) {
		if !slices.Contains(p.glowing, b) {
			p.glowing = append(p.glowing, b)
		}
		b.Glow()
	})
}

func (p *Keypad) each(key PadKey, do func(*padButton)) {
	for _, c := range p.cells {
		if c.key == key {
			do(c.button)
		}
	}
}

func (p *Keypad) columns() int {
	if p.sale {
		return 4
	}
	return 3
}

// salePadWidth is four columns of 112 and three gaps; the small size class takes narrower ones.
func (p *Keypad) width() float32 {
	switch {
	case !p.sale:
		return 3*theme.Target + 2*p.gap
	case theme.Now().Small:
		return 4*92 + 3*p.gap
	default:
		return 4*112 + 3*p.gap
	}
}

func (p *Keypad) CreateRenderer() fyne.WidgetRenderer {
	var objects []fyne.CanvasObject
	for _, c := range p.cells {
		objects = append(objects, c.button)
	}
	return &padRenderer{pad: p, Renderer: draw.NewRenderer(p,
		func() fyne.Size { return fyne.NewSize(p.width(), 4*theme.Target+3*p.gap) },
		p.arrange, func() {}, objects...)}
}

// padRenderer refreshes the keys too.
type padRenderer struct {
	*draw.Renderer
	pad *Keypad
}

func (r *padRenderer) Refresh() {
	for _, c := range r.pad.cells {
		c.button.Refresh()
	}
	r.pad.arrange(r.pad.Size())
	canvas.Refresh(r.pad)
}

func (p *Keypad) arrange(size fyne.Size) {
	cols := float32(p.columns())
	w := (size.Width - (cols-1)*p.gap) / cols
	h := (size.Height - 3*p.gap) / 4
	for _, c := range p.cells {
		tall := float32(c.rowsTall)
		c.button.Resize(fyne.NewSize(w, tall*h+(tall-1)*p.gap))
		c.button.Move(fyne.NewPos(float32(c.col)*(w+p.gap), float32(c.row)*(h+p.gap)))
	}
}
