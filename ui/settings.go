package ui

import (
	"sanduq/core/journal"
	"sanduq/ui/settings"
	"sanduq/ui/shell/decision"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
	uicontrol "sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
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
		s.permission.With(right, w.T("manager.settings.title"), w.T("manager.settings.text"), func() {
			s.nav.ToSettings()
			s.show(navigation.Place{Location: navigation.Settings})
		})
	}
}

// leaveSettings goes back to where the cashier was.
func (s *Shell) leaveSettings() {
	s.show(s.nav.Leave(s.typed.draft.Opening))
}

// editor is a screen with edits that leaving loses.
type editor interface {
	Unsaved() bool
	// ShowUnsaved shows where they are saved.
	ShowUnsaved()
}

// askUnsaved asks whether edits of the settings may be lost. The safe way out
// stays with them.
func (s *Shell) askUnsaved(then func()) {
	w := s.env.Words
	stay := func() {
		s.decisions.Close()
		if one, edits := s.work.Screen().(editor); edits {
			one.ShowUnsaved()
		}
	}
	keep := uicontrol.NewButton(uicontrol.ButtonSpec{Kind: uicontrol.Filled, Label: w.T("settings.unsaved.keep"), Key: "Enter", Mid: true, Height: 64}, stay)
	lose := uicontrol.NewButton(uicontrol.ButtonSpec{Label: w.T("settings.unsaved.lose"), Mid: true, Height: 64}, func() {
		s.decisions.Close()
		then()
	})
	s.decisions.Lay(decision.Card{First: keep, Safe: stay, Content: layout.Rows(theme.S4, typeset.NewParagraph(w.T("settings.unsaved.title"), typeset.Title), typeset.NewParagraph(w.T("settings.unsaved.text"), typeset.Body),
		layout.Columns(theme.S2, layout.Grow(1, lose), layout.Grow(1, keep)))})
}

// settingsWindow is this window as the settings know it.
func (s *Shell) settingsWindow() settings.Window {
	w := settings.Window{Delegate: s.permission.Again, Saved: s.settingsSaved, Leave: s.leaveSettings, Ask: s.askUnsaved}
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
	s.receipts = nil
	s.restyleCustomer()
	s.people.Apply()
	s.paint()
}
