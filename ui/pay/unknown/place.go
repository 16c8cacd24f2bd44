package unknown

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/pay"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

func (u *Unknown) place(p layout.Placer) {
	if pay.Enlarged() {
		pay.Lay(u.layEnlarged).Fill(p)
		return
	}
	pad, gap := theme.S5(), theme.S4
	bottom := p.H - pad - theme.PrimaryHigh
	bottom = u.placeButtons(p, pad, gap, bottom)
	half := (p.W - 2*pad - gap) / 2
	high := u.cardsHigh(half)
	top := bottom - gap - high
	p.Put(u.known, pad, top, half, high)
	p.Put(u.todo, pad+half+gap, top, half, high)

	icon := iconSide()
	left := pad + theme.S2
	text := left + icon + theme.S6()
	end := p.W - pad - theme.S2
	var a, n, w fyne.Size
	var sum float32
	for _, size := range []theme.Size{theme.AmountS, theme.Lead} { // the number gives way before the amount leaves the words' side
		u.number.SetStyle(typeset.Title.Sized(size).Tight(1))
		a, n = u.amount.MinSize(), u.number.MinSize()
		sum = a.Width
		a.Width += n.Width + theme.S5()
		u.word.StepDown(theme.AmountM, end-text-a.Width-theme.S5())
		if w = u.word.MinSize(); text+w.Width+theme.S5()+a.Width <= end && u.word.Style().Size.Units() >= u.instr.Style().Size.Units() {
			break
		}
	}
	above := float32(0) // the amount's line, where it has no room beside the words
	if u.word.Style().Size.Units() < u.instr.Style().Size.Units() || text+w.Width+theme.S5()+a.Width > end {
		u.word.StepDown(theme.AmountM, end-text)
		w, above = u.word.MinSize(), a.Height+theme.S2
	}
	wide, r := end-text, u.repeat.MinSize()
	if !u.repeat.Hidden {
		wide -= r.Width + theme.S4
	}
	i := u.instr.HeightFor(wide)
	middle := pad + (top-gap-pad)/2
	said := float32(0)
	if u.said.Text() != "" {
		said = theme.S2 + u.said.HeightFor(end-text)
	}
	y := middle - (above+w.Height+theme.S2+i+said)/2
	p.Put(u.icon, left, middle-icon/2, icon, icon)
	if above > 0 {
		p.Put(u.number, text, y+(a.Height-n.Height)/2, n.Width, n.Height)
		p.Put(u.amount, text+n.Width+theme.S5(), y, sum, a.Height)
		y += above
	} else {
		p.Put(u.number, end-a.Width, y+(w.Height-n.Height)/2, n.Width, n.Height)
		p.Put(u.amount, end-sum, y+(w.Height-a.Height)/2, sum, a.Height)
	}
	p.Put(u.word, text, y, w.Width, w.Height)
	p.Put(u.instr, text, y+w.Height+theme.S2, wide, i)
	p.Put(u.repeat, end-r.Width, y+w.Height+theme.S2+(i-r.Height)/2, r.Width, r.Height)
	p.Put(u.said, text, y+w.Height+theme.S2+i+theme.S2, end-text, said)
}

// placeButtons sets the buttons in one row, or Check now below the others where its words
// have no room beside them, with the slip beside it where the others would lose their own
// words or the caps of their keys. It returns the top of what it took.
func (u *Unknown) placeButtons(p layout.Placer, pad, gap, bottom float32) float32 {
	beside := []*control.Button{u.paid, u.manage}
	if !u.slip.button.Hidden {
		beside = append(beside, u.slip.button)
	}
	shown := u.show.Button != nil && u.View.SetAside == nil
	begin := pad
	if shown {
		begin += theme.PrimaryHigh + gap
	}
	x := begin
	for _, b := range beside {
		x += b.MinSize().Width + gap
	}
	top := bottom
	if p.W-pad-x < u.now.MinSize().Width-2*theme.S5() {
		top = bottom - theme.PrimaryHigh - gap
		if over := x - gap - (p.W - pad); over > 0 && len(beside) > 2 { // they do not fit either
			beside = beside[:2]
			w := u.slip.button.MinSize().Width
			p.Put(u.slip.button, pad, bottom, w, theme.PrimaryHigh)
			x = pad + w + gap
		} else {
			x = pad
		}
	}
	p.Put(u.now, x, bottom, p.W-pad-x, theme.PrimaryHigh)
	if shown {
		p.Put(u.show.Button, pad, top, theme.PrimaryHigh, theme.PrimaryHigh)
	}
	x = begin
	for i, b := range beside {
		w := b.MinSize().Width
		if left := p.W - pad - x; top < bottom {
			w = (left - float32(len(beside)-1-i)*gap) / float32(len(beside)-i)
		}
		p.Put(b, x, top, w, theme.PrimaryHigh)
		x += w + gap
	}
	return top
}
