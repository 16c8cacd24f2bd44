package cash

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/pay"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
)

// placeCard lays out what was given and the change.
func (c *Cash) placeCard(b layout.Placer) {
	n := c.givenName.MinSize()
	high := max(float32(64), theme.AmountM.Units())
	if pay.Terse() {
		high = max(n.Height, 56)
	}
	b.Put(c.givenName, 0, (high-n.Height)/2, n.Width, n.Height)
	b.Put(c.givenSum, n.Width+theme.S4, 0, b.W-n.Width-theme.S4, high)
	y := high
	c.round.Hidden = c.round.Text() == ""
	if !c.round.Hidden {
		h := c.round.MinSize().Height
		b.Put(c.round, 0, y, b.W, h)
		y += h
	}
	y += theme.S2
	b.Put(c.rule, 0, y, b.W, theme.Border())
	y += theme.Border() + theme.S3
	note := c.note.HeightFor(b.W)
	refused := c.denied != nil
	c.change.Hidden, c.changeName.Hidden = refused, refused
	if refused { // nobody has change coming, and the reason must be in view however much scrolls
		c.note.Hidden = false
		b.Put(c.note, 0, y, b.W, note)
		return
	}
	m := c.changeName.MinSize()
	room := b.H - y - m.Height - theme.S2
	least := float32(64)
	if pay.Terse() {
		least = largestChange
	}
	c.note.Hidden = room-note < least && c.taken == nil && c.note.Text() == c.advice() // a hint goes before it covers the change
	if !c.note.Hidden {
		room -= note + theme.S2
		b.Put(c.note, 0, b.H-note, b.W, note)
	}
	fit := func() { c.change.Largest = theme.Fixed(min(largestChange, max(40, room)/theme.Now().TextScale)) }
	if c.spent() { // the words and the sum side by side: below each other the sum would be small
		room += m.Height + theme.S2
		fit()
		b.Put(c.changeName, 0, y+(room-m.Height)/2, m.Width, m.Height)
		b.Put(c.change, m.Width+theme.S4, y, b.W-m.Width-theme.S4, room)
		return
	}
	fit()
	b.Put(c.changeName, 0, y, m.Width, m.Height)
	b.Put(c.change, 0, y+m.Height+theme.S1, b.W, max(40, room))
}

// largestChange is the size of the change where it has room.
const largestChange = 120

// spent reports whether what came of it has the room of the keys too, which do
// nothing more: so it is beside large words.
func (c *Cash) spent() bool { return pay.Terse() && c.taken != nil }

// headHigh is how high the row of the amount is. Beside large words the paper's
// number goes, so that the pad stands whole.
func (c *Cash) headHigh() float32 {
	high := c.amount.MinSize().Height
	if c.ref.Hidden = pay.Terse(); !c.ref.Hidden {
		high += c.ref.MinSize().Height
	}
	return max(theme.Target, high)
}

func (c *Cash) place(b layout.Placer) {
	pad := theme.S5()
	high := c.headHigh()
	a, r := c.amount.MinSize(), c.ref.MinSize()
	if c.ref.Hidden {
		r = fyne.Size{}
	}
	end := b.W - pad
	y := pad + (high-a.Height-r.Height)/2
	b.Put(c.amount, end-a.Width, y, a.Width, a.Height)
	b.Put(c.ref, end-r.Width, y+a.Height, r.Width, r.Height)
	x := pad
	if !c.back.Hidden {
		b.Put(c.back, pad, pad+(high-theme.Target)/2, theme.Target, theme.Target)
		x += theme.Target + theme.S4
	}
	room := end - max(a.Width, r.Width) - theme.S4 - x
	c.title.StepDown(theme.Title, room)
	t := c.title.MinSize().Height
	b.Put(c.title, x, pad+(high-t)/2, room, t)
	top := pad + high + theme.S4
	bottom := b.H - pad - theme.PrimaryHigh
	x = pad
	if !c.print.Hidden {
		w := c.print.MinSize().Width
		b.Put(c.print, x, bottom, w, theme.PrimaryHigh)
		x += w + theme.S4
	}
	b.Put(c.primary, x, bottom, end-x, theme.PrimaryHigh)
	wide := min(pay.PadWidth-12, (b.W-3*pad)*2/3)
	if pay.Terse() {
		wide = min(wide, pay.TersePad)
	}
	bottom -= pad
	left := end - wide
	spent := c.spent()
	for _, q := range c.quick {
		q.key.Hidden = spent
	}
	if c.pad.Hidden = spent; spent {
		b.Put(c.card, pad, top, end-pad, bottom-top)
		return
	}
	b.Put(c.card, pad, top, left-2*pad, bottom-top)
	n := float32(max(1, len(c.quick)))
	each := (wide - theme.S2*(n-1)) / n
	for i, q := range c.quick {
		b.Put(q.key, left+float32(i)*(each+theme.S2), top, each, theme.PrimaryHigh)
	}
	b.Put(c.pad, left, top+theme.PrimaryHigh+theme.S2, wide, bottom-top-theme.PrimaryHigh-theme.S2)
}
