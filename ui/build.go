package ui

import (
	"sanduq/ui/cashier"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/shell/bar"
	"sanduq/ui/shell/frame"
	"sanduq/ui/shell/help"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/shell/sidebar"
	"sanduq/ui/shell/workarea"
	"sanduq/ui/toolkit/dialog"
)

// build makes everything again, in the current language and look. What the
// cashier typed and where they are stays.
func (s *Shell) build() {
	if s.decisions.Hold("look", s.build) || s.session.Postpone(s.build) {
		return
	}
	present.Speak(s.env.Words)
	s.decisions.Close()
	s.keyboard.Close()
	s.keyboard.Style()
	before := s.work
	s.bar, s.sidebar, s.work = s.newBar(), s.newSidebar(), workarea.New()
	s.banner.Build()
	// No ground below: the window is cleared in its colour, and a panel would
	// cost as much of each frame as all that stands on it.
	parts := frame.Parts{Work: s.work.Object(), Bar: s.bar.Object(), Sidebar: s.sidebar.Object()}
	if s.env.Practice {
		parts.Ribbon = dialog.NewRibbon(s.env.Words.T("ribbon.practice"))
	}
	s.frame.Set(parts)
	s.phone.Discard()
	s.screens.receipts = nil
	var again func(cashier.Steps) screen.Screen
	tell := func(Receipts) {}
	if before != nil && before.Screen() != nil {
		again, tell = cashier.Snapshot(before.Screen()), retold(before.Screen())
		before.Screen().Hidden() // what it was about to do by itself, it does no more
	}
	s.session.Build()
	s.first.Build()
	s.fillWindow()
	if again != nil {
		s.exchange(again(s.sales()))
	} else {
		if s.nav.At.Location == navigation.Receipts {
			tell(s.history())
		}
		s.show(s.nav.At)
	}
	s.frame.Refresh()
	s.first.Shown()
	s.restyleCustomer()
}

// newBar is the top bar in the current language and look.
func (s *Shell) newBar() *bar.Bar {
	d := bar.Deps{Shop: s.opt.Till.Settings, Link: s.feed.Link, Session: s.session, Staffed: s.opt.Staff != nil, Own: s.people.Ask, Help: s.input.Help,
		Language: s.people.NextLanguage(), SetLanguage: s.people.AskLanguage}
	if s.sounds.On() {
		d.Sound = s.sounds
	}
	if s.opt.Settings != nil {
		d.Settings = s.openSettings
	}
	return bar.New(s.env, d)
}

// newSidebar is the sidebar in the current language and look.
func (s *Shell) newSidebar() *sidebar.Sidebar {
	return sidebar.New(s.env, sidebar.Deps{Feed: s.feed, Place: &s.nav, Frame: s.frame, Decisions: s.decisions, Window: ways{s}, Shop: s.opt.Till.Settings,
		Places: sidebar.Places{Reports: s.opt.Reports != nil, Receipts: s.opt.Receipts != nil, Customer: s.customer != nil, Phone: s.phone.There()}})
}

// newHelp is the list of keys of this till.
func (s *Shell) newHelp() *help.Help {
	o := s.opt
	return help.New(s.env, help.Deps{Shop: o.Till.Settings, SaveCard: o.SaveCard, Failed: func(err error) { o.Logger.Error("counter card", "err", err) },
		Functions: func() help.Functions {
			return help.Functions{Receipts: o.Receipts != nil, Reports: o.Reports != nil, Customer: s.customer != nil, Printer: o.Offer.Printer != nil,
				Save: o.Offer.Save != nil, FullScreen: o.FullScreen != nil, Lock: s.session.Signs()}
		}}, s.decisions)
}
