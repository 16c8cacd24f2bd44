package route

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
	"sanduq/ui/pay"
	"sanduq/ui/pay/wording"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// Route is where a way to pay is picked. For a draft, the pick is what opens
// the payment, and going back costs nothing. For a payment that is open
// already, the pick asks for its QR again.
type Route struct {
	screen.Base
	env   screen.Env
	deps  Deps
	draft *pay.Draft   // nil for an open payment
	view  journal.View // of the open payment
	busy  bool
	shown bool
	typed screen.DebouncedDigit

	name, title, footer *typeset.Text
	amount              *typeset.Amount
	leave               *control.Button
	ways                []core.Route // in the order of their keys
	tiles               []fyne.CanvasObject
}

var wayKeys = wire.Routes()

// New offers the ways to pay for a draft.
func New(env screen.Env, deps Deps, draft *pay.Draft) *Route {
	r := &Route{env: env, deps: deps, draft: draft}
	id, a := deps.Till.NextID(), draft.Amount.Amount()
	r.build(id, a.Major(), env.CurrencyWord(a.Currency))
	return r
}

// NewChoose offers the ways to pay for a payment that is open.
func NewChoose(env screen.Env, deps Deps, v journal.View) *Route {
	r := &Route{env: env, deps: deps, view: v}
	r.build(v.ID, v.Amount.Major(), env.CurrencyWord(v.Amount.Currency))
	r.Update(v)
	return r
}

func (r *Route) build(id journal.SaleID, number, currency string) {
	w := r.env.Words
	r.name = typeset.NewText(present.Number(id), typeset.Body.Tint(theme.Muted))
	r.amount = typeset.NewAmount(number, currency, theme.AmountS)
	r.title = typeset.NewText(w.T("route.title"), typeset.Title)
	r.footer = typeset.NewParagraph(w.T("route.foot", "key", present.Key(w, "Enter")), typeset.Body.Tint(theme.Muted))
	back := control.ButtonSpec{Icon: "back", Label: w.T("route.back"), Key: "Esc"}
	if r.draft == nil {
		back = control.ButtonSpec{Icon: "set-aside", Label: w.T("aside.do"), Key: "F7"}
	}
	r.leave = control.NewButton(back, r.left)
	r.ways = r.offered()
	for i, way := range r.ways {
		spec := tileSpec{icon: present.WayOf(way).Icon, title: w.T("route." + string(way)), text: w.T("route." + string(way) + ".text"),
			key: string(rune('1' + i)), first: i == 0}
		if !r.has(way) {
			spec.off, spec.first, spec.text = true, false, w.T("route.missing")
		}
		r.tiles = append(r.tiles, newTile(spec, func() { r.pick(way) }))
	}
	all := append([]fyne.CanvasObject{r.name, r.amount, r.leave, r.title, r.footer}, r.tiles...)
	r.Root = layout.New(nil, r.place, all...)
}

// Height is for screen.Tall.
func (r *Route) Height() float32 {
	if !pay.Terse() {
		return pay.Tall(.6)
	}
	p := theme.S5()
	head := r.name.MinSize().Height + r.amount.MinSize().Height + r.title.MinSize().Height
	return head + 6*p + terseTile() + max(theme.Target, 2*r.footer.HeightFor(pay.LongLine))
}

// Shown is for screen.Screen.
func (r *Route) Shown() { r.shown = true }

// Hidden is for screen.Screen.
func (r *Route) Hidden() { r.shown = false }

// offered are the ways to pay; cash where the shop takes it, and nothing was
// opened at the bank yet.
func (r *Route) offered() []core.Route {
	if r.draft == nil || !r.deps.Shop().Cash {
		return wayKeys
	}
	return append(slices.Clip(wayKeys), journal.RouteCash)
}

func (r *Route) has(way core.Route) bool {
	return way == journal.RouteCash || slices.Contains(r.deps.Routes, way)
}

// Press takes 1, 2, 3, 4 with cash, Enter for the first, and Esc.
func (r *Route) Press(p screen.KeyPress) bool {
	switch {
	case p.Rune != 0:
		r.rune(p.Rune)
	case p.Scan != "":
		r.typed.Interrupt()
	case p.Name == fyne.KeyReturn || p.Name == fyne.KeyEnter:
		r.pick(r.ways[0])
	case p.Name == fyne.KeyEscape && r.draft != nil, p.Name == fyne.KeyF7 && r.draft == nil:
		r.left()
	default:
		return false
	}
	return true
}

// rune picks by a digit that stands alone: a barcode that begins or ends with 1 opens
// no payment, nor does what was meant for the cash screen.
func (r *Route) rune(c rune) {
	r.typed.Press(r.env, c, func(n int) {
		if r.shown && n <= len(r.ways) {
			r.pick(r.ways[n-1])
		}
	})
}

// Update shows why an open payment has no QR.
func (r *Route) Update(v journal.View) {
	r.view, r.busy = v, v.Live.Busy != ""
	why := r.env.Words.T("route.open")
	if v.Refusal != nil {
		why = wording.Refusal(r.env, v)
	}
	r.footer.SetText(why)
	r.footer.SetColour(theme.Text)
}

func (r *Route) pick(way core.Route) {
	if r.busy || !r.has(way) {
		return
	}
	if way == journal.RouteCash {
		r.deps.Shell.ToCash()
		return
	}
	if r.draft == nil {
		r.busy = true
		r.change(way)
		return
	}
	r.open(way)
}

// change takes an open payment to another way to pay. The form of the way that
// it is on already is simply shown again.
func (r *Route) change(way core.Route) {
	id, ask := r.view.ID, r.deps.Till.OfferQR
	switch {
	case way.Coded() && r.view.Status() == journal.StatusEntry && r.view.Route == way:
		r.busy = false
		r.deps.Shell.Back(id)
		return
	case way.Coded():
		ask = func(ctx context.Context, id journal.SaleID) error { return r.deps.Till.PickRoute(ctx, id, way) }
	}
	pay.Call(r.env, r.deps.Shell.Failed, func(ctx context.Context) error { return ask(ctx, id) }, func(error) { r.busy = false })
}

// open sends the draft once, however often it is asked.
func (r *Route) open(way core.Route) {
	if r.draft.Opening || r.draft.Amount.Amount().Minor <= 0 {
		return
	}
	r.draft.Opening = true
	d := journal.Draft{Amount: r.draft.Amount.Amount(), Reference: r.draft.Reference, Route: way,
		Cashier: r.deps.Shop().Cashier, Replaces: r.draft.Replaces, Reason: r.draft.Reason, Manager: r.draft.Manager, AllowedBy: r.draft.AllowedBy}
	var v journal.View
	var needed journal.Code // whose word is
	pay.Call(r.env, r.deps.Shell.Failed, func(ctx context.Context) (err error) {
		v, err = r.deps.Till.Charge(ctx, d)
		if code := journal.CodeOf(err); code == journal.CodeManager || code == journal.CodeRight && pay.ByWord(r.deps.Shop(), d) {
			needed = code
			return nil
		}
		return err
	}, func(err error) {
		if err == nil && needed == "" {
			r.deps.Shell.Opened(v, r.draft)
			return
		}
		r.draft.Opening = false
		switch needed {
		case journal.CodeManager:
			r.deps.Ask.Replacing(r.draft.Replaces, func(name string) {
				r.draft.Manager = name
				r.open(way)
			})
			return
		case journal.CodeRight: // who allowed the amount did so too long ago, or for another sale
			r.deps.Ask.Amount(r.draft.Amount.Amount(), func(name string) {
				r.draft.AllowedBy = name
				r.open(way)
			})
			return
		}
		r.footer.SetText(notOpened(r.env.Words, err))
		r.footer.SetColour(theme.Failed)
	})
}

// notOpened says why Charge was refused: nothing was sent, whatever it was.
func notOpened(w *words.Catalogue, err error) string {
	code := journal.CodeOf(err)
	if key := "error." + string(code); code != "" && code != journal.CodeStore && w.Has(key) {
		return w.T(key)
	}
	return w.T("opening.notRecorded")
}

func (r *Route) left() {
	switch {
	case r.draft == nil:
		r.deps.Shell.SetAside(r.view, "")
	case !r.draft.Opening:
		r.deps.Shell.ToAmount()
	}
}

func (r *Route) place(b layout.Placer) {
	p := theme.S5()
	y := p
	n := b.PutMin(r.name, p, y).Height
	m := r.amount.MinSize()
	back := r.leave.MinSize()
	b.Put(r.amount, p, y+n-2, min(m.Width, b.W-3*p-back.Width), m.Height)
	head := n + m.Height - 2
	b.Put(r.leave, b.W-p-back.Width, y+(head-back.Height)/2, back.Width, back.Height)
	y += head + p
	y += b.PutMin(r.title, p, y).Height + p
	f := max(theme.Target, r.footer.HeightFor(b.W-2*p))
	foot := b.H - p - f
	fh := r.footer.HeightFor(b.W - 2*p)
	b.Put(r.footer, p, foot+(f-fh)/2, b.W-2*p, fh)
	columns, rows := len(r.tiles), 1
	if (b.W-2*p)/float32(columns)-p < narrowTile {
		columns, rows = 2, (len(r.tiles)+1)/2
	}
	wide, high := (b.W-2*p-float32(columns-1)*p)/float32(columns), foot-p-y
	if pay.Terse() {
		high = float32(rows)*(terseTile()+p) - p
	}
	high = (high - float32(rows-1)*p) / float32(rows)
	for i, t := range r.tiles {
		b.Put(t, p+float32(i%columns)*(wide+p), y+float32(i/columns)*(high+p), wide, high)
	}
}
