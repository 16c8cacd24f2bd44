package unknown

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/pay"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// oneRow is how much of their width the actions get at least before they take another
// row, which what not to do would be cut for: their words are never smaller than at the
// usual size.
const oneRow = .5

// HeightFor is for screen.Fitted.
func (u *Unknown) HeightFor(width float32) float32 {
	return pay.Lay(u.layEnlarged).HeightFor(width, theme.Frame)
}

// Actions is for screen.Acting.
func (u *Unknown) Actions() []fyne.CanvasObject { return u.others().Objects() }

// others are its buttons besides the primary.
func (u *Unknown) others() pay.Actions {
	all := pay.Actions{u.paid, u.manage, u.slip.button, u.repeat}
	if u.show.Button != nil && u.View.SetAside == nil {
		all = append(pay.Actions{u.show.Button}, all...)
	}
	return all
}

// layEnlarged lays the screen out with some room around the words, and returns how
// high it is.
func (u *Unknown) layEnlarged(p layout.Placer, slack float32) float32 {
	pad, icon := theme.S5(), iconSide()
	y, x := pad+slack/2, 2*pad+icon
	wide := p.W - pad - x
	p.Put(u.icon, pad, y, icon, icon)
	u.number.SetStyle(typeset.Title.Sized(theme.Title).Tight(1))
	n, a := u.number.MinSize(), u.amount.MinSize().Height
	p.Put(u.number, x, y+(a-n.Height)/2, n.Width, n.Height)
	p.Put(u.amount, x+n.Width+theme.S5(), y, wide-n.Width-theme.S5(), a)
	y += a + theme.S2
	word, instr := theme.AmountS, []theme.Size{theme.Fixed(34), theme.Title, theme.Lead}
	if pay.Terse() && theme.Now().Small {
		word, instr = theme.Title, []theme.Size{theme.Lead}
	}
	u.word.StepDown(word, wide)
	w := p.PutMin(u.word, x, y)
	y += w.Height + theme.S2
	pay.InLines(u.instr, 2, wide, instr...)
	for _, t := range []*typeset.Text{u.said, u.instr} { // what the bank said is what was asked for
		if t.Text() != "" {
			y += p.PutDown(t, x, y, wide) + theme.S2
		}
	}
	y = max(y, pad+slack/2+icon) + theme.S2
	wide = p.W - 2*pad
	half := (wide - theme.S4) / 2
	known := u.cardsHigh(half)
	if pay.Terse() { // below each other, so that their words keep to their lines
		known = u.cardsHigh(wide)
		p.Put(u.known, pad, y, wide, known)
		y += known + theme.S3
		p.Put(u.todo, pad, y, wide, known)
	} else {
		p.Put(u.known, pad, y, half, known)
		p.Put(u.todo, pad+half+theme.S4, y, half, known)
	}
	y += known + theme.S4 + slack - slack/2
	y += u.others().PlaceAt(p, pad, y, wide, oneRow) + theme.S3
	p.Put(u.now, pad, y, wide, theme.PrimaryHigh)
	return y + theme.PrimaryHigh + pad
}
