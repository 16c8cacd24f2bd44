package ui

import (
	"sanduq/core/till"
	"sanduq/ui/cashier"
	"sanduq/ui/screen"
)

// show goes to a place and builds its screen.
func (s *Shell) show(to place) {
	var v till.View
	if to.spot == spotSale {
		known := false
		if v, known = s.newest(to.sale); !known {
			to = place{spot: spotAmount}
		}
	}
	s.nav.moved(to, v)
	s.put(s.screenFor(to))
}

func (s *Shell) screenFor(to place) screen.Screen {
	switch to.spot {
	case spotRoutes:
		return cashier.NewRoute(s.deps(), s.draft)
	case spotSale:
		s.nav.turn(s.env.Now())
		return cashier.New(s.deps(), s.nav.kind, s.nav.view)
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
	if s.nav.at.spot != spotSale {
		return
	}
	if s.nav.turn(s.env.Now()) {
		s.put(cashier.New(s.deps(), s.nav.kind, s.nav.view))
		return
	}
	if one, ok := s.current.(cashier.Screen); ok {
		one.Update(s.nav.view)
	}
	s.placePhone()
}

func (s *Shell) newSale() {
	if s.draft.Opening {
		s.draft = cashier.NewDraft(s.opt.Till.Settings().Currency)
	}
	if s.nav.at.spot != spotAmount {
		s.show(place{spot: spotAmount})
	}
}

func (s *Shell) open(id till.SaleID) {
	if s.nav.at != (place{spotSale, id}) {
		s.show(place{spotSale, id})
	}
}

func (s *Shell) openReceipts() {
	if s.opt.Receipts != nil && s.nav.at.spot != spotReceipts {
		s.show(place{spot: spotReceipts})
	}
}
