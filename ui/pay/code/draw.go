package code

import (
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/pay"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

func (c *Code) build() {
	w := c.env.Words
	c.head = pay.NewHeader(c.env, c.deps.Customer, c.view, w.T("otp.title"), c.correct)
	c.who = newWhose(c.env, c.correct)
	c.label = typeset.NewText(w.T("otp.label"), typeset.Label).Cut()
	c.wrong = typeset.NewParagraph("", typeset.Fact.Tint(theme.Failed))
	c.wrong.Tells = true
	c.phone = typeset.NewParagraph("", typeset.Body.Tint(theme.Muted))
	c.slots = control.NewSlots(pay.CodeDigits)
	c.resend = control.NewButton(control.ButtonSpec{Label: w.T("otp.again")}, c.askAgain)
	c.missing = control.NewButton(pay.Tight(control.ButtonSpec{Label: w.T("otp.notCome"), Key: "F7"}), c.didNotCome)
	c.tries = newTries(c.env)
	c.pad = control.NewDigitPad(w.T("pad.clear"), theme.S2, c.pressed)
	c.primary = control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true}, c.proceed)
	all := append(c.head.Objects(), c.who.card, c.label, c.slots, c.wrong, c.phone, c.resend, c.missing, c.pad, c.primary)
	all = append(all, c.tries.objects()...)
	if pay.Enlarged() {
		all = append(all, c.who.change)
	}
	c.Root = layout.New(nil, c.place, all...)
}

func (c *Code) paint() {
	w, s := c.env.Words, c.view.Session
	c.head.Title.SetText(w.T("otp.title"))
	name := w.T("otp.whose."+string(c.route()), "name", s.MaskedCustomer)
	if s.MaskedCustomer == "" {
		name = w.T("otp.nameless." + string(c.route()))
	}
	c.who.name.SetText(name)
	c.who.note.SetText(strings.TrimSpace(c.view.Institution + " \u2066" + strings.ReplaceAll(s.MaskedAccount, " ", "\u00a0") + "\u2069"))
	digits := string(c.digits)
	if c.send.Busy() {
		digits = strings.Repeat("•", pay.CodeDigits)
	}
	c.slots.SetDigits(digits)
	c.tries.paint(c.view.Sale)
	c.slots.SetWaiting(c.busy())
	c.pad.SetAllEnabled(!c.busy())
	c.tellCustomer()
	c.head.Show.Paint()
	c.paintPhone()
	c.paintButtons()
	if c.news.Changed(c.tries.of, c.wrong.Text(), c.phone.Text(), name, c.who.note.Text(), c.resend.MinSize(), c.missing.MinSize()) {
		c.Root.Refresh()
	}
}

// tellCustomer lets the customer see how far the code is, never what it is.
func (c *Code) tellCustomer() {
	if c.deps.Customer == nil {
		return
	}
	n := len(c.digits)
	if c.send.Busy() {
		n = pay.CodeDigits
	}
	if !c.shown {
		n = 0
	}
	c.deps.Customer.Typed(c.view.ID, n)
}

// paintPhone tells in practice where the customer's code is. The code itself
// stands on the customer's phone alone, as it does in a shop.
func (c *Code) paintPhone() {
	text := ""
	if c.shown && !c.busy() && c.deps.OnPhone(c.view.OrderID) {
		text = c.env.Words.T("otp.practice")
	}
	c.phone.SetText(text)
}

func (c *Code) paintButtons() {
	w := c.env.Words
	resend := control.ButtonSpec{Icon: "refresh", Label: w.T("otp.again")}
	left := c.wait()
	if left > 0 {
		resend.Icon, resend.Label = "clock", w.T("otp.againIn", "time", countdown(left))
	}
	pay.SetButton(c.resend, pay.Tight(resend), left == 0 && !c.busy())
	pay.SetButton(c.missing, c.missing.Spec(), !c.busy())
	pay.SetButton(c.who.change, c.who.change.Spec(), !c.busy())
	spec, ready := control.ButtonSpec{Kind: control.Filled, Large: true}, false
	switch n := len(c.digits); {
	case c.send.Busy():
		spec.Label = w.T("otp.sent")
	case c.again.Busy():
		spec.Label = w.T("account.sending")
	case c.demanded() == demandCode:
		spec.Label, spec.Icon, spec.Key, ready = w.T("otp.newCode"), "refresh", "Enter", true
	case c.demanded() == demandAccount:
		spec.Label, spec.Key, ready = w.T("otp.correct."+string(c.route())), "Enter", true
	case n == pay.CodeDigits:
		spec.Label, spec.Key, ready = w.T("otp.sending"), "Enter", true
	default:
		spec.Label = w.N("otp.left", pay.CodeDigits-n)
	}
	pay.SetButton(c.primary, spec, ready)
}

// countdown is what is left, rounded up, as "0:24".
func countdown(left time.Duration) string {
	s := int((left + time.Second - 1) / time.Second)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// animate fills the primary while a complete code waits.
func (c *Code) animate() {
	if theme.Now().Still {
		return
	}
	c.fill.animation = fyne.NewAnimation(fill, func(done float32) { c.primary.SetShare(done) })
	c.fill.animation.Curve = fyne.AnimationLinear
	c.fill.animation.Start()
}

func (c *Code) place(p layout.Placer) {
	if pay.Enlarged() {
		c.placeEnlarged(p)
		return
	}
	pad := theme.S5()
	top := c.head.Place(p)
	bottom := p.H - pad - theme.PrimaryHigh
	p.Put(c.primary, pad, bottom, p.W-2*pad, theme.PrimaryHigh)
	end := bottom - pad
	wide := min(pay.PadWidth, (p.W-3*pad)*.5)
	left := p.W - 3*pad - wide
	p.Put(c.pad, p.W-pad-wide, top, wide, end-top)

	p.Put(c.who.card, pad, top, left, c.who.card.Size().Height) // the name wraps to its width
	card := c.who.card.MinSize().Height
	p.Put(c.who.card, pad, top, left, card)
	c.placeCode(p, pad, top+card, left, end-c.placeButtons(p, pad, left, end))
}

// placeButtons sets the two buttons at the foot and returns their height. Where
// they are too wide by little, they give up their key caps; by much, each has a
// row.
func (c *Code) placeButtons(p layout.Placer, x, wide, end float32) float32 {
	r, m := c.resend.MinSize(), c.missing.MinSize()
	row, room := max(r.Height, m.Height), wide-theme.S3
	if r.Width+m.Width > 1.25*room {
		p.Put(c.missing, x, end-row, wide, row)
		p.Put(c.resend, x, end-2*row-theme.S2, wide, row)
		return 2*row + theme.S2
	}
	if r.Width+m.Width > room {
		r.Width, m.Width = room*r.Width/(r.Width+m.Width), room*m.Width/(r.Width+m.Width)
	}
	p.Put(c.resend, x, end-row, r.Width, row)
	p.Put(c.missing, x+r.Width+theme.S3, end-row, m.Width, row)
	return row
}

// placeCode sets the slots between the card above and the buttons below.
func (c *Code) placeCode(p layout.Placer, x, from, wide, to float32) {
	label, slot := c.label.MinSize().Height+6, c.slots.MinSize().Height
	notes := float32(0)
	for _, t := range []*typeset.Text{c.wrong, c.phone} {
		if t.Hidden = t.Text() == ""; !t.Hidden {
			notes += theme.S3 + t.HeightFor(wide)
		}
	}
	if over := label + slot + notes + theme.S2 - (to - from); over > 0 && !c.phone.Hidden {
		c.phone.Hide() // in practice: the phone beside it shows the code all the same
		notes -= theme.S3 + c.phone.HeightFor(wide)
	}
	room := theme.S3 + 2*typeset.Fact.Size.Units()*1.35 // kept for why a code was refused, so that the slots stay
	if !c.phone.Hidden {
		room += theme.S3 + c.phone.HeightFor(wide)
	}
	y := from + max((to-from-label-slot-max(notes, room))/2, theme.S2)
	tries := float32(0)
	for _, key := range []string{"otp.label", "otp.label.short"} { // in fewer words before it is cut
		c.label.SetText(c.env.Words.T(key))
		if tries = c.tries.place(p, x+wide, y, label-6, wide-c.label.Width()-theme.S3); tries > 0 {
			tries += theme.S3
		}
		if c.label.Width() <= wide-tries {
			break
		}
	}
	p.Put(c.label, x, y, wide-tries, label-6)
	p.Put(c.slots, x, y+label, wide, slot)
	y += label + slot
	for _, t := range []*typeset.Text{c.wrong, c.phone} {
		if !t.Hidden {
			y += theme.S3 + p.PutDown(t, x, y+theme.S3, wide)
		}
	}
}
