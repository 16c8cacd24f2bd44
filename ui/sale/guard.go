package sale

import (
	"strconv"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/amount"
	"sanduq/ui/keys"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/usual"
	"sanduq/ui/words/inwords"
)

// Guard shows an amount above the shop's usual once more, in words, before
// anything is opened. It asks for a second Enter or, far above the usual, for a
// manager. Esc goes back, and the first digit then replaces the amount.
type Guard struct {
	screen.Base
	env   screen.Env
	deps  Deps
	draft *pay.Draft
	far   bool        // a manager allows it
	guard *keys.Guard // at first it takes no key and no tap: they were meant for the amount
	gone  bool

	title, text, more *typeset.Text
	amount            *typeset.Amount
	change, primary   *control.Button
	card              fyne.CanvasObject
}

// NewGuard asks about a draft's amount.
func NewGuard(env screen.Env, deps Deps, draft *pay.Draft) *Guard {
	w, id, a := env.Words, deps.Till.NextID(), draft.Amount.Amount()
	g := &Guard{env: env, deps: deps, draft: draft, guard: keys.NewGuard(env.Now), far: deps.Shop().Caution(a) == journal.CautionManager}
	g.title = typeset.NewText(w.T("sale.title", "number", strconv.Itoa(id.Number())), typeset.Lead)
	// It fills the screen at the usual size of text; larger, the words and both
	// answers could not be seen beside it.
	g.amount = typeset.NewAmount(a.Major(), env.CurrencyWord(a.Currency), theme.Fixed(theme.Customer.Base()/max(1, theme.Now().TextScale)))
	spelt, ok := inwords.Amount(w.Lang(), a)
	if !ok {
		spelt = env.Sum(a)
	}
	g.text = typeset.NewParagraph(spelt, typeset.Instruction)
	g.more = typeset.NewParagraph(g.reason(a), typeset.Lead.With(theme.Regular))
	g.change = control.NewButton(control.ButtonSpec{Label: w.T("guard.change"), Key: "Esc", Height: theme.PrimaryHigh}, g.back)
	spec := control.ButtonSpec{Kind: control.Filled, Large: true, Label: w.T("guard.charge"), Amount: a.Major(), Done: "Enter", Key: "Enter"}
	if g.far {
		spec = control.ButtonSpec{Kind: control.Filled, Large: true, Icon: "user", Label: w.T("guard.manager"), Key: "Enter"}
	}
	g.primary = control.NewButton(spec, g.accept)
	g.primary.Disable()
	g.card = graphic.NewCard(layout.New(nil, g.placeCard, g.title, g.amount, g.text, g.more))
	g.Root = layout.New(nil, g.place, g.card, g.change, g.primary)
	return g
}

// reason is why the amount is read again.
func (g *Guard) reason(a money.Amount) string {
	w := g.env.Words
	switch why, than := g.deps.Usual.Why(g.deps.Shop(), a); why {
	case usual.Far:
		return w.T("guard.far", "amount", present.Major(w, than))
	case usual.Digits:
		return w.T("guard.digits")
	default:
		return w.T("guard.more", "amount", present.Major(w, than))
	}
}

// Height is for screen.Tall.
func (g *Guard) Height() float32 { return pay.Tall(.75) }

// Shown is for screen.Screen.
func (g *Guard) Shown() {
	g.guard.Arm()
	g.env.After(keys.HoldTime, func() {
		if !g.gone {
			g.primary.Enable()
		}
	})
}

// Hidden is for screen.Screen.
func (g *Guard) Hidden() { g.gone = true }

// Press takes Enter and Esc; digits and scans are nothing here.
func (g *Guard) Press(p screen.KeyPress) bool {
	switch {
	case p.Rune != 0, p.Scan != "":
	case p.Name == fyne.KeyReturn || p.Name == fyne.KeyEnter:
		g.accept()
	case p.Name == fyne.KeyEscape:
		g.back()
	default:
		return false
	}
	return true
}

// accept goes on to the ways to pay, once.
func (g *Guard) accept() {
	if g.gone || !g.guard.Allows(keys.Enter) {
		return
	}
	if !g.far {
		g.deps.Shell.ToRoutes()
		return
	}
	g.deps.Ask.Amount(g.draft.Amount.Amount(), func(name string) {
		g.draft.AllowedBy = name
		g.deps.Shell.ToRoutes()
	})
}

// back leaves the amount to be typed again.
func (g *Guard) back() {
	if g.gone {
		return
	}
	g.draft.Amount = amount.EntryOf(g.draft.Amount.Amount())
	g.deps.Shell.ToAmount()
}

// fitText steps the words down until they leave room for the amount above them.
func (g *Guard) fitText(wide, high float32) (h float32) {
	for _, size := range []theme.Size{theme.Instruction, theme.Title, theme.Lead, theme.Body, theme.Caption} {
		g.text.SetStyle(g.text.Style().Sized(size))
		if h = g.text.HeightFor(wide); h <= high {
			break
		}
	}
	return h
}

func (g *Guard) placeCard(b layout.Placer) {
	t := b.PutMin(g.title, 0, 0)
	room, gap := b.H-t.Height, theme.S5()
	m := g.more.HeightFor(b.W)
	w := g.fitText(b.W, room-m-2*gap-theme.AmountM.Base())
	high := min(g.amount.MinSize().Height, room-w-m-2*gap)
	y := t.Height + (room-high-w-m-2*gap)/2
	if pay.Terse() { // it scrolls, and the amount is seen first
		y = t.Height
	}
	b.Put(g.amount, 0, y, b.W, high)
	y += high + gap
	b.Put(g.text, 0, y, b.W, w)
	b.Put(g.more, 0, y+w+gap, b.W, m)
}

func (g *Guard) place(b layout.Placer) {
	p := theme.S5()
	bottom := b.H - p - theme.PrimaryHigh
	b.Put(g.card, p, p, b.W-2*p, bottom-2*p)
	wide := min(max(282, g.change.MinSize().Width), (b.W-2*p)/3)
	b.Put(g.change, p, bottom, wide, theme.PrimaryHigh)
	b.Put(g.primary, p+wide+theme.S4, bottom, b.W-2*p-wide-theme.S4, theme.PrimaryHigh)
}
