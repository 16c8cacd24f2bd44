package owed

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/money"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// monthView says what was returned this month, beside what is still owed.
type monthView struct {
	label, others *typeset.Text
	sum           *typeset.Amount
}

func newMonthView() *monthView {
	v := &monthView{label: typeset.NewText("", typeset.Caption).Cut(), others: typeset.NewText("", typeset.Caption).Cut(), sum: typeset.NewPlainAmount("")}
	v.sum.Align = typeset.Leading
	return v
}

func (v *monthView) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{v.label, v.sum, v.others}
}

// size is what the view needs; nothing where it says nothing.
func (v *monthView) size() fyne.Size {
	if v.label.Text() == "" {
		return fyne.Size{}
	}
	high, wide := v.label.MinSize().Height+theme.S1+v.sum.MinSize().Height, max(v.label.Width(), v.sum.MinSize().Width)
	if v.others.Text() != "" {
		high, wide = high+v.others.MinSize().Height, max(wide, v.others.Width())
	}
	return fyne.NewSize(wide, high)
}

// place puts the view at the trailing edge of a board, in the middle of its height,
// and returns where it begins.
func (v *monthView) place(b layout.Placer, edge float32) float32 {
	m := v.size()
	wide := min(m.Width+1, b.W/2-edge)
	x, y := b.W-edge-wide, (b.H-m.Height)/2
	for _, part := range []struct {
		o    fyne.CanvasObject
		high float32
	}{{v.label, v.label.MinSize().Height + theme.S1}, {v.sum, v.sum.MinSize().Height}, {v.others, v.others.MinSize().Height}} {
		b.Put(part.o, x, y, wide, part.o.MinSize().Height)
		y += part.high
	}
	return x
}

// paint says what was returned: of the shop's own currency, which is the first, how
// many and how much, and below it the others. Without any it says nothing.
func (v *monthView) paint(env screen.Env, month []returned) {
	w := env.Words
	label, sum := "", ""
	var others []string
	for i, r := range month {
		a := money.Amount{Minor: r.minor, Currency: r.currency}
		if i == 0 {
			label, sum = w.T("owed.month", "n", r.number), a.Major()
			continue
		}
		others = append(others, w.T("owed.month.other", "sum", env.Sum(a), "n", r.number))
	}
	v.label.SetText(label)
	v.sum.Set(sum, "")
	v.others.SetText(strings.Join(others, " · "))
	layout.SetVisible(label != "", v.objects()...)
	layout.SetVisible(len(others) > 0, v.others)
}
