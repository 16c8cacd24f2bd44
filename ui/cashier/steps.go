package cashier

import (
	"sanduq/core/journal"
	"sanduq/ui/cash"
	"sanduq/ui/pay"
	"sanduq/ui/pay/account"
	"sanduq/ui/pay/ask"
	"sanduq/ui/pay/code"
	"sanduq/ui/pay/late"
	"sanduq/ui/pay/qr"
	"sanduq/ui/pay/result"
	"sanduq/ui/pay/route"
	"sanduq/ui/pay/unknown"
	"sanduq/ui/pay/waiting"
	"sanduq/ui/sale"
	"sanduq/ui/screen"
	"sanduq/ui/setaside"
	"sanduq/ui/settle"
)

// Steps makes the screens of a sale.
type Steps struct {
	env  screen.Env
	deps Deps
}

// New makes the screens of a sale from what the shell and the till give.
func New(env screen.Env, d Deps) Steps {
	if d.Measure == nil {
		d.Measure = func() {}
	}
	return Steps{env, d}
}

// Amount is where the amount of a draft is typed.
func (s Steps) Amount(draft *pay.Draft) *sale.Sale { return sale.New(s.env, s.sale(), draft) }

// Guard asks about a draft's amount.
func (s Steps) Guard(draft *pay.Draft) *sale.Guard { return sale.NewGuard(s.env, s.sale(), draft) }

// Routes offers the ways to pay for a draft.
func (s Steps) Routes(draft *pay.Draft) *route.Route { return route.New(s.env, s.routes(), draft) }

// Cash takes cash for a draft.
func (s Steps) Cash(draft *pay.Draft) *cash.Cash { return cash.New(s.env, s.cash(), draft) }

// CashInstead takes cash instead of an open sale, for its amount.
func (s Steps) CashInstead(old journal.View) *cash.Cash { return cash.NewInstead(s.env, s.cash(), old) }

// ToSettle lists what must be settled.
func (s Steps) ToSettle(shell settle.Shell) *settle.Settle {
	return settle.New(s.env, settle.Deps{Till: s.deps.Till.Settle, Shop: s.deps.Shop, Managers: s.managers(), Happened: s.deps.Offer.Happened, Failed: s.deps.Shell.Failed}, shell)
}

// SetAside asks whether and why a sale is to be set aside; reason is picked already,
// blank for none.
func (s Steps) SetAside(v journal.View, reason string) {
	d := s.deps
	setaside.Ask(s.env, setaside.Deps{Till: d.Till.SetAside, Shell: d.Shell, Shop: d.Shop, Replacing: d.Offer.Replacing, Ask: s.Asker(), Leaving: d.Memory.leaving}, v, reason)
}

// Asker asks people, by decisions that the shell lays over everything.
func (s Steps) Asker() ask.Asker { return ask.New(s.env, s.deps.Shell.Decide, s.deps.Manager) }

// Sale is the screen for a sale that KindOf asked for.
func (s Steps) Sale(k Kind, v journal.View) pay.Screen {
	d := s.deps
	if route, form := k.form(); form {
		return account.New(s.env, s.account(), v, route)
	}
	switch k {
	case KindOpening:
		return qr.NewOpening(s.env, v)
	case KindChoose:
		return route.NewChoose(s.env, s.routes(), v)
	case KindQR:
		return qr.New(s.env, qr.Deps{Till: d.Till.Wait, Shell: s.ways(), Routes: d.Offer.Routes, Customer: s.customer(), Measure: d.Measure}, v)
	case KindCode:
		return code.New(s.env, s.code(), v)
	case KindUnknown:
		return unknown.New(s.env, unknown.Deps{Till: d.Till.Unknown, Shell: s.ways(), Ask: s.Asker(), Managers: s.managers(), Customer: s.customer(),
			Cashier: s.cashier, Prints: s.prints, Measure: d.Measure}, v)
	case KindLate:
		return late.New(s.env, late.Deps{Till: d.Till.Late, Shell: d.Shell, Ask: s.Asker(), Delegate: d.Delegate, Happened: d.Offer.Happened}, v)
	case KindWaiting, KindAside:
		return waiting.New(s.env, waiting.Deps{Till: d.Till.Wait, Shell: s.ways(), Replacing: d.Offer.Replacing, Ask: s.Asker(), Managers: s.managers(),
			Customer: s.customer(), Measure: d.Measure}, v)
	}
	return result.New(s.env, result.Deps{Till: d.Till.Result, Shell: d.Shell, Cashier: s.cashier, Prints: s.prints, Slip: d.Offer.Slip, Save: d.Offer.Save,
		Happened: d.Offer.Happened, Takes: s.takes, Ended: func(v journal.View) { d.Memory.forms.Ended(s.env.Preferences, v) }}, v)
}

// Snapshot keeps what is typed on a screen, or shown, that is nowhere else. It is called before
// the screen is hidden, and returns how to make it again in another look or language; nil
// where the screen that its place asks for says the same.
func Snapshot(shown screen.Screen) func(Steps) screen.Screen {
	switch shown := shown.(type) {
	case *cash.Cash:
		again := shown.Snapshot()
		return func(s Steps) screen.Screen { return again(s.env, s.cash()) }
	case *code.Code:
		if again := shown.Snapshot(); again != nil {
			return func(s Steps) screen.Screen { return again(s.env, s.code()) }
		}
	}
	return nil
}
