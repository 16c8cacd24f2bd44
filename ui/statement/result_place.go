package statement

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

func (p *resultPage) place(b layout.Placer) {
	y := p.placeHead(b)
	high := theme.Target
	foot := b.H - high - theme.S3
	head := typeset.Caption.Size.Units()*1.5 + theme.S2
	n := max(1, int((foot-y-head-2)/rowHigh()))
	p.fill(n)
	b.Put(p.frame, 0, y, b.W, foot-y)
	b.Put(p.heads.root, 0, y, b.W, head)
	objects := p.root.Objects[:0:0]
	for _, o := range p.root.Objects {
		if !p.isRow(o) {
			objects = append(objects, o)
		}
	}
	for i, r := range p.rows {
		objects = append(objects, r.root)
		b.Put(r.root, 1, y+head+rowHigh()*float32(i), b.W-2, rowHigh())
	}
	p.root.Objects = objects
	b.Put(p.back, 0, b.H-high, theme.Target, theme.Target)
	b.Put(p.next, theme.Target+theme.S2, b.H-high, theme.Target, theme.Target)
	h := p.where.MinSize().Height
	at := 2*theme.Target + theme.S2 + theme.S4
	end := b.W
	for _, o := range []*control.Button{p.export, p.other, p.columns} {
		if o.Hidden {
			continue
		}
		w := o.MinSize().Width
		if end-w < at {
			w = max(theme.Target, end-at)
		}
		b.Put(o, end-w, b.H-high, w, high)
		end -= w + theme.S2
	}
	p.where.Hidden = at+p.where.MinSize().Width > end
	b.Put(p.where, at, b.H-high/2-h/2, p.where.MinSize().Width, h)
}

func (p *resultPage) isRow(o fyne.CanvasObject) bool {
	for _, r := range p.rows {
		if r.root == o {
			return true
		}
	}
	return false
}

// placeHead puts the words and the chips, and returns where they end.
func (p *resultPage) placeHead(b layout.Placer) float32 {
	y := float32(0)
	h := p.title.HeightFor(b.W)
	b.Put(p.title, 0, y, b.W, h)
	y += h
	h = p.note.HeightFor(b.W)
	b.Put(p.note, 0, y, b.W, h)
	y += h + theme.S2
	y = wrap(&b, b.W, y, p.classes)
	if p.owe.Hidden {
		return y
	}
	m := p.owe.MinSize()
	b.Put(p.owe, 0, y, min(m.Width, b.W), m.Height)
	return y + m.Height + theme.S3
}
