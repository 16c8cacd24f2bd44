package cashier

import (
	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/cash"
	"sanduq/ui/pay"
	"sanduq/ui/pay/account"
	"sanduq/ui/pay/ask"
	"sanduq/ui/pay/code"
	"sanduq/ui/pay/route"
	"sanduq/ui/sale"
)

// ways are the ways out of the steps of one payment: those of the shell, and the screens
// that one step lays over another.
type ways struct {
	Shell
	steps Steps
}

func (s Steps) ways() ways { return ways{s.deps.Shell, s} }

// Form lays the form of a route over what the sale demands.
func (w ways) Form(id journal.SaleID, route core.Route) { w.Show(id, FormOf(route)) }

// Choose lays the ways to pay over what the sale demands.
func (w ways) Choose(id journal.SaleID) { w.Show(id, KindChoose) }

// Back takes away what lies over what the sale demands.
func (w ways) Back(id journal.SaleID) { w.Show(id, "") }

// SetAside asks whether and why a sale is to be set aside.
func (w ways) SetAside(v journal.View, reason string) { w.steps.SetAside(v, reason) }

func (s Steps) managers() ask.Managers {
	return ask.NewManagers(s.Asker(), s.deps.Till.Managers, s.deps.Shell.Failed)
}

func (s Steps) sale() sale.Deps {
	d := s.deps
	return sale.Deps{Till: d.Till.Amount, Shell: d.Shell, Usual: d.Usual, Shop: d.Shop, NoShift: d.Offer.NoShift, Ask: s.Asker()}
}

func (s Steps) routes() route.Deps {
	d := s.deps
	return route.Deps{Till: d.Till.Routes, Shell: s.ways(), Routes: d.Offer.Routes, Shop: d.Shop, Ask: s.Asker()}
}

func (s Steps) cash() cash.Deps {
	d := s.deps
	return cash.Deps{Till: d.Till.Cash, Shell: d.Shell, Shop: d.Shop, Ask: s.Asker(), Prints: s.prints, OpenDrawer: d.Offer.OpenDrawer}
}

func (s Steps) account() account.Deps {
	d := s.deps
	return account.Deps{Till: d.Till.Account, Shell: s.ways(), Forms: d.Memory.forms, Numbers: s.numbers, Customer: s.customer()}
}

func (s Steps) code() code.Deps {
	d := s.deps
	out := code.Deps{Till: d.Till.Code, Shell: s.ways(), OnPhone: s.onPhone,
		Sent: func(v journal.View) { d.Memory.forms.Sent(s.env.Preferences, v) }}
	if d.Customer != nil {
		out.Customer = d.Customer
	}
	return out
}

// customer is the customer's view as most steps know it.
func (s Steps) customer() pay.Customer {
	if s.deps.Customer == nil {
		return nil
	}
	return s.deps.Customer
}

func (s Steps) takes(id journal.SaleID) bool {
	return s.deps.Customer != nil && s.deps.Customer.Takes(id)
}

func (s Steps) cashier() string { return s.deps.Shop().Cashier }

func (s Steps) prints() bool { return s.deps.Offer.Printer != nil && s.deps.Offer.Printer() }

// numbers are the practice numbers of a route; none where real money moves.
func (s Steps) numbers(route core.Route) []PracticeNumber {
	if s.deps.Offer.Numbers == nil || !s.env.Practice {
		return nil
	}
	return s.deps.Offer.Numbers(route)
}

// onPhone reports whether the practice phone shows a code of an order.
func (s Steps) onPhone(orderID string) bool {
	if s.deps.Offer.Phone == nil || !s.env.Practice {
		return false
	}
	p, ok := s.deps.Offer.Phone.Payment(orderID)
	return ok && !p.Code.Empty()
}
