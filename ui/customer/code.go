package customer

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
)

// codeDigits is how many digits a one-time code has.
const codeDigits = 6

// code asks for the code on the customer's phone and shows how much of it the
// cashier has typed. The digits themselves never come here.
func (s sheet) code() scene {
	h := s.header(graphic.NewIcon("phone", 400*s.k, theme.Text), 400, 64, theme.Text, theme.Muted)
	h.money(144, 0, theme.Text)
	sent, tell := s.both("customer.codeSent", s.style(44, theme.Regular, theme.Text)), s.both("customer.code", s.style(56, theme.SemiBold, theme.Text))
	h.below(32, sent[0], tell[0])
	h.below(24, sent[1], tell[1])
	dots := s.dots()
	h.row(dots.box, 56, fyne.NewSize(codeDigits*dotSide+(codeDigits-1)*dotGap, dotSide))
	return scene{content: h.object(), paint: func(_ journal.View, typed int) { dots.fill(typed) }}
}

const (
	dotSide float32 = 56
	dotGap  float32 = 28
)

// dots are one circle for each digit of a code.
type dots struct {
	box *fyne.Container
	all []*canvas.Circle
	k   float32
}

func (s sheet) dots() *dots {
	d := &dots{k: s.k}
	var all []fyne.CanvasObject
	for range codeDigits {
		c := canvas.NewCircle(color.Transparent)
		d.all = append(d.all, c)
		all = append(all, c)
	}
	d.box = layout.New(nil, d.place, all...)
	d.fill(0)
	return d
}

// place sets them from left to right in every language, as digits are.
func (d *dots) place(layout.Placer) {
	for i, c := range d.all {
		c.Resize(fyne.NewSquareSize(dotSide * d.k))
		c.Move(fyne.NewPos(float32(i)*(dotSide+dotGap)*d.k, 0))
	}
}

func (d *dots) fill(typed int) {
	for i, c := range d.all {
		c.FillColor, c.StrokeColor, c.StrokeWidth = theme.Card.NRGBA(), theme.Edge.NRGBA(), 4*d.k
		if i < typed {
			c.FillColor, c.StrokeColor = theme.Text.NRGBA(), theme.Text.NRGBA()
		}
		c.Refresh()
	}
}
