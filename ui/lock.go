package ui

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/till"
	"sanduq/ui/cashier"
	"sanduq/ui/keys"
	"sanduq/ui/lock"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// door is who sits at the till, as far as the window must know.
type door struct {
	locked  *lock.Screen // nil while somebody is at the till, or nobody need sign in
	last    string       // ID of who was there last
	asking  *lock.Approval
	touched time.Time // when somebody did something here
	presses int
}

// signs tells whether people sign in at this till.
func (s *Shell) signs() bool { return s.opt.Staff != nil && len(s.opt.Staff.Users()) > 0 }

// shut tells whether the till is locked. Sales go on below, and the customer's
// view stays.
func (s *Shell) shut() bool { return s.door.locked != nil }

// lock takes the till from whoever is there.
func (s *Shell) lock() {
	if !s.signs() || s.shut() {
		return
	}
	if who, ok := s.opt.Staff.Present(); ok {
		s.door.last = who.ID
	}
	// At once: later it could meet who comes next.
	s.opt.Staff.SignOut(context.WithoutCancel(s.life))
	if s.at.spot == spotSettings { // what was not saved there, above all keys, is gone
		s.leaveSettings()
	}
	s.showLock()
}

func (s *Shell) showLock() {
	s.closeDecision()
	if s.canvas != nil {
		s.canvas.Unfocus()
	}
	s.door.locked = lock.New(s.lockDeps(), s.door.last)
	s.fillWindow()
	s.paint()
}

func (s *Shell) lockDeps() lock.Deps {
	return lock.Deps{Env: s.env, Life: s.life, Staff: s.opt.Staff, Watched: s.watched, Entered: s.entered}
}

// watched is how many sales go on whoever is there.
func (s *Shell) watched() int {
	n := 0
	for _, v := range s.sales {
		if v.Status().Group() == till.GroupOpen {
			n++
		}
	}
	return n
}

// entered gives the till to who signed in. Somebody else begins with an empty
// sale, and may take over what is open.
func (s *Shell) entered() {
	who, _ := s.opt.Staff.Present()
	other := who.ID != s.door.last
	s.door.locked.Hidden()
	s.door.locked, s.door.last = nil, who.ID
	s.touch()
	if other {
		if !s.draft.Opening {
			s.draft = cashier.NewDraft(s.opt.Till.Settings().Currency)
		}
		s.show(place{spot: spotAmount})
	}
	s.enter.use()
	s.fillWindow()
	s.paint()
	if n := s.others(who.Name); n > 0 {
		s.askTakeOver(n)
	}
}

// others is how many open sales carry another cashier's name.
func (s *Shell) others(name string) int {
	n := 0
	for _, v := range s.sales {
		if v.Status().Group() == till.GroupOpen && v.Cashier != name {
			n++
		}
	}
	return n
}

func (s *Shell) askTakeOver(n int) {
	w := s.env.Words
	leave := widgets.NewButton(widgets.ButtonSpec{Label: w.T("lock.over.not"), Key: "Esc", Mid: true, Height: 64}, s.closeDecision)
	take := widgets.NewButton(widgets.ButtonSpec{Kind: widgets.Filled, Label: w.T("lock.over.do"), Key: "Enter", Mid: true, Height: 64}, func() {
		s.closeDecision()
		s.env.Go(func() {
			if _, err := s.opt.Staff.TakeOver(s.life); err != nil && s.life.Err() == nil {
				s.env.Post(func() { steps{s}.Failed(err) })
			}
		})
	})
	s.decide(widgets.Rows(theme.S4, widgets.NewParagraph(w.N("lock.over.title", n), widgets.Title), widgets.NewParagraph(w.T("lock.over.text"), widgets.Body),
		widgets.Columns(theme.S2, widgets.Grow(1, leave), widgets.Grow(1, take))), take, s.closeDecision)
}

// approve asks for a manager's PIN, and hands their name on.
func (s *Shell) approve(title, text string, then func(name string)) {
	a := lock.NewApproval(s.lockDeps(), title, text, func(name string) {
		s.closeDecision()
		then(name)
	}, s.closeDecision)
	s.decideWide(a.Wide(), a.Content(), a.First(), s.closeDecision)
	if s.decision == nil {
		return
	}
	s.door.asking = a
	s.decision.OnKey = func(e *fyne.KeyEvent) { a.Press(screen.KeyPress{Name: keys.Normal(e.Name)}) }
}

// touch takes note that somebody is there.
func (s *Shell) touch() { s.door.touched = s.env.Now() }

// guard locks a till at which nobody has done anything for as long as the shop
// allows, or whose user is gone.
func (s *Shell) guard() {
	if s.shut() {
		s.door.locked.Tick()
		return
	}
	if s.first != nil || !s.signs() {
		return
	}
	if n := widgets.Presses(); n != s.door.presses || s.door.touched.IsZero() {
		s.door.presses = n
		s.touch()
	}
	if _, ok := s.opt.Staff.Present(); !ok {
		s.showLock()
		return
	}
	limit := time.Duration(s.opt.Till.Settings().LockAfter) * time.Minute
	if limit > 0 && since(s.door.touched, s.env.Now()) >= limit {
		s.lock()
	}
}

// since is how long ago a moment was, by the clock that says more: the monotonic
// one may have stood still while the machine slept, the other may have been set
// back.
func since(then, now time.Time) time.Duration {
	return max(now.Sub(then), now.Round(0).Sub(then.Round(0)))
}

// lockedEvent is what keys do while the till is locked.
func (s *Shell) lockedEvent(e keys.Event) {
	switch e.Kind {
	case keys.Digit:
		s.door.locked.Press(screen.KeyPress{Rune: e.Rune})
	case keys.Command:
		switch e.Name {
		case keys.Help:
			s.help()
		case keys.Full:
			call(s.opt.FullScreen)
		default:
			s.door.locked.Press(screen.KeyPress{Name: e.Name})
		}
	}
}
