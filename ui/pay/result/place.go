package result

import (
	"sanduq/ui/pay"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

func (e *End) place(p layout.Placer) {
	if pay.Enlarged() {
		pay.Lay(e.layEnlarged).Fill(p)
		return
	}
	pad, icon := theme.S5(), theme.ResultIcon()
	wide := p.W - 2*pad
	bottom := p.H - pad - theme.PrimaryHigh
	e.placeButtons(p, pad, bottom, wide)
	top := e.placeFacts(p, bottom-pad, wide)

	left, text := 2*pad, 2*pad+icon+theme.S7
	room := p.W - 2*pad - text
	n := p.PutEnd(e.number, p.W-2*pad, pad+theme.S3)
	a, i := e.amount.MinSize().Height, e.instr.HeightFor(room)
	e.fitWord(p.W-2*pad-text-n.Width-theme.S5(), top-pad-a-i-2*theme.S4)
	w := e.word.MinSize()
	middle := (pad + top - pad) / 2
	y := middle - (w.Height+a+i+2*theme.S4)/2
	p.Put(e.icon, left, middle-icon/2, icon, icon)
	p.Put(e.word, text, y, w.Width, w.Height)
	y += w.Height + theme.S4
	ax := text
	if e.say.before != "" {
		b := p.PutMin(e.before, ax, y+e.amount.Baseline(a)-e.before.Baseline())
		ax += b.Width + theme.S4
	}
	p.Put(e.amount, ax, y, p.W-2*pad-ax, a)
	p.Put(e.instr, text, y+a+theme.S4, room, i)
	e.placeSlip(p, pad+theme.S3+n.Height+theme.S3, top-theme.S4, e.wordsEnd(text))
}

// fitWord steps the word of the end down until it stands beside the number and
// above the amount: a banner may have taken of the height.
func (e *End) fitWord(room, high float32) {
	for _, size := range []theme.Size{theme.Word, theme.Fixed(104), theme.Fixed(88), theme.AmountM, theme.AmountS, theme.Instruction, theme.Fixed(30)} {
		e.word.SetStyle(typeset.Word.Tint(e.say.colour).Sized(size))
		if e.word.Width() <= room && e.word.MinSize().Height <= high {
			return
		}
	}
}

// placeFacts writes the four facts above bottom and returns where their line is.
func (e *End) placeFacts(p layout.Placer, bottom, wide float32) float32 {
	pad := theme.S5()
	name, value := e.facts[0][0].MinSize().Height, e.facts[0][1].MinSize().Height
	top := bottom - name - value - theme.S4
	p.Put(e.rule, pad, top, wide, theme.Border())
	first := theme.ResultIcon() + theme.S7
	rest := (wide - 2*pad - first) / 3
	x, w := 2*pad, first
	for i, f := range e.facts {
		if i > 0 {
			w = rest
		}
		f[0].StepDown(theme.Caption, w-theme.S2)
		f[1].StepDown(theme.Body, w-theme.S2)
		p.Put(f[0], x, top+theme.S4, w-theme.S2, name)
		p.Put(f[1], x, top+theme.S4+name, w-theme.S2, value)
		if i == len(e.facts)-1 {
			p.Put(e.paper.button, x-control.FactPadX, top+theme.S4-control.FactPadY, w-theme.S2+2*control.FactPadX, name+value+2*control.FactPadY)
		}
		x += w
	}
	return top
}

// wordsEnd is where the words of the end stop, and the corner begins.
func (e *End) wordsEnd(from float32) float32 {
	wide := max(e.word.Width(), e.amount.MinSize().Width, e.instr.Width())
	if e.say.before != "" {
		wide = max(wide, e.before.MinSize().Width+theme.S4+e.amount.MinSize().Width)
	}
	return from + wide
}

// placeSlip puts the slip below the number, beside the words; held closer, it
// takes all the height and lies over them. Where there is too little room it
// waits for a tap as a strip of itself.
func (e *End) placeSlip(p layout.Placer, top, bottom, words float32) {
	if e.slip == nil || !e.slip.Visible() {
		return
	}
	end, pad := p.W-2*theme.S5(), theme.S5()
	room, high := end-words-theme.S5(), bottom-top
	if e.slip.near {
		top, high = pad, bottom-pad
		room = min(p.W/2, 430)
	}
	size := e.slip.shape(max(room, slipNarrow), high)
	p.Put(e.slip, end-size.Width, top, size.Width, size.Height)
}

// placeButtons puts the row at the foot: the primary takes what the others leave,
// and they keep their words whole before their keys.
func (e *End) placeButtons(p layout.Placer, x, y, wide float32) {
	end := x + wide
	if n := float32(len(e.beside)); n > 0 {
		room, words := wide-n*theme.S4-e.primary.MinSize().Width, n
		for _, b := range e.beside {
			if b.Spec().Label == "" {
				room, words = room-theme.PrimaryHigh, words-1
			}
		}
		for _, b := range e.beside {
			w := b.MinSize().Width
			switch {
			case b.Spec().Label == "":
				w = theme.PrimaryHigh
			case e.say.again:
				w = min(max(240, w), max(room/words, theme.PrimaryHigh))
			default:
				w = min(w, max(room/words, theme.PrimaryHigh))
			}
			p.Put(b, x, y, w, theme.PrimaryHigh)
			x += w + theme.S4
		}
	}
	p.Put(e.primary, x, y, end-x, theme.PrimaryHigh)
}
