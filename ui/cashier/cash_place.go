package cashier

import (
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// placeCard lays out what was given and the change.
func (c *Cash) placeCard(b widgets.Placer) {
	n := c.givenName.MinSize()
	high := max(float32(64), theme.AmountM.Units())
	if terse() {
		high = max(n.Height, 56)
	}
	b.Put(c.givenName, 0, (high-n.Height)/2, n.Width, n.Height)
	b.Put(c.givenSum, n.Width+theme.S4, 0, b.Size.Width-n.Width-theme.S4, high)
	y := high
	c.round.Hidden = c.round.Text() == ""
	if !c.round.Hidden {
		h := c.round.MinSize().Height
		b.Put(c.round, 0, y, b.Size.Width, h)
		y += h
	}
	y += theme.S2
	b.Put(c.rule, 0, y, b.Size.Width, theme.Border())
	y += theme.Border() + theme.S3
	note := c.note.HeightFor(b.Size.Width)
	refused := c.denied != nil
	c.change.Hidden, c.changeName.Hidden = refused, refused
	if refused { // nobody has change coming, and the reason must be in view however much scrolls
		c.note.Hidden = false
		b.Put(c.note, 0, y, b.Size.Width, note)
		return
	}
	m := c.changeName.MinSize()
	room := b.Size.Height - y - m.Height - theme.S2
	c.note.Hidden = room-note < 64 && c.taken == nil && c.note.Text() == c.advice() // a hint goes before it covers the change
	if !c.note.Hidden {
		room -= note + theme.S2
		b.Put(c.note, 0, b.Size.Height-note, b.Size.Width, note)
	}
	b.Put(c.changeName, 0, y, m.Width, m.Height)
	b.Put(c.change, 0, y+m.Height+theme.S1, b.Size.Width, max(40, room))
}

func (c *Cash) place(b widgets.Placer) {
	pad := theme.S5()
	a, r := c.amount.MinSize(), c.ref.MinSize()
	end := b.Size.Width - pad
	high := max(theme.Target, a.Height+r.Height)
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
	bottom := b.Size.Height - pad - theme.PrimaryHigh
	x = pad
	if !c.print.Hidden {
		w := c.print.MinSize().Width
		b.Put(c.print, x, bottom, w, theme.PrimaryHigh)
		x += w + theme.S4
	}
	b.Put(c.primary, x, bottom, end-x, theme.PrimaryHigh)
	wide := min(padWidth-12, (b.Size.Width-3*pad)*2/3)
	if terse() {
		wide = min(wide, tersePad)
	}
	bottom -= pad
	left := end - wide
	b.Put(c.card, pad, top, left-2*pad, bottom-top)
	n := float32(max(1, len(c.quick)))
	each := (wide - theme.S2*(n-1)) / n
	for i, q := range c.quick {
		b.Put(q.key, left+float32(i)*(each+theme.S2), top, each, theme.PrimaryHigh)
	}
	b.Put(c.pad, left, top+theme.PrimaryHigh+theme.S2, wide, bottom-top-theme.PrimaryHigh-theme.S2)
}
