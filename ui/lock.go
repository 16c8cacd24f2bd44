package ui

import (
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/keys"
	"sanduq/ui/lock"
	"sanduq/ui/screen"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
	uicontrol "sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// newSession is who sits at this till.
func (s *Shell) newSession() *lock.Session {
	return lock.NewSession(s.env, s.opt.Staff, lock.Options{
		After: func() time.Duration { return time.Duration(s.opt.Till.Settings().LockAfter) * time.Minute },
		Watched: func() int {
			all, _ := s.feed.Open("")
			return all
		},
		Leaving: func() {
			switch s.nav.At.Location {
			case navigation.Settings: // what was not saved there, above all keys, is gone
				s.leaveFor(s.nav.Leave(s.typed.draft.Opening))
			case navigation.Reports: // what was lent was for them alone
				s.leaveFor(navigation.Place{Location: navigation.Amount})
			}
		},
		Locked:  s.locked,
		Entered: s.entered,
	})
}

// locked hides what the cashier saw.
func (s *Shell) locked() {
	s.closeDecision()
	s.window.focus(nil)
	s.dress()
	s.fillWindow()
	s.paint()
}

// entered gives the till to who signed in. Somebody else begins with an empty
// sale, and may take over what is open.
func (s *Shell) entered(who journal.User, other bool) {
	if other {
		s.typed.last = money.Amount{} // was another's
		if !s.typed.draft.Opening {
			s.typed.begin(s.opt.Till.Settings().Currency)
		}
		s.receipts = nil // it may show them more, or less
		s.show(navigation.Place{Location: navigation.Amount})
	}
	s.dress()
	s.input.enter.use()
	s.input.deaf.to = s.env.Now().Add(keys.HoldTime) // what came up under the lock was not seen yet
	s.fillWindow()
	s.paint()
	if _, n := s.feed.Open(who.Name); n > 0 {
		s.askTakeOver(n, who.Role == journal.RoleManager)
	}
}

// askTakeOver asks whose the open sales shall be. A cashier begins a shift so; a
// manager mostly looks in, and Enter changes nothing for them.
func (s *Shell) askTakeOver(n int, manager bool) {
	w := s.env.Words
	leaving, taking := uicontrol.ButtonSpec{Label: w.T("lock.over.not"), Key: "Esc", Mid: true, Height: 64},
		uicontrol.ButtonSpec{Kind: uicontrol.Filled, Label: w.T("lock.over.do"), Key: "Enter", Mid: true, Height: 64}
	if manager {
		leaving.Kind, taking.Kind = taking.Kind, leaving.Kind
		leaving.Key, taking.Key = "Enter", ""
	}
	guard := keys.NewGuard(s.env.Now) // nobody has read it yet
	guard.Arm()
	leave := uicontrol.NewButton(leaving, s.closeDecision)
	take := uicontrol.NewButton(taking, func() {
		if !guard.Allows(keys.Back) {
			return
		}
		s.closeDecision()
		s.env.Go(func() {
			if _, err := s.opt.Staff.TakeOver(s.env.Life); err != nil && s.env.Life.Err() == nil {
				s.env.Post(func() { steps{s}.Failed(err) })
			}
		})
	})
	first := take
	if manager {
		first = leave
	}
	s.decide(layout.Rows(theme.S4, typeset.NewParagraph(w.N("lock.over.title", n), typeset.Title), typeset.NewParagraph(w.T("lock.over.text"), typeset.Body),
		layout.Columns(theme.S2, layout.Grow(1, leave), layout.Grow(1, take))), first, s.closeDecision)
}

// approve asks for the PIN of somebody who has some rights, and hands their name
// on.
func (s *Shell) approve(rights []journal.Right, title, text string, then func(name string)) {
	var a *lock.Approval
	back := func() { // not while a PIN is looked at: what it lends would stay
		if !a.Busy() {
			s.closeDecision()
		}
	}
	a = s.session.Approval(rights, title, text, func(name string) {
		s.closeDecision()
		then(name)
	}, back)
	s.decideWide(a.Wide(), a.Content(), a.First(), back)
	if s.decision.card == nil {
		return
	}
	s.decision.asking = a
	s.decision.card.Fit(a.Within)
	s.decision.card.OnKey = func(e *fyne.KeyEvent) { s.event(s.input.decoder.Key(e)) }
}

// lockedEvent is what keys do while the till is locked.
func (s *Shell) lockedEvent(e keys.Event) {
	switch {
	case e.Kind == keys.Command && e.Name == keys.Help:
		s.help()
	case e.Kind == keys.Command && e.Name == keys.Full:
		call(s.opt.FullScreen)
	default:
		press(s.session.Screen(), e)
	}
}

// press offers an event to what asks for a PIN: a barcode is none, and is taken back
// there.
func press(on interface{ Press(screen.KeyPress) bool }, e keys.Event) {
	if e.Kind != keys.None {
		on.Press(screen.KeyPress{Name: e.Name, Rune: e.Rune, Scan: e.Code, Taken: e.Taken})
	}
}
