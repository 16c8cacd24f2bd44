package code

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/pay"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// leastPad is how high the pad is beside large words: all of its keys stand above
// the primary in the smallest window.
const leastPad = 4*theme.Target + 3*theme.S2

// enlargedHeight is what the screen needs with large words: what of it is below the
// edge of a small window is neither typed nor read to type on.
func (c *Code) enlargedHeight() float32 {
	words := typeset.Fact.Size.Units()*1.35*3 + theme.Lead.Units()*1.25*2 + theme.Caption.Units()*1.35
	buttons := 2*max(theme.Target, c.resend.MinSize().Height) + theme.S2
	return 4*theme.S5() + c.head.High() + theme.S4 + c.slots.MinSize().Height + words + 5*theme.S3 + buttons + theme.PrimaryHigh
}

// placeEnlarged sets the slots and why a code was refused at the top, beside the
// pad: a code is never typed blind. Whose account it is follows, and the buttons
// below.
func (c *Code) placeEnlarged(p layout.Placer) {
	pad := theme.S5()
	top := c.head.Place(p)
	bottom := p.H - pad - theme.PrimaryHigh
	p.Put(c.primary, pad, bottom, p.W-2*pad, theme.PrimaryHigh)
	buttons := c.placeButtonRows(p, 0, false)
	end := bottom - pad - buttons // of what stands between header and buttons

	wide, high := min(pay.PadWidth, (p.W-3*pad)*.4), end-top
	scrolls := p.H <= c.enlargedHeight()
	if scrolls {
		high = min(high, leastPad)
	}
	p.Put(c.pad, p.W-pad-wide, top, wide, high)

	left, y := p.W-3*pad-wide, top
	c.label.Hide() // the title says it
	c.tries.hide() // why a code was refused says how many are left
	y += p.PutDown(c.slots, pad, y, left) + theme.S3
	if c.wrong.Hidden = c.wrong.Text() == ""; !c.wrong.Hidden {
		y += p.PutDown(c.wrong, pad, y, left) + theme.S3
	}
	p.Put(c.who.card, pad, y, left, c.who.card.Size().Height) // the name wraps to its width
	y += p.PutDown(c.who.card, pad, y, left) + theme.S3
	c.phone.Hidden = c.phone.Text() == "" || y+c.phone.HeightFor(left) > end
	if !c.phone.Hidden {
		p.Put(c.phone, pad, y, left, c.phone.HeightFor(left))
		y += c.phone.HeightFor(left) + theme.S3
	}
	c.placeButtonRows(p, bottom-theme.S3-buttons, true)
}

// Actions is for screen.Acting.
func (c *Code) Actions() []fyne.CanvasObject {
	return pay.Actions{c.resend, c.missing, c.who.change}.Objects()
}

// placeButtonRows sets the buttons in as many rows as their words need, from a height
// down, and returns how high they are together; put is false to measure alone.
func (c *Code) placeButtonRows(p layout.Placer, from float32, put bool) float32 {
	pad := theme.S5()
	type row struct {
		all  []*control.Button
		wide float32
	}
	rows, high := []row{{}}, float32(0)
	for _, b := range []*control.Button{c.resend, c.missing, c.who.change} {
		m, r := b.MinSize(), &rows[len(rows)-1]
		high = max(high, m.Height)
		if len(r.all) > 0 && r.wide+theme.S2+m.Width > p.W-2*pad {
			rows = append(rows, row{})
			r = &rows[len(rows)-1]
		}
		r.all, r.wide = append(r.all, b), r.wide+theme.S2+m.Width
	}
	for i, r := range rows {
		x, y := pad, from+float32(i)*(high+theme.S2)
		for _, b := range r.all {
			if w := b.MinSize().Width; put {
				p.Put(b, x, y, w, high)
				x += w + theme.S2
			}
		}
	}
	return float32(len(rows))*(high+theme.S2) - theme.S2
}
