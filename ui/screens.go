package ui

import (
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/shell/decision"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// show goes to a place and builds its screen. Edits that are not saved are
// asked about before they are lost.
func (s *Shell) show(to navigation.Place) {
	if one, edits := s.work.Screen().(editor); edits && s.nav.At.Location == navigation.Settings && to.Location != navigation.Settings && one.Unsaved() {
		s.askUnsaved(func() { s.leaveFor(to) })
		return
	}
	s.leaveFor(to)
}

// leaveFor goes to a place, whatever is lost.
func (s *Shell) leaveFor(to navigation.Place) {
	at := s.nav.At
	if s.decisions.Hold("place", func() {
		if s.nav.At == at { // else what the PIN was for has led elsewhere
			s.leaveFor(to)
		}
	}) {
		return
	}
	if s.nav.At.Location == navigation.Amount && to.Location != navigation.Amount {
		s.typed.draft.Hide()
	}
	var v journal.View
	if to.Instead != "" {
		old, known := s.newest(to.Instead)
		to = navigation.CashInstead(to.Instead, old, known)
	}
	if to.Location == navigation.Sale {
		known := false
		if v, known = s.newest(to.Sale); !known {
			to = navigation.Place{Location: navigation.Amount}
		}
	}
	s.nav.Moved(to, v)
	s.exchange(s.screenAt(to))
}

// screenAt builds the screen of a place; where there is nothing to show, that of the
// amount.
func (s *Shell) screenAt(to navigation.Place) screen.Screen {
	if build := s.screens.build[to.Location]; build != nil {
		if made := build(to); made != nil {
			return made
		}
	}
	return s.screens.build[navigation.Amount](to)
}

// exchange sets another screen in the work area. An Enter that is still held
// belongs to the screen before.
func (s *Shell) exchange(next screen.Screen) {
	s.decisions.Close()
	if s.work.Screen() != nil {
		s.work.Screen().Hidden()
	}
	s.input.SpendEnter()
	s.frame.Focus(nil)
	s.keyboard.Close()
	s.phone.Place()
	s.work.Exchange(next)
	next.Shown()
	s.paint()
}

// follow shows the newest view of the selected sale: in its screen, or in
// another when its state demands that. What a PIN was entered over stays until that was
// looked at.
func (s *Shell) follow() {
	if s.nav.At.Location != navigation.Sale || s.decisions.Hold("sale", s.follow) {
		return
	}
	if another := s.nav.Decide(s.env.Now()); another || outdated(s.work.Screen(), s.nav.View) {
		typing := s.decisions.On() // which goes: nobody may decide about what is no longer so
		s.exchange(s.screenAt(s.nav.At))
		if typing {
			s.input.Deafen()
		}
		return
	}
	if one, ok := s.work.Screen().(pay.Screen); ok {
		one.Update(s.nav.View)
	}
	s.phone.Place()
}

// outdated reports whether a screen cannot show the newest view of its sale.
func outdated(shown screen.Screen, v journal.View) bool {
	one, ok := shown.(pay.Outdating)
	return ok && one.Outdated(v)
}

func (s *Shell) newSale() {
	if s.typed.draft.Opening {
		s.typed.begin(s.opt.Till.Settings().Currency)
	}
	if s.nav.At.Location != navigation.Amount {
		s.show(navigation.Place{Location: navigation.Amount})
	}
}

func (s *Shell) open(id journal.SaleID) {
	if s.nav.At != (navigation.Place{Location: navigation.Sale, Sale: id}) {
		s.show(navigation.Place{Location: navigation.Sale, Sale: id})
	}
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
	keep := control.NewButton(control.ButtonSpec{Kind: control.Filled, Label: w.T("settings.unsaved.keep"), Key: "Enter", Mid: true, Height: 64}, stay)
	lose := control.NewButton(control.ButtonSpec{Label: w.T("settings.unsaved.lose"), Mid: true, Height: 64}, func() {
		s.decisions.Close()
		then()
	})
	s.decisions.Lay(decision.Card{First: keep, Safe: stay, Content: layout.Rows(theme.S4, typeset.NewParagraph(w.T("settings.unsaved.title"), typeset.Title), typeset.NewParagraph(w.T("settings.unsaved.text"), typeset.Body),
		layout.Columns(theme.S2, layout.Grow(1, lose), layout.Grow(1, keep)))})
}
