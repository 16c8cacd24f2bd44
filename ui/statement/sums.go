package statement

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/money"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// sumsCard is the figure of the statement: which days, both sides, their difference and
// what it is made of. What it says is what the rows add up to.
type sumsCard struct {
	frame      *graphic.Panel
	days, file *typeset.Text
	names      [3]*typeset.Text
	amounts    [3]*typeset.Amount
	parts      [4]*typeset.Text // fees, their sum, to look into, its sum
	dividers   [4]fyne.CanvasObject
	root       *fyne.Container
}

func newSumsCard() *sumsCard {
	c := &sumsCard{frame: graphic.NewFrame(theme.Card, theme.Line, theme.Radius), days: typeset.NewText("", typeset.Fact).Cut(), file: typeset.NewText("", typeset.Caption).Cut()}
	objects := []fyne.CanvasObject{c.frame, c.days, c.file}
	for i := range c.names {
		c.names[i], c.amounts[i] = typeset.NewText("", typeset.Caption).Cut(), typeset.NewAmount("", "", theme.Instruction)
		objects = append(objects, c.names[i], c.amounts[i])
	}
	for i := range c.parts {
		c.parts[i] = typeset.NewText("", typeset.Caption).Cut()
		if i%2 == 1 {
			c.parts[i].Align = typeset.Trailing
		}
		objects = append(objects, c.parts[i])
	}
	for i := range c.dividers {
		c.dividers[i] = graphic.NewPanel(theme.Line)
		objects = append(objects, c.dividers[i])
	}
	c.root = layout.New(nil, c.place, objects...)
	return c
}

// paint shows the sums of the result.
func (p *resultPage) paintSums() {
	w, f, c := p.opened.env.Words, p.opened.found, p.sums
	c.days.SetText(p.days(f.statement))
	named := p.opened.name
	if p.opened.bank != "" {
		named = p.also(p.opened.bank, named)
	}
	c.file.SetText(named)
	s := f.result.Sums
	unit := present.Currency(w, p.opened.deps.Currency)
	for i, one := range []struct {
		name  string
		minor int64
	}{{w.N("statement.sums.till", s.Sales), s.Till}, {w.N("statement.sums.bank", s.Lines), s.Bank}, {w.T("statement.sums.difference"), s.Difference()}} {
		number := money.Amount{Minor: one.minor, Currency: p.opened.deps.Currency}.Major()
		if number = strings.Replace(number, "-", "−", 1); i == 2 && one.minor > 0 {
			number = "+" + number
		}
		c.names[i].SetText(one.name)
		c.amounts[i].Set(number, unit)
	}
	for i, text := range []string{w.T("statement.sums.fees"), p.sum(s.Fees, true), w.T("statement.sums.look"), p.sum(s.Look, true)} {
		style := typeset.Caption
		if i%2 == 1 {
			style = typeset.Body
		}
		if i == 3 {
			style = typeset.Fact
		}
		c.parts[i].SetSpans(typeset.Span{Text: text, Style: style})
	}
	c.root.Refresh()
}

// sumsHigh is how high the card is.
func sumsHigh() float32 { return 80 * max(1, theme.Now().TextScale) }

func (c *sumsCard) place(b layout.Placer) {
	b.Put(c.frame, 0, 0, b.W, b.H)
	column := func(i int) (x, w float32) { // five columns, the first and the last narrower than the sums need
		shares := [5]float32{1.35, 1, 1, 1, 1.05}
		sum, before := float32(0), float32(0)
		for n, s := range shares {
			if n < i {
				before += s
			}
			sum += s
		}
		return b.W * before / sum, b.W * shares[i] / sum
	}
	pad := theme.S4
	lines := func(i int, a, o fyne.CanvasObject, low float32) {
		x, w := column(i)
		h := a.MinSize().Height
		top := (b.H - h - low) / 2
		b.Put(a, x+pad, top, w-2*pad+theme.S2, h)
		b.Put(o, x+pad, top+h, w-2*pad+theme.S2, low)
	}
	lines(0, c.days, c.file, c.file.MinSize().Height)
	for i := range c.names {
		lines(i+1, c.names[i], c.amounts[i], c.amounts[i].MinSize().Height)
	}
	x, w := column(4)
	for i := range 2 {
		h := c.parts[2*i+1].MinSize().Height
		y := b.H/2 + float32(i-1)*h
		room, sum := w-2*pad, c.parts[2*i+1] // its words give way to a sum, whose digits are never cut
		sum.StepDown(theme.Body, room)
		wide := min(room, max(room*.5, sum.Width()+1))
		b.Put(c.parts[2*i], x+pad, y, room-wide, h)
		b.Put(sum, x+pad+room-wide, y, wide, h)
	}
	for i, d := range c.dividers {
		x, _ := column(i + 1)
		b.Put(d, x, theme.S2, theme.Border(), b.H-2*theme.S2)
	}
}
