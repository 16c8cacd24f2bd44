package ui

import (
	"sanduq/core/till"
	"sanduq/ui/cashier"
	"sanduq/ui/screen"
)

// show goes to a place and builds its screen.
func (s *Shell) show(to place) {
	if to.spot == spotSale {
		v, ok := s.view(to.sale)
		if !ok {
			if v, ok = s.opt.Till.Sale(to.sale); !ok {
				to = place{spot: spotAmount}
			}
		}
		s.shownView = v
	}
	s.at = to
	s.put(s.screenFor(to))
}

func (s *Shell) screenFor(to place) screen.Screen {
	switch to.spot {
	case spotRoutes:
		return cashier.NewRoute(s.deps(), s.draft)
	case spotSale:
		s.kind = s.kindOf(s.shownView)
		return cashier.New(s.deps(), s.kind, s.shownView)
	case spotReceipts:
		if s.receipts == nil {
			s.receipts = s.opt.Receipts(ReceiptsDeps{Env: s.env, Life: s.life, OpenSale: s.open, NewSale: s.newSale})
		}
		return s.receipts
	case spotSettings:
		d := SettingsDeps{Env: s.env, Life: s.life, SetLanguage: s.SetLanguage, SetLook: s.chooseLook,
			Keyboard: s.keyboard.Mode, SetKeyboard: s.setKeyboard, Manager: s.askAgain, Saved: s.settingsSaved, Leave: s.leaveSettings}
		if s.customer != nil {
			d.CustomerMode, d.SetCustomerMode = s.customer.Mode, s.setCustomerMode
		}
		if b := s.opt.Sound; b != nil {
			d.Volume, d.SetVolume, d.SoundBroken = b.Volume, s.setVolume, b.Broken
		}
		return s.opt.Settings(d)
	}
	return cashier.NewSale(s.deps(), s.draft)
}

// put exchanges the screen in the work area. An Enter that is still held
// belongs to the screen before.
func (s *Shell) put(next screen.Screen) {
	s.closeDecision()
	if s.current != nil {
		s.current.Hidden()
	}
	s.enter.use()
	if s.canvas != nil {
		s.canvas.Unfocus()
	}
	s.keyboard.Close()
	s.current = next
	s.placePhone()
	s.work.put(next)
	next.Shown()
	s.paint()
}

// follow shows the newest view of the selected sale: in its screen, or in
// another when its state demands that.
func (s *Shell) follow() {
	if s.at.spot != spotSale {
		return
	}
	if k := s.kindOf(s.shownView); k != s.kind {
		s.put(s.screenFor(s.at))
		return
	}
	if one, ok := s.current.(cashier.Screen); ok {
		one.Update(s.shownView)
	}
	s.placePhone()
}

func (s *Shell) newSale() {
	if s.draft.Opening {
		s.draft = cashier.NewDraft(s.opt.Till.Settings().Currency)
	}
	if s.at.spot != spotAmount {
		s.show(place{spot: spotAmount})
	}
}

func (s *Shell) open(id till.SaleID) {
	if s.at != (place{spotSale, id}) {
		s.show(place{spotSale, id})
	}
}

func (s *Shell) openReceipts() {
	if s.opt.Receipts != nil && s.at.spot != spotReceipts {
		s.show(place{spot: spotReceipts})
	}
}

// steps is the shell as its screens know it.
type steps struct{ *Shell }

// NewSale is for cashier.Steps.
func (s steps) NewSale() { s.newSale() }

// ToRoutes is for cashier.Steps.
func (s steps) ToRoutes() { s.show(place{spot: spotRoutes}) }

// ToAmount is for cashier.Steps.
func (s steps) ToAmount() { s.show(place{spot: spotAmount}) }

// Retry is for cashier.Steps.
func (s steps) Retry(v till.View) {
	s.draft = cashier.DraftFor(v)
	s.show(place{spot: spotRoutes})
}

// Replace is for cashier.Steps.
func (s steps) Replace(v till.View, reason, manager string) {
	s.draft = cashier.DraftFor(v)
	s.draft.Reason, s.draft.Manager = reason, manager
	s.show(place{spot: spotAmount})
}

// Opened is for cashier.Steps. It follows the new sale only when the cashier
// is still where it was opened from.
func (s steps) Opened(v till.View) {
	if known, ok := s.view(v.ID); ok && known.Version >= v.Version {
		v = known
	} else {
		s.saw(v, false)
	}
	if s.customer != nil {
		s.customer.Opened(v)
	}
	here := s.at.spot == spotRoutes && s.draft.Opening
	if s.draft.Opening {
		s.draft = cashier.NewDraft(v.Amount.Currency)
	}
	if here {
		s.open(v.ID)
	}
	s.paint()
}

// Decide is for cashier.Steps.
func (s steps) Decide(d cashier.Decision) func() {
	s.decide(d.Content, d.First, d.Safe)
	return s.closeDecision
}

// Failed is for cashier.Steps.
func (s steps) Failed(err error) {
	s.log.Warn("refused", "err", err)
	s.fail(err)
}

func (s *Shell) closeDecision() {
	if s.decision != nil {
		d := s.decision
		s.keyboard.Close()
		s.decision = nil
		if a := s.door.asking; a != nil {
			s.door.asking = nil
			a.Forget()
		}
		d.Close()
	}
}

var _ cashier.Steps = steps{}
