package reports

import (
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
)

const (
	sideWide, sideSmall float32 = 412, 336
	cardGap             float32 = 16
	leastChart          float32 = 240 // of the card around it
	leastTaken          float32 = 196 // where room is short: then the lower cards scroll
)

// stacked reports whether the cards stand below each other: words are too large
// for two columns.
func stacked() bool { return theme.Now().TextScale > 1.2 }

// below is how high the lower cards are: four rows, since most shops have no more
// cashiers at a time. More of them scroll.
func (p *page) below() float32 {
	return max(p.others[0].height(usual), p.lost.height(max(usual, len(p.lost.table.entries))))
}

// Height is the least height of the page.
func (p *page) Height() float32 {
	k := max(1, theme.Now().TextScale)
	if stacked() {
		return 3*theme.ChipHeight + 2*theme.S4 + (leastChart+80)*k + p.routes.height(3) + float32(1+len(p.others))*(p.below()+cardGap) + 2*cardGap
	}
	return theme.ChipHeight + cardGap + (leastTaken+cardGap)*k + p.below() + theme.S5()
}

func (p *page) place(b layout.Placer) {
	pad := theme.S5()
	wide := b.W - 2*pad
	chips := p.chips.heightFor(wide)
	b.Put(p.chips.row, pad, 0, wide, chips)
	b.Put(p.popover.Layer(), 0, 0, b.W, b.H)
	y := chips + cardGap
	p.placeNote(b, y)
	high := b.H - y - pad
	if stacked() {
		p.placeStack(b, pad, y, wide, high)
		return
	}
	side := sideWide
	if theme.Now().Small {
		side = sideSmall
	}
	first := wide - cardGap - side
	low := min(p.below(), max(p.lost.height(2), high-cardGap-leastTaken-2*p.taken.backRoom()))
	top := high - cardGap - low
	b.Put(p.taken.root, pad, y, first, top)
	b.Put(p.routes.root, pad+first+cardGap, y, side, top)
	each := (first+cardGap)/float32(len(p.others)) - cardGap
	for i, c := range p.others {
		b.Put(c.root, pad+float32(i)*(each+cardGap), y+top+cardGap, each, low)
	}
	b.Put(p.lost.root, pad+first+cardGap, y+top+cardGap, side, low)
}

func (p *page) placeStack(b layout.Placer, x, y, wide, high float32) {
	low, routes := p.below(), p.routes.height(3)
	top := max(leastChart, high-routes-low-2*cardGap-float32(len(p.others))*(low+cardGap))
	b.Put(p.taken.root, x, y, wide, top)
	y += top + cardGap
	b.Put(p.routes.root, x, y, wide, routes)
	y += routes + cardGap
	for _, c := range p.cards()[2:] {
		b.Put(c, x, y, wide, low)
		y += low + cardGap
	}
}

// placeNote puts what is said in place of the cards in their middle.
func (p *page) placeNote(b layout.Placer, y float32) {
	pad := theme.S5()
	wide := min(b.W-2*pad, 640)
	h := p.note.HeightFor(wide)
	top := y + max(0, (b.H-y-h)/2-theme.PrimaryHigh)
	b.Put(p.note, (b.W-wide)/2, top, wide, h)
	m := p.again.MinSize()
	w := max(320, m.Width)
	b.Put(p.again, (b.W-w)/2, top+h+theme.S4, w, m.Height)
}
