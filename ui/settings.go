package ui

import (
	"sanduq/ui/cashier"
	"sanduq/ui/theme"
)

// openSettings shows the settings, or leaves them.
func (s *Shell) openSettings() {
	switch {
	case s.opt.Settings == nil:
	case s.nav.at.spot == spotSettings:
		s.leaveSettings()
	default:
		s.withManager(func() {
			s.nav.before = s.nav.at
			s.show(place{spot: spotSettings})
		})
	}
}

// withManager goes on at once where a manager is at the till, or nobody signs
// in; else with a manager's PIN.
func (s *Shell) withManager(then func()) {
	if s.session.Manager() {
		then()
		return
	}
	w := s.env.Words
	s.approve(w.T("manager.settings.title"), w.T("manager.settings.text"), func(string) { then() })
}

// askAgain is for settings that were open for so long that a manager's word has
// run out.
func (s *Shell) askAgain(then func()) {
	w := s.env.Words
	s.approve(w.T("error.manager"), w.T("manager.settings.text"), func(string) { then() })
}

// leaveSettings goes back to where the cashier was.
func (s *Shell) leaveSettings() {
	s.show(s.nav.leave(s.draft.Opening))
}

// chooseLook changes the look and lets the program remember it.
func (s *Shell) chooseLook(l theme.Look) {
	s.SetLook(l)
	if s.opt.LookChanged != nil {
		s.opt.LookChanged(theme.Now())
	}
}

// settingsSaved takes over new names and another currency. An amount that was
// typed stays only if it is still counted in the same currency.
func (s *Shell) settingsSaved() {
	if now := s.opt.Till.Settings().Currency; now != s.draft.Amount.Amount().Currency {
		s.draft = cashier.NewDraft(now)
	}
	s.receipts = nil
	if s.customer != nil {
		s.customer.Redress()
	}
	s.paint()
}
