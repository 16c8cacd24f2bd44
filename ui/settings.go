package ui

import (
	"sanduq/core/journal"
	"sanduq/ui/settings"
	"sanduq/ui/shell/navigation"
)

// openSettings shows the settings, or leaves them.
func (s *Shell) openSettings() {
	switch {
	case s.opt.Settings == nil:
	case s.nav.At.Location == navigation.Settings:
		s.leaveSettings()
	default:
		w, right := s.env.Words, journal.RightSettings
		for _, other := range []journal.Right{journal.RightUsers, journal.RightRecover} { // they have their pages there
			if s.session.May(other) {
				right = other
			}
		}
		s.approvals.With(right, w.T("manager.settings.title"), w.T("manager.settings.text"), func() {
			s.nav.ToSettings()
			s.show(navigation.Place{Location: navigation.Settings})
		})
	}
}

// leaveSettings goes back to where the cashier was.
func (s *Shell) leaveSettings() {
	s.show(s.nav.BackFromSettings(s.typed.draft.Opening))
}

// settingsWindow is this window as the settings know it.
func (s *Shell) settingsWindow() settings.Window {
	w := settings.Window{Delegate: s.approvals.Again, Saved: s.settingsSaved, Leave: s.leaveSettings, Ask: s.askUnsaved}
	if s.customer != nil {
		w.ShowCustomer = s.customer.Reopen
	}
	if s.sounds.On() {
		w.Sound = s.sounds
	}
	return w
}

// settingsSaved takes over new names and another currency. An amount that was
// typed stays only if it is still counted in the same currency.
func (s *Shell) settingsSaved() {
	if now := s.opt.Till.Settings().Currency; now != s.typed.draft.Amount.Amount().Currency {
		s.typed.begin(now)
	}
	s.screens.receipts = nil
	s.restyleCustomer()
	s.people.Apply()
	s.paint()
}
