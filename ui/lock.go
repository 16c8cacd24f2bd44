package ui

import (
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/lock"
	"sanduq/ui/shell/navigation"
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
			s.decisions.Close() // it was for who goes
			to, figures := s.nav.At, s.nav.Figures()
			if to.Location == navigation.Settings { // what was not saved there, above all keys, is gone
				to = s.nav.BackFromSettings(s.typed.draft.Opening)
			}
			// What was granted was for them alone: the reports, and the list behind a figure.
			if figures {
				s.nav.ToFigures(false)
				s.screens.receipts = nil
			}
			if to.Location == navigation.Reports || to.Location == navigation.Receipts && figures {
				to = navigation.Place{Location: navigation.Amount}
			}
			if to != s.nav.At {
				s.leaveFor(to)
			}
		},
		Locked:  s.locked,
		Entered: s.entered,
	})
}

// locked hides what the cashier saw.
func (s *Shell) locked() {
	s.decisions.Close()
	s.decisions.Answered(nil)
	s.frame.Focus(nil)
	s.people.Apply()
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
		s.screens.receipts = nil // it may show them more, or less
		s.show(navigation.Place{Location: navigation.Amount})
	}
	if !other && s.nav.At.Location == navigation.Amount { // they looked at something else meanwhile
		s.typed.draft.Hide()
		s.show(s.nav.At)
	}
	s.people.Apply()
	s.input.SpendEnter()
	s.input.NoEnter() // what came up under the lock was not seen yet
	s.fillWindow()
	s.paint()
	if _, n := s.feed.Open(who.Name); n > 0 {
		s.people.AskTakeOver(n, who.Role == journal.RoleManager)
	}
}
