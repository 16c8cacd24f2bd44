package qr

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/wire"
	"sanduq/ui/pay"
	"sanduq/ui/pay/watch"
	"sanduq/ui/pay/wording"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// QR is the wait for the customer to scan.
type QR struct {
	watch.Watch
	env     screen.Env
	deps    Deps
	payload string
	lines   screen.Content // how high the words are
	how     squeeze
	wide    float32 // of the column beside the code; 0 before it was placed

	code  *graphic.QR
	info  *info
	paid  *control.Button
	forms []*control.Button // to the other ways to pay that this till offers
	ways  []string          // their words
	aside *control.Button
	show  *pay.Show
	now   *control.Button
	root  fyne.CanvasObject
}

// New shows a sale's QR.
func New(env screen.Env, deps Deps, v journal.View) *QR {
	q := &QR{env: env, deps: deps, code: graphic.NewQR(nil), info: newInfo(env, v)}
	q.Watch = watch.New(env, deps.Till, deps.Shell, v, q.paint)
	q.Ring = q.info.ring
	w := env.Words
	q.paid = control.NewButton(control.ButtonSpec{Icon: "bell", Label: w.T("says.button"), Key: "F3", PadX: 14}, q.CustomerSays)
	q.aside = control.NewButton(control.ButtonSpec{Icon: "set-aside", Label: w.T("aside.do"), Key: "F7", PadX: 14}, q.Watch.Aside)
	for _, way := range wire.Routes() {
		if way.Coded() && slices.Contains(deps.Routes, way) {
			icon, _ := present.Route(way)
			q.ways = append(q.ways, w.T("way."+string(way)))
			q.forms = append(q.forms, control.NewButton(control.ButtonSpec{Icon: icon, Label: w.T("way." + string(way)), PadX: 14},
				func() { deps.Shell.Form(v.ID, way) }))
		}
	}
	q.now = control.NewTonal(w.T("check.now"), "refresh", "F5", q.Check)
	all := append(q.info.objects(), q.code, q.paid, q.aside, q.now)
	if q.show = pay.NewShow(env, deps.Customer, v.ID); q.show.Button != nil {
		all = append(all, q.show.Button)
	}
	all = append(all, layout.Objects(q.forms)...)
	q.root = layout.New(nil, q.place, all...)
	q.Update(v)
	return q
}

// HeightFor is for screen.Fitted: what the column needs at least beside the QR.
func (q *QR) HeightFor(width float32) float32 {
	if !pay.Enlarged() {
		return 0
	}
	p := layout.Measure(width)
	pad := theme.S5()
	x := 2*pad + side(p, leastQR)
	wide := width - pad - x
	words := q.info.place(p, x, 0, wide, bare)
	buttons := -q.placeButtons(p, x, 0, wide, bare)
	if q.wide > 0 { // as it stands again: it may not be placed again
		q.info.place(p, x, 0, q.wide, q.how)
		q.placeButtons(p, x, 0, q.wide, q.how)
	}
	return 3*pad + theme.PrimaryHigh + max(words+theme.S2+buttons, leastQR)
}

// Object is for screen.Screen.
func (q *QR) Object() fyne.CanvasObject { return q.root }

// Update is for Screen.
func (q *QR) Update(v journal.View) {
	q.View = v
	if v.Session.QRPayload != q.payload {
		q.payload = v.Session.QRPayload
		q.code.SetModules(graphic.Modules(q.payload))
	}
	q.paint()
}

func (q *QR) paint() {
	w, v := q.env.Words, q.View
	answer, share := q.Waited()
	q.info.ring.SetShare(share)
	silence := wording.Silence(q.env, v)
	colour := theme.Waiting
	if silence != "" {
		colour = theme.Unknown
	}
	draw.Change(q.info.ring, &q.info.ring.Colour, colour)
	q.info.lead.SetText(w.T("qr.lead"))
	detail, style := answer+"\n"+wording.Asking(q.env, v), detailStyle
	switch {
	case q.Says:
		detail, style = q.BankSays()+"\n"+w.T("says.believe"), detailStyle.Tint(theme.Text).With(theme.SemiBold)
	case silence != "":
		detail, style = silence, detailStyle.Tint(theme.Unknown).With(theme.SemiBold)
	}
	q.show.Paint()
	q.info.words = typeset.Span{Text: detail, Style: style}
	q.info.asked = q.Says || silence != ""
	q.info.detail.SetSpans(q.info.said(q.how))
	if q.lines.Changed(q.info.lead.MinSize().Height, q.info.detail.MinSize().Height, q.info.asked) {
		q.root.Refresh()
		q.deps.Measure()
	}
}

func (q *QR) place(p layout.Placer) {
	pad := theme.S5()
	bottom := p.H - pad - theme.PrimaryHigh
	high := bottom - 2*pad
	s := side(p, high)
	p.Put(q.code, pad, pad, s, s)
	x := pad + s + pad
	wide := p.W - pad - x
	q.wide = wide
	for _, q.how = range squeezes() {
		top := q.placeButtons(p, x, pad+high, wide, q.how)
		if q.info.place(p, x, pad, wide, q.how)+theme.S2 <= top || high <= 0 {
			break
		}
	}
	p.Put(q.now, pad, bottom, p.W-2*pad, theme.PrimaryHigh)
}

// placeButtons sets the rows of buttons from the bottom up and returns where
// they begin.
func (q *QR) placeButtons(p layout.Placer, x, y, wide float32, how squeeze) float32 {
	h := q.paid.MinSize().Height
	y -= h
	q.show.Beside(p, q.aside, x, y, wide, h)
	y -= theme.S2 + h
	brief := how.brief()
	for i, b := range q.forms {
		spec := b.Spec()
		spec.Label, spec.Mid = q.ways[i], brief
		if brief {
			spec.Label = ""
		}
		b.Set(spec)
	}
	if brief {
		for i, b := range q.forms {
			p.Put(b, x+wide-float32(len(q.forms)-i)*(theme.Target+theme.S2)+theme.S2, y, theme.Target, h)
		}
		p.Put(q.paid, x, y, wide-float32(len(q.forms))*(theme.Target+theme.S2), h)
		return y
	}
	if n := float32(len(q.forms)); n > 0 {
		each := (wide - (n-1)*theme.S2) / n
		for i, b := range q.forms {
			p.Put(b, x+float32(i)*(each+theme.S2), y, each, h)
		}
		y -= theme.S2 + h
	}
	p.Put(q.paid, x, y, wide, h)
	return y
}
