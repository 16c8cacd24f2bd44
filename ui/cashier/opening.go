package cashier

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// Opening is the moment between a pick and its QR. It stands exactly where the
// QR will stand, so that nothing jumps.
type Opening struct {
	deps  Deps
	panel fyne.CanvasObject
	ring  *widgets.Ring
	words *widgets.Text
	info  *info
	wait  *widgets.Button
	root  fyne.CanvasObject
}

// NewOpening shows that a payment is being opened.
func NewOpening(deps Deps, v journal.View) *Opening {
	o := &Opening{deps: deps, info: newInfo(deps, v)}
	o.panel = widgets.NewFrame(theme.Sunken, theme.Line, theme.Radius)
	o.ring = widgets.NewRing(88, 10)
	o.ring.SetShare(.25)
	o.words = widgets.NewParagraph("", widgets.Lead).Aligned(widgets.Centre)
	o.wait = widgets.NewPrimary("", "", nil)
	o.wait.Disable()
	o.info.ring.Hide()
	all := append(o.info.objects(), o.panel, o.ring, o.words, o.wait)
	o.root = widgets.NewScreen(fyne.Size{}, o.place, all...)
	o.Update(v)
	return o
}

// Height is for screen.Tall.
func (o *Opening) Height() float32 { return pay.Tall(.4) }

// Object is for screen.Screen.
func (o *Opening) Object() fyne.CanvasObject { return o.root }

// Shown is for screen.Screen.
func (o *Opening) Shown() { o.ring.Turn() }

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
	o.words.SetText(o.deps.Words.T(key))
	o.wait.SetLabel(o.deps.Words.T(key))
}

func (o *Opening) place(p widgets.Placer) {
	pad := theme.S5()
	bottom := p.Size.Height - pad - theme.PrimaryHigh
	high := bottom - 2*pad
	s := side(p, high)
	p.Put(o.panel, pad, pad, s, s)
	h := o.words.HeightFor(s - 2*pad)
	y := pad + (s-88-theme.S5()-h)/2
	p.Put(o.ring, pad+(s-88)/2, y, 88, 88)
	p.Put(o.words, 2*pad, y+88+theme.S5(), s-2*pad, h)
	x := pad + s + pad
	o.info.place(p, x, pad, p.Size.Width-pad-x, roomy)
	o.info.rule.Hide()
	p.Put(o.wait, pad, bottom, p.Size.Width-2*pad, theme.PrimaryHigh)
}
