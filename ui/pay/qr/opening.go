package qr

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Opening is the moment between a pick and its QR. It stands exactly where the
// QR will stand, so that nothing jumps.
type Opening struct {
	env   screen.Env
	panel fyne.CanvasObject
	ring  *graphic.Ring
	words *typeset.Text
	info  *info
	wait  *control.Button
	root  fyne.CanvasObject
}

// NewOpening shows that a payment is being opened.
func NewOpening(env screen.Env, v journal.View) *Opening {
	o := &Opening{env: env, info: newInfo(env, v)}
	o.panel = graphic.NewFrame(theme.Sunken, theme.Line, theme.Radius)
	o.ring = graphic.NewRing(88, 10)
	o.ring.SetShare(.25)
	o.words = typeset.NewParagraph("", typeset.Lead).Aligned(typeset.Centre)
	o.wait = control.NewPrimary("", "", nil)
	o.wait.Disable()
	o.info.ring.Hide()
	all := append(o.info.objects(), o.panel, o.ring, o.words, o.wait)
	o.root = layout.New(nil, o.place, all...)
	o.Update(v)
	return o
}

// Height is for screen.Tall.
func (o *Opening) Height() float32 { return pay.Tall(.4) }

// Object is for screen.Screen.
func (o *Opening) Object() fyne.CanvasObject { return o.root }

// Shown is for screen.Screen.
func (o *Opening) Shown() { o.ring.Rotate() }

// Hidden is for screen.Screen.
func (o *Opening) Hidden() { o.ring.Stop() }

// Press takes nothing: there is nothing to decide.
func (o *Opening) Press(screen.KeyPress) bool { return false }

// Update is for Screen.
func (o *Opening) Update(v journal.View) {
	key := "opening.payment"
	if v.Session.PaymentID != "" {
		key = "opening.qr"
	}
	o.words.SetText(o.env.Words.T(key))
	o.wait.SetLabel(o.env.Words.T(key))
}

func (o *Opening) place(p layout.Placer) {
	pad := theme.S5()
	bottom := p.H - pad - theme.PrimaryHigh
	high := bottom - 2*pad
	s := side(p, high)
	p.Put(o.panel, pad, pad, s, s)
	h := o.words.HeightFor(s - 2*pad)
	y := pad + (s-88-theme.S5()-h)/2
	p.Put(o.ring, pad+(s-88)/2, y, 88, 88)
	p.Put(o.words, 2*pad, y+88+theme.S5(), s-2*pad, h)
	x := pad + s + pad
	o.info.place(p, x, pad, p.W-pad-x, roomy)
	o.info.rule.Hide()
	p.Put(o.wait, pad, bottom, p.W-2*pad, theme.PrimaryHigh)
}
