package typeset

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// fractionFrom is the size from which the fraction is smaller than the whole.
const fractionFrom = 32

// Amount is a sum of money: the whole part large, from 32 up the fraction at 60 % on the same baseline, thousands
// parted by a fifth of an em, the currency small beside it. It never wraps and never loses a digit: when there is not
// enough room it steps down through the sizes of its scale, and then shrinks as far as it must. From right to left the
// currency stands left of the number; the digits never turn around. The point is written as NamePoint says.
type Amount struct {
	widget.BaseWidget
	// Largest is the size to start from.
	Largest theme.Size
	// Plain draws SemiBold, whole and fraction the same, as lists do.
	Plain bool
	// Align places the amount in a box that is wider.
	Align Align
	// Colour is the number's colour; CurrencyColour the currency's.
	Colour, CurrencyColour theme.Colour
	// FullCurrency draws the currency as large as the number, as buttons do.
	FullCurrency bool

	number, currency string
	ink              *color.NRGBA
}

// NewAmount is an amount in a size. number is a decimal number with a point, as money formats it, without grouping
// ("1250.750"); currency is the word beside it, "" for none.
func NewAmount(number, currency string, size theme.Size) *Amount {
	a := &Amount{Largest: size, Colour: theme.Text, CurrencyColour: theme.Muted, number: number, currency: currency}
	a.ExtendBaseWidget(a)
	return a
}

// NewPlainAmount is an amount without a currency as rows of lists show it: SemiBold, 18, at the trailing edge.
func NewPlainAmount(number string) *Amount {
	a := NewAmount(number, "", theme.Body)
	a.Plain, a.Align = true, Trailing
	return a
}

// Set changes number and currency.
func (a *Amount) Set(number, currency string) {
	if a.number != number || a.currency != currency {
		a.number, a.currency = number, currency
		a.Refresh()
	}
}

// Number is the number as it was set.
func (a *Amount) Number() string { return a.number }

// MinSize is what the amount needs at its full size; widgets with less room step down.
func (a *Amount) MinSize() fyne.Size {
	a.ExtendBaseWidget(a)
	size := a.Largest.Units()
	return fyne.NewSize(a.measure(size), size)
}

// Baseline is the distance from the top of a widget of a height to the amount's baseline.
func (a *Amount) Baseline(height float32) float32 { return a.baselineAt(height, a.Largest.Units()) }

func (a *Amount) baselineAt(height, size float32) float32 {
	box, base := metrics(theme.Bold, size)
	return (height-box)/2 + base
}

type amountPart struct {
	text   string
	weight theme.Weight
	size   float32
	money  bool // a part of the currency, not the number
	x      float32
}

// parts lays the amount out from left to right at a size and returns its width.
func (a *Amount) parts(size float32) (out []amountPart, width float32) {
	weight := theme.Bold
	if a.Plain {
		weight = theme.SemiBold
	}
	var x float32
	add := func(p amountPart) {
		p.x = x
		w, _ := theme.Measure(p.text, p.weight, p.size)
		x += w
		out = append(out, p)
	}
	number := func() {
		whole, fraction, has := strings.Cut(a.number, ".")
		for i, g := range groups(whole) {
			if i > 0 {
				x += .2 * size
			}
			add(amountPart{text: g, weight: weight, size: size})
		}
		if has {
			small := size
			if size >= fractionFrom && !a.Plain && !a.FullCurrency {
				small = .6 * size
			}
			add(amountPart{text: point + fraction, weight: weight, size: small})
		}
	}
	if a.currency == "" {
		number()
		return out, x
	}
	unit := amountPart{text: a.currency, weight: theme.SemiBold, size: max(.36*size, min(theme.Caption.Units(), size)), money: true}
	if a.FullCurrency {
		unit.size = size
	}
	if strings.ContainsFunc(a.currency, rightToLeft) {
		unit.text = string(rightToLeftMark) + a.currency + string(rightToLeftMark)
	}
	if draw.RTL() {
		add(unit)
		x += .2 * size
		number()
	} else {
		number()
		x += .2 * size
		add(unit)
	}
	return out, x
}

// SetInk is Set with the colour of both, for an amount inside another widget.
func (a *Amount) SetInk(number, currency string, ink color.NRGBA) {
	a.number, a.currency, a.ink = number, currency, &ink
	a.Refresh() // one number may be as wide as another
}

// WidthAt is its width in a size, without stepping down.
func (a *Amount) WidthAt(z theme.Size) float32 { return a.measure(z.Units()) }

func (a *Amount) measure(size float32) float32 {
	_, w := a.parts(size)
	return w
}

// groups cuts a whole number into thousands, sign first.
func groups(whole string) []string {
	digits := strings.TrimLeft(whole, "-−+")
	first := len(digits) % 3
	var out []string
	if first > 0 {
		out = append(out, digits[:first])
	}
	for i := first; i < len(digits); i += 3 {
		out = append(out, digits[i:i+3])
	}
	if len(out) == 0 {
		return []string{whole}
	}
	out[0] = whole[:len(whole)-len(digits)] + out[0]
	return out
}

// fit is the size at which the amount fits into a width.
func (a *Amount) fit(width float32) float32 {
	full := a.Largest.Units()
	if width <= 0 || a.measure(full) <= width {
		return full
	}
	for _, step := range []float32{144, 120, 96, 80, 64, 48, 40, 32, 28, 22, 18} {
		if step < full && a.measure(step) <= width {
			return step
		}
	}
	size := min(18, full)
	for size > 1 && a.measure(size) > width {
		size *= .96
	}
	return size
}

func (a *Amount) CreateRenderer() fyne.WidgetRenderer {
	r := &renderer{of: a, draw: a.draw}
	r.Layout(a.Size())
	return r
}

func (a *Amount) draw(r *renderer) {
	room := a.Size()
	size := a.fit(room.Width)
	parts, width := a.parts(size)
	start := alignStart(a.Align, room.Width, width)
	base := a.baselineAt(room.Height, size)
	for _, p := range parts {
		c := r.next()
		ink := a.Colour.NRGBA()
		if p.money {
			ink = a.CurrencyColour.NRGBA()
		}
		if a.ink != nil {
			ink = *a.ink
		}
		c.Text, c.Color, c.TextSize, c.FontSource = p.text, ink, p.size, p.weight.Font()
		_, b := theme.Measure(p.text, p.weight, p.size)
		c.Resize(c.MinSize())
		c.Move(fyne.NewPos(start+p.x, draw.TopFor(a, base, b)))
	}
}
