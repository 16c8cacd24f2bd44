package setaside

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// reasonsFor are those that fit a sale: a QR sends no code.
func reasonsFor(v journal.View) []string {
	coded := !v.Route.Scanned() || v.Session.Route.Coded()
	return slices.DeleteFunc(pay.Reasons(), func(r string) bool { return r == pay.ReasonNoCode && !coded })
}

// decision is the one decision of a cashier: the payment cannot be cancelled,
// it can only be put out of sight.
type decision struct {
	env     screen.Env
	deps    Deps
	view    journal.View
	reason  string
	typed   screen.DebouncedDigit
	close   func()
	gone    bool
	reasons map[string]*control.Button
	aside   *control.Button
	another *control.Button // nil where no new payment is offered
}

// Ask asks whether and why a sale is to be set aside; reason is picked already,
// blank for none.
func Ask(env screen.Env, deps Deps, v journal.View, reason string) {
	if deps.Leaving[v.ID] {
		return
	}
	s := &decision{env: env, deps: deps, view: v, reason: reason, reasons: map[string]*control.Button{}}
	w := env.Words
	keep := control.NewButton(control.ButtonSpec{Label: w.T("aside.keep"), Key: "Esc", Mid: true, Height: 64, PadX: theme.S3}, s.save)
	s.aside = control.NewButton(control.ButtonSpec{Label: w.T("aside.do"), Mid: true, Height: 64, PadX: theme.S3}, s.hide)
	row := []fyne.CanvasObject{keep, s.aside}
	if deps.Replacing {
		s.another = control.NewButton(control.ButtonSpec{Kind: control.Filled, Label: w.T("aside.new"), Mid: true, Height: 64, PadX: theme.S3}, s.replace)
		row = append(row, s.another)
	}
	title := typeset.Title
	if pay.Terse() { // every reason stands in view, in the smallest window too
		title = typeset.Lead
	}
	content := layout.Rows(0,
		layout.Centred(theme.S4, graphic.NewIcon("set-aside", 36, theme.Text), layout.Grow(1, typeset.NewParagraph(w.T("aside.title"), title))),
		pay.Space(theme.S2),
		s.sentence(),
		pay.Space(theme.S5()),
		typeset.NewText(w.T("aside.why"), typeset.Label),
		pay.Space(6),
		s.reasonGrid(),
		pay.Space(theme.S6()),
		dialog.Abreast(row...))
	s.paint()
	first := keep
	if p := s.primary(); p != nil {
		first = p
	}
	away := deps.Shell.Decide(ask.Decision{Content: content, First: first, Safe: s.save, Press: s.press})
	s.close = func() {
		s.gone = true
		away()
	}
}

// press picks the reason that has a digit.
func (s *decision) press(p screen.KeyPress) bool {
	if p.Rune == 0 {
		s.typed.Interrupt()
		return false
	}
	s.typed.Press(s.env, p.Rune, func(n int) {
		if all := reasonsFor(s.view); n <= len(all) && !s.gone {
			s.pick(all[n-1])
		}
	})
	return true
}

// primary is the button that the reason calls for; nil before there is one.
func (s *decision) primary() *control.Button {
	switch {
	case s.reason == "":
		return nil
	case s.another != nil && pay.AsksAgain(s.reason):
		return s.another
	}
	return s.aside
}

// pick takes a reason. What it calls for has the keys from then on: Enter presses what
// looks as if it did.
func (s *decision) pick(reason string) {
	s.reason = reason
	s.paint()
	draw.Focus(s.aside, s.primary())
}

// sentence says what may still happen, the amount in it stronger.
func (s *decision) sentence() *typeset.Text {
	v, amount := s.view, present.Major(s.env.Words, s.view.Amount)
	text := s.env.Words.T(asideKey(v), "amount", s.env.Sum(v.Amount), "number", present.Number(v.ID))
	plain := typeset.Lead.With(theme.Regular).Tight(1.4)
	if pay.Terse() {
		plain = plain.Sized(theme.Body)
	}
	before, after, _ := strings.Cut(text, amount)
	t := typeset.NewRich(typeset.Span{Text: before, Style: plain}, typeset.Span{Text: amount, Style: plain.With(theme.SemiBold)},
		typeset.Span{Text: after, Style: plain})
	t.Overflow = typeset.Wrap
	return t
}

// asideKey names what is put out of sight: a QR, the pad for a code, or nothing
// but the wait.
func asideKey(v journal.View) string {
	switch {
	case v.Status() == journal.StatusCode:
		return "aside.text.code"
	case v.Session.State == core.StateQRGenerated:
		return "aside.text"
	}
	return "aside.text.wait"
}

func (s *decision) reasonGrid() fyne.CanvasObject {
	var all []fyne.CanvasObject
	for i, r := range reasonsFor(s.view) {
		b := control.NewButton(control.ButtonSpec{Label: s.env.Words.T("reason." + r), Key: strconv.Itoa(i + 1), Vital: true}, func() { s.pick(r) })
		s.reasons[r] = b
		all = append(all, b)
	}
	if !dialog.RoomAbreast(all, 2) {
		return layout.Rows(theme.S2, all...)
	}
	return layout.Grid(2, theme.S2, all...)
}

func (s *decision) paint() {
	for code, b := range s.reasons {
		spec := b.Spec()
		spec.Chosen, spec.Icon = code == s.reason, ""
		if spec.Chosen {
			spec.Icon = "check"
		}
		pay.SetButton(b, spec, true)
	}
	primary := s.primary()
	aside := s.aside.Spec()
	if aside.Kind, aside.Key = control.Normal, ""; primary == s.aside || s.another == nil {
		aside.Kind = control.Filled
	}
	if primary == s.aside {
		aside.Key = "Enter"
	}
	if s.another != nil {
		another := s.another.Spec()
		if another.Key = ""; primary == s.another {
			another.Key = "Enter"
		}
		pay.SetButton(s.another, another, primary == s.another)
	}
	aside.Label = s.env.Words.T("aside.do")
	if s.cash() {
		aside.Label = s.env.Words.T("aside.cash")
	}
	pay.SetButton(s.aside, aside, s.reason != "")
}

// cash reports whether the cash is recorded as a sale of its own, and sets this one
// aside by that: where the shop takes cash, in the currency of its drawer.
func (s *decision) cash() bool {
	shop := s.deps.Shop()
	return s.reason == journal.AsidePaidCash && shop.Cash && shop.Currency == s.view.Amount.Currency
}

func (s *decision) save() { s.close() }

func (s *decision) hide() {
	if s.cash() {
		s.close()
		s.deps.Shell.ToCashInstead(s.view.ID)
		return
	}
	s.setAside(s.deps.Shell.NewSale)
}

// replace puts a new payment beside the first. Once the customer confirmed, or
// a code was handed over, that is a manager's matter.
func (s *decision) replace() {
	s.close()
	s.deps.Ask.Permitted(s.view, func(manager string) {
		s.setAside(func() { s.deps.Shell.Replace(s.view, s.reason, manager) })
	})
}

// setAside sets the sale aside, once however often it is asked while the disk takes it;
// what follows begins only when that is recorded.
func (s *decision) setAside(then func()) {
	s.close()
	v, reason, under := s.view, s.reason, s.deps.Leaving
	if under[v.ID] {
		return
	}
	under[v.ID] = true
	leave := s.deps.Shell.Leaving(v.ID)
	pay.Call(s.env, s.deps.Shell.Failed, func(ctx context.Context) error { return s.deps.Till.SetAside(ctx, v.ID, reason) }, func(err error) {
		delete(under, v.ID)
		if err != nil {
			then = nil
		}
		leave(then)
	})
}
