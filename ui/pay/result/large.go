package result

import (
	"sanduq/ui/pay"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
)

// HeightFor is for screen.Fitted.
func (e *End) HeightFor(width float32) float32 {
	return pay.Lay(e.layEnlarged).HeightFor(width, theme.Frame)
}

// layEnlarged lays the screen out with some room around the words, and returns how
// high it is.
func (e *End) layEnlarged(p layout.Placer, slack float32) float32 {
	pad, icon := theme.S5(), min(theme.ResultIcon(), 144)
	top := pad + slack/2
	y, x, end := top, 3*pad+icon, p.W-2*pad
	room := end - x
	n := p.PutEnd(e.number, end, y)
	e.fitWord(room-n.Width-pad, theme.AmountM.Units())
	w := e.word.MinSize()
	line := max(w.Height, n.Height)
	if w.Width > room-n.Width-pad { // a long word has a line of its own
		y += n.Height
		e.fitWord(room, theme.AmountM.Units())
		w = e.word.MinSize()
		line = w.Height
	}
	p.Put(e.word, x, y+(line-w.Height)/2, w.Width, w.Height)
	y += line + theme.S2
	a, ax := e.amount.MinSize().Height, x
	if e.say.before != "" {
		b := p.PutMin(e.before, ax, y+e.amount.Baseline(a)-e.before.Baseline())
		ax += b.Width + theme.S4
	}
	p.Put(e.amount, ax, y, end-ax, a)
	y += a + theme.S2
	if e.say.quiet { // a person's own words may be long
		pay.InLines(e.instr, 3, room, theme.Title, theme.Lead)
	} else {
		pay.InLines(e.instr, 2, room, theme.Instruction, theme.Title, theme.Lead)
	}
	y += p.PutDown(e.instr, x, y, room)
	p.Put(e.icon, 2*pad, top+max(0, (y-top-icon)/2), icon, icon)
	e.placeSlip(p, top+n.Height+theme.S3, y, e.wordsEnd(x))
	y = max(y, top+icon) + theme.S4 + slack - slack/2
	y = e.placeFactsByTwo(p, y, p.W-2*pad) + theme.S4
	e.placeButtons(p, pad, y, p.W-2*pad)
	return y + theme.PrimaryHigh + pad
}

// placeFactsByTwo writes the facts two abreast, and returns where they end.
func (e *End) placeFactsByTwo(p layout.Placer, y, wide float32) float32 {
	pad := theme.S5()
	p.Put(e.rule, pad, y, wide, theme.Border())
	y += theme.S4
	half := (wide - 3*pad) / 2
	for i, f := range e.facts {
		x := 2*pad + float32(i%2)*(half+pad)
		f[0].StepDown(theme.Caption, half)
		f[1].StepDown(theme.Body, half)
		name, value := f[0].MinSize().Height, f[1].MinSize().Height
		p.Put(f[0], x, y, half, name)
		p.Put(f[1], x, y+name, half, value)
		if i == len(e.facts)-1 {
			p.Put(e.paper.button, x-control.FactPadX, y-control.FactPadY, half+2*control.FactPadX, name+value+2*control.FactPadY)
		}
		if i%2 == 1 {
			y += name + value + theme.S3
		}
	}
	return y
}
