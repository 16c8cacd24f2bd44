package statement

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

// rowSpec is what a row of the result says: a finding over what is known of it, both
// sums and their difference, and whether it is answered.
type rowSpec struct {
	icon, title, told      string
	till, bank, difference string
	apart                  bool // the difference is one to look at
	folded                 bool
	end                    string // icon
}

// findingRow shows one finding; it is pressed to look at it.
type findingRow struct {
	input.Pressable
	spec      rowSpec
	on        bool
	row       int
	back, bar *canvas.Rectangle
	rule      *canvas.Rectangle
	icon, end *graphic.Icon
	texts     [5]*typeset.Text // title, told, till, bank, difference
}

func newFindingRow(tapped func(row int)) *findingRow {
	r := &findingRow{}
	r.OnTapped = func() { tapped(r.row) }
	r.Init(r)
	r.RingInside()
	return r
}

func (r *findingRow) set(row int, spec rowSpec, on bool) {
	r.row = row
	if r.spec != spec || r.on != on {
		r.spec, r.on = spec, on
		r.Refresh()
	}
}

// The columns of numbers, from the end on, as pictures have them.
func numberWide() float32 { return 96 * max(1, theme.Now().TextScale) }

func (r *findingRow) CreateRenderer() fyne.WidgetRenderer {
	r.back, r.bar, r.rule = canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent)
	r.icon, r.end = graphic.NewIcon("check", 22, theme.Text), graphic.NewIcon("next", 20, theme.Muted)
	for i := range r.texts {
		r.texts[i] = typeset.NewText("", typeset.Body).Cut()
		if i > 1 {
			r.texts[i].Align = numberAlign()
		}
	}
	return draw.NewRenderer(r, func() fyne.Size { return fyne.NewSize(300, rowHigh()) }, r.arrange, r.paint, r.back, r.bar, r.rule, r.icon, r.end,
		r.texts[0], r.texts[1], r.texts[2], r.texts[3], r.texts[4], r.Ring())
}

func rowHigh() float32 {
	return max(49, typeset.Fact.Tight(1.15).LineHeight()+typeset.Caption.Tight(1.2).LineHeight()+theme.S2)
}

func (r *findingRow) paint() {
	fill := theme.Card.NRGBA()
	switch {
	case r.on:
		fill = theme.PrimaryTint.NRGBA()
	case r.spec.folded:
		fill = theme.Ground.NRGBA()
	}
	draw.Box(r.back, r.Ground(fill, theme.Text.NRGBA()), color.NRGBA{}, 0, 0)
	draw.Box(r.bar, theme.Primary.NRGBA(), color.NRGBA{}, 0, 0)
	draw.Box(r.rule, theme.Line.NRGBA(), color.NRGBA{}, 0, 0)
	r.bar.Hidden = !r.on
	ink := theme.Text
	if r.spec.folded {
		ink = theme.Muted
	}
	r.icon.Set(r.spec.icon, ink)
	ink = theme.Muted
	if r.spec.end == "check" {
		ink = theme.Text
	}
	r.end.Hidden = r.spec.end == ""
	if !r.end.Hidden {
		r.end.Set(r.spec.end, ink)
	}
	title, number, apart := typeset.Fact.Tight(1.15), typeset.Body.With(theme.Medium), typeset.Body.Tint(theme.Muted)
	if r.spec.folded {
		title = title.With(theme.Medium)
	}
	if r.spec.apart {
		apart = typeset.Fact
	}
	for i, s := range []typeset.Span{{Text: r.spec.title, Style: title}, {Text: r.spec.told, Style: typeset.Caption.Tight(1.2)}, {Text: r.spec.till, Style: number}, {Text: r.spec.bank, Style: number}, {Text: r.spec.difference, Style: apart}} {
		r.texts[i].SetSpans(s)
	}
}

func (r *findingRow) arrange(size fyne.Size) {
	r.back.Resize(size)
	rtl, middle := draw.RTL(), size.Height/2
	put := func(o fyne.CanvasObject, x, y, w, h float32) { draw.Place(o, rtl, size.Width, x, y, w, h) }
	r.ArrangeRing(fyne.NewPos(0, 0), size, 0)
	put(r.bar, 0, 0, 4, size.Height)
	put(r.rule, 0, size.Height-theme.Border(), size.Width, theme.Border())
	put(r.icon, 20, middle-11, 22, 22)
	at := numbers(size.Width)
	left := at[0]
	for i, x := range at { // where words are large the difference alone has room
		r.texts[2+i].Hidden = x < leastTitle
		if left < leastTitle {
			left = x
		}
	}
	title, told := r.texts[0].MinSize().Height, r.texts[1].MinSize().Height
	if r.spec.told == "" {
		told = 0
	}
	top := middle - (title+told)/2
	put(r.texts[0], 54, top, left-54-theme.S2, title)
	put(r.texts[1], 54, top+title, left-54-theme.S2, told)
	for i := range 3 {
		t := r.texts[2+i]
		h := t.MinSize().Height
		put(t, at[i], middle-h/2, numberWide(), h)
	}
	put(r.end, size.Width-20-20, middle-10, 20, 20)
}

// leastTitle is where a column of numbers may begin at the earliest: before it stand the
// icon and a word.
const leastTitle float32 = 180

// numberAlign is the right edge, from right to left too: digits stand below digits.
func numberAlign() typeset.Align {
	if draw.RTL() {
		return typeset.Leading
	}
	return typeset.Trailing
}

// numbers are where the columns of numbers begin in a row of a width.
func numbers(width float32) (at [3]float32) {
	for i := range at {
		at[i] = width - 50 - float32(3-i)*(numberWide()+theme.S2)
	}
	return at
}
