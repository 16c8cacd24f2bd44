package amount

import (
	"image/color"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
)

// Line is an amount while it is typed: whole part large, fraction at
// 60 %, what was not typed yet in a faint ink. The digits stand where they
// will stand when the amount is complete.
type Line struct {
	widget.BaseWidget
	number, currency string
	point            string // as the language writes it
	untyped          int
}

func NewLine(currency, point string) *Line {
	a := &Line{currency: currency, point: point}
	if strings.ContainsFunc(currency, func(r rune) bool { return unicode.Is(unicode.Arabic, r) }) {
		a.currency = rightToLeftMark + currency + rightToLeftMark // keeps the dot of an abbreviation in its place
	}
	a.ExtendBaseWidget(a)
	return a
}

// Set shows a decimal number whose last untyped signs are faint.
func (a *Line) Set(number string, untyped int) {
	if a.number != number || a.untyped != untyped {
		a.number, a.untyped = number, untyped
		a.Refresh()
	}
}

// leastFaint is the size from which faint digits can be told from their ground.
const leastFaint = 24

const rightToLeftMark = "\u200f"

// run is signs in one size and ink, gap its distance from the
// run before.
type run struct {
	text   string
	size   float32
	weight theme.Weight
	colour theme.Colour
	gap    float32
}

// runs cuts the number at the point, at the thousands and where the typed
// part ends.
func (a *Line) runs(size float32) []run {
	var out []run
	typed := len(a.number) - a.untyped
	whole, _, _ := strings.Cut(a.number, ".")
	for i, r := range a.number {
		if r == '.' {
			r = []rune(a.point)[0]
		}
		one := run{text: string(r), size: size, weight: theme.Bold, colour: theme.Text}
		if i >= len(whole) {
			one.size = .6 * size
		}
		if i >= typed {
			one.colour = theme.Ghost
			if one.size < leastFaint {
				one.colour = theme.Muted
			}
		}
		if left := len(whole) - i; i > 0 && left > 0 && left%3 == 0 {
			one.gap = .2 * size
		}
		if n := len(out); n > 0 && one.gap == 0 && out[n-1].size == one.size && out[n-1].colour == one.colour {
			out[n-1].text += one.text
			continue
		}
		out = append(out, one)
	}
	unit := run{text: a.currency, size: max(.36*size, theme.Caption.Units()), weight: theme.SemiBold, colour: theme.Muted}
	if !theme.Now().RTL {
		unit.gap = .2 * size
		return append(out, unit)
	}
	out[0].gap = .2 * size
	return append([]run{unit}, out...)
}

func measure(all []run) float32 {
	var width float32
	for _, s := range all {
		w, _ := theme.Measure(s.text, s.weight, s.size)
		width += s.gap + w
	}
	return width
}

// MinSize asks for nothing: the amount takes the room that there is.
func (a *Line) MinSize() fyne.Size { return fyne.Size{} }

func (a *Line) CreateRenderer() fyne.WidgetRenderer {
	return &typedRenderer{amount: a}
}

type typedRenderer struct {
	amount  *Line
	objects []fyne.CanvasObject
}

func (r *typedRenderer) Destroy()                     {}
func (r *typedRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *typedRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *typedRenderer) Refresh() {
	r.Layout(r.amount.Size())
	canvas.Refresh(r.amount)
}

// Layout writes the number to the trailing edge, in the largest size that
// fits.
func (r *typedRenderer) Layout(room fyne.Size) {
	a := r.amount
	r.objects = r.objects[:0]
	if a.number == "" {
		return
	}
	var all []run
	for _, size := range []float32{theme.AmountXL.Units(), 144, 120, 96, 80, 64, 48, 40, 32, 24, 20} {
		if size > theme.AmountXL.Units() {
			continue
		}
		if all = a.runs(size); measure(all) <= room.Width && size <= max(room.Height, 32) {
			break
		}
	}
	largest := float32(0)
	for _, s := range all {
		largest = max(largest, s.size)
	}
	_, base := theme.Measure("0", theme.Bold, largest)
	box := fyne.MeasureText("0", largest, fyne.TextStyle{}).Height
	baseline := (room.Height-box)/2 + base
	x := room.Width - measure(all)
	if theme.Now().RTL {
		x = 0
	}
	for _, s := range all {
		t := canvas.NewText(s.text, color.Color(s.colour.NRGBA()))
		t.TextSize, t.FontSource = s.size, s.weight.Font()
		w, b := theme.Measure(s.text, s.weight, s.size)
		t.Resize(t.MinSize())
		t.Move(fyne.NewPos(x+s.gap, baseline-b))
		x += s.gap + w
		r.objects = append(r.objects, t)
	}
}
