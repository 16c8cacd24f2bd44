package customer

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
)

// View is the customer's view: one scene on the whole of a window, of any
// size.
type View struct {
	env  screen.Env
	shop func() journal.Settings
	// restyle runs what draws in the look of customers.
	restyle func(draw func())

	sale  journal.View
	typed int
	hand  handover
	drawn drawn
	stale bool // the same is to be drawn again
	scene scene
	k     float32

	stage  *layout.Stage
	shield *touchShield
	root   *fyne.Container
}

// drawn is what a scene was built for. Another of these needs another scene;
// everything else is painted into the one that is there.
type drawn struct {
	scene            Scene
	id               journal.SaleID
	amount, currency string
	payload, shop    string
	receipt          uint64
	k                float32
	look             theme.Look
	lang             string
}

// newView is blank. touched is called when a finger or the mouse comes to it,
// held when one rests in its upper corner for long.
func newView(env screen.Env, shop func() journal.Settings, touched, held func()) *View {
	v := &View{env: env, shop: shop, restyle: func(draw func()) { draw() }, stage: layout.NewStage(graphic.NewPanel(theme.Ground))}
	v.shield = newTouchShield(env.After, touched, held)
	v.root = layout.New(nil, v.place, graphic.NewPanel(theme.Ground), v.stage, v.shield)
	return v
}

// Object is what is shown, in one window at a time.
func (v *View) Object() fyne.CanvasObject { return v.root }

// Scene is what the customer sees now.
func (v *View) Scene() Scene { return v.hand.scene(v.sale, v.env.Now()) }

// show shows a sale, or nothing of any with the zero view. typed is how many
// digits of its code the cashier has typed, hand how far its receipt is.
func (v *View) show(sale journal.View, typed int, hand handover) {
	v.sale, v.typed, v.hand = sale, typed, hand
	v.refresh()
}

// refresh draws what is due: another scene only when there is one.
func (v *View) refresh() {
	if v.k > 0 { // else it is not in a window yet
		v.restyle(v.draw)
	}
}

func (v *View) draw() {
	now := drawn{scene: v.Scene(), shop: v.shop().Shop, k: v.k, look: theme.Now(), lang: v.env.Words.Lang()}
	if now.scene != Blank {
		now.id, now.amount, now.currency = v.sale.ID, v.sale.Amount.Major(), v.sale.Amount.Currency
	}
	if now.scene == QR {
		now.payload = v.sale.Session.QRPayload
	}
	if now.scene == Receipt {
		now.receipt = v.hand.slip.Seq
	}
	fresh := now != v.drawn
	if fresh || v.stale {
		look := theme.Now()
		look.Still = look.Still || !fresh // the same again does not fade in
		v.drawn, v.stale = now, false
		v.scene = v.build(now)
		if v.env.Practice {
			v.scene.content = v.sheet(now).underRibbon(v.scene.content)
		}
		theme.Within(look, func() { v.stage.Set(v.scene.content) })
	}
	if v.scene.paint != nil {
		v.scene.paint(v.sale, v.typed)
	}
	if fresh && v.scene.shown != nil {
		v.scene.shown()
	}
}

func (v *View) sheet(d drawn) sheet {
	first, second := languages(v.env.Words)
	return sheet{env: v.env, k: d.k, shop: d.shop, view: v.sale, first: first, second: second}
}

func (v *View) build(d drawn) scene {
	s := v.sheet(d)
	switch d.scene {
	case Wait:
		return s.wait()
	case QR:
		return s.qr()
	case Code:
		return s.code()
	case Checking:
		return s.checking()
	case Paid:
		return s.paid()
	case Receipt:
		return s.receiptScene(v.hand)
	case NotPaid:
		return s.notPaid()
	case Unknown:
		return s.unknown()
	}
	return s.blank()
}

func (v *View) place(b layout.Placer) { v.restyle(func() { v.lay(b) }) }

func (v *View) lay(b layout.Placer) {
	high := designHigh
	if v.env.Practice {
		high += ribbonHigh
	}
	if k := min(b.W/designWide, b.H/high); k > 0 && k != v.k {
		v.k = k
		v.refresh()
	}
	for _, o := range v.root.Objects {
		b.Put(o, 0, 0, b.W, b.H)
	}
}
