package statement

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
)

// panelWide is how wide the question is; the list beside it takes the rest.
const panelWide float32 = 412

func (p *resultPage) place(b layout.Placer) {
	y := p.placeHead(b)
	gap := theme.S4
	side := min(panelWide*max(1, theme.Now().TextScale), b.W*.36)
	wide := b.W - side - gap
	head := max(32, p.heads[0].MinSize().Height+theme.S2)
	b.Put(p.frame, 0, y, wide, b.H-y)
	line := p.heads[0].MinSize().Height
	middle := y + (head-line)/2
	b.Put(p.heads[0], theme.S4+theme.S1, middle, max(numbers(wide)[0], leastTitle)-theme.S5(), line)
	for i, at := range numbers(wide) {
		p.heads[i+1].Hidden = at < leastTitle
		b.Put(p.heads[i+1], at, middle, numberWide(), line)
	}
	b.Put(p.list.Object(), 1, y+head, wide-2, max(0, b.H-y-head-theme.Radius/2))
	foot, x := b.H, wide+gap
	if !p.sign.Hidden {
		h := p.sign.MinSize().Height
		foot -= h
		b.Put(p.sign, x, foot, side, h)
		foot -= gap
	}
	if !p.owe.Hidden {
		h := max(theme.Target, p.owe.MinSize().Height)
		foot -= h
		b.Put(p.owe, x, foot, side, h)
		foot -= gap
	}
	b.Put(p.panel.root, x, y, side, foot-y)
}

// placeHead puts the buttons, the sums and the note, and returns where they end.
func (p *resultPage) placeHead(b layout.Placer) float32 {
	high, end := float32(48), b.W
	for _, o := range []*control.Button{p.export, p.other, p.columns} {
		if o.Hidden {
			continue
		}
		w := o.MinSize().Width
		b.Put(fyne.CanvasObject(o), end-w, 0, w, max(high, theme.Target))
		end -= w + theme.S2
	}
	room := max(end-theme.S4, b.W*.3)
	y := max(theme.Target, p.note.HeightFor(room))
	b.Put(p.note, 0, 0, room, y)
	y += theme.S2
	b.Put(p.sums.root, 0, y, b.W, sumsHigh())
	return y + sumsHigh() + theme.S4
}
