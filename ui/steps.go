package ui

import (
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/cashier"
	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
	"sanduq/ui/screen"
	"sanduq/ui/settle"
	"sanduq/ui/shell/decision"
	"sanduq/ui/shell/navigation"
)

// steps is the shell as its screens know it.
type steps struct{ *Shell }

// NewSale is for cashier.Shell.
func (s steps) NewSale() { s.newSale() }

// Begin is for cashier.Shell.
func (s steps) Begin(typed []rune) {
	s.newSale()
	for _, r := range typed {
		s.work.Screen().Press(screen.KeyPress{Rune: r})
	}
}

// ToRoutes is for cashier.Shell.
func (s steps) ToRoutes() { s.show(navigation.Place{Location: navigation.Routes}) }

// ToAmount is for cashier.Shell.
func (s steps) ToAmount() { s.show(navigation.Place{Location: navigation.Amount}) }

// ToCash is for cashier.Shell.
func (s steps) ToCash() { s.show(navigation.Place{Location: navigation.Cash}) }

// ToCashInstead is for cashier.Shell. What was typed for another sale stays.
func (s steps) ToCashInstead(id journal.SaleID) {
	s.show(navigation.Place{Location: navigation.Cash, Instead: id})
}

// ToSale is for cashier.Shell.
func (s steps) ToSale(id journal.SaleID) { s.open(id) }

// ToDay is for cashier.Shell.
func (s steps) ToDay() { s.openReports() }

// ToGuard is for cashier.Shell.
func (s steps) ToGuard() { s.show(navigation.Place{Location: navigation.Guard}) }

// Retry is for cashier.Shell. An amount above the usual is read again each time.
func (s steps) Retry(v journal.View) {
	if pay.WrongAmount(v) {
		s.Replace(v, pay.ReasonWrongAmount, "")
		return
	}
	s.typed.draft = pay.DraftFor(v)
	if s.typed.usual.Asks(s.opt.Till.Settings(), v.Amount) {
		s.ToGuard()
		return
	}
	s.show(navigation.Place{Location: navigation.Routes})
}

// Replace is for cashier.Shell.
func (s steps) Replace(v journal.View, reason, manager string) {
	s.typed.draft = pay.DraftFor(v)
	if reason == pay.ReasonWrongAmount { // it is not offered again in any way
		s.typed.draft.Amount.Clear()
		if s.typed.last == v.Amount {
			s.typed.last = money.Amount{}
		}
	}
	s.typed.draft.Last = s.typed.last
	s.typed.draft.Reason, s.typed.draft.Manager = reason, manager
	s.show(navigation.Place{Location: navigation.Amount})
}

// Opened is for cashier.Shell. It follows the new sale only when the cashier
// is still where it was opened from, at the same draft.
func (s steps) Opened(v journal.View, from *pay.Draft) {
	if known, ok := s.view(v.ID); ok && known.Version >= v.Version {
		v = known
	} else {
		s.saw(v, false)
	}
	if s.customer != nil {
		s.customer.Opened(v)
	}
	if v.Cashier == s.opt.Till.Settings().Cashier { // else somebody else signed in meanwhile
		s.typed.last = v.Amount
	}
	mine := s.typed.draft == from // else it is another sale's that was begun meanwhile
	here := mine && s.nav.At.Location == navigation.Routes
	if mine {
		s.typed.begin(v.Amount.Currency)
	}
	switch {
	case here:
		s.open(v.ID)
	case mine && s.nav.At.Location == navigation.Amount: // it showed what is spent
		s.show(navigation.Place{Location: navigation.Amount})
	}
	s.paint()
}

// Show is for cashier.Shell.
func (s steps) Show(id journal.SaleID, k cashier.Kind) {
	v, ok := s.view(id)
	if !ok {
		v.ID, k = id, ""
	}
	s.nav.Lay(v, k, s.env.Now())
	if id == s.nav.At.Sale {
		s.follow()
	}
}

// Decide is for cashier.Shell.
func (s steps) Decide(d ask.Decision) func() {
	s.decisions.Lay(decision.Card{Content: d.Content, First: d.First, Safe: d.Safe, Press: d.Press})
	return s.decisions.Close
}

// Leaving is for cashier.Shell.
func (s steps) Leaving(id journal.SaleID) func(next func()) { return s.input.Leaving(id) }

// Failed is for cashier.Shell.
func (s steps) Failed(err error) {
	s.banner.Failed(err)
}

var _ cashier.Shell = steps{}

// sales makes the screens of a sale.
func (s *Shell) sales() cashier.Steps {
	d := cashier.Deps{Till: s.opt.Steps, Shell: steps{s}, Offer: s.opt.Offer, Shop: s.opt.Till.Settings, Memory: s.typed.kept, Usual: &s.typed.usual, Measure: s.work.Measure}
	if s.opt.Receipts != nil {
		d.Offer.Happened = s.tellAll
	}
	if s.opt.Reports == nil {
		d.Offer.NoShift = nil
	}
	if s.customer != nil {
		d.Customer = s.customer
	}
	if s.session.Signs() {
		d.Manager = func(title, text string, then func(string)) {
			s.approvals.Ask([]journal.Right{journal.RightDecide}, title, text, then)
		}
		d.Delegate = s.approvals.Delegate
	}
	return cashier.New(s.env, d)
}

func (s *Shell) newSettling() screen.Screen {
	settled := func() []journal.View { return nil } // no screen could tell of it
	if s.opt.Receipts != nil {
		s.feed.ReadSettled()
		settled = s.feed.SettledToday
	}
	return s.sales().ToSettle(settle.Shell{Sales: s.feed.ToSettle, Settled: settled, Owing: s.feed.Beside, At: &s.nav.Settled, Open: s.openSettling,
		MayOwed: s.mayOwed, Owed: s.openOwed, Leave: s.newSale})
}

// builders build the screen of each place; nil is the amount.
func (s *Shell) builders() map[navigation.Location]func(navigation.Place) screen.Screen {
	return map[navigation.Location]func(navigation.Place) screen.Screen{
		navigation.Amount: func(navigation.Place) screen.Screen { return s.sales().Amount(s.typed.draft) },
		navigation.Guard:  func(navigation.Place) screen.Screen { return s.sales().Guard(s.typed.draft) },
		navigation.Routes: func(navigation.Place) screen.Screen { return s.sales().Routes(s.typed.draft) },
		navigation.Cash:   s.takingCash,
		navigation.Sale: func(navigation.Place) screen.Screen {
			s.nav.Decide(s.env.Now())
			return s.sales().Sale(s.nav.Kind, s.nav.View)
		},
		navigation.Settle:   func(navigation.Place) screen.Screen { return s.newSettling() },
		navigation.Receipts: func(navigation.Place) screen.Screen { return s.history() },
		navigation.Reports: func(navigation.Place) screen.Screen {
			return s.opt.Reports(s.env, reportsShell{s}, s.reportsStart())
		},
		navigation.Settings: func(navigation.Place) screen.Screen { return s.opt.Settings(s.env, s.settingsWindow()) },
	}
}

// takingCash is where cash is taken: instead of an open sale, or of what was typed; nil
// where that was taken.
func (s *Shell) takingCash(to navigation.Place) screen.Screen {
	if old, known := s.newest(to.Instead); known && to.Instead != "" {
		return s.sales().CashInstead(old)
	}
	if s.typed.draft.Amount.Amount().Minor > 0 {
		return s.sales().Cash(s.typed.draft)
	}
	return nil
}
