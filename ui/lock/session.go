package lock

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/input"
)

// Options is what a Session asks of the window around it. None may be nil.
type Options struct {
	// After is how long a till may stand untouched before it locks; zero is for
	// ever.
	After func() time.Duration
	// Watched is how many sales go on while the till is locked.
	Watched func() int
	// Leaving is called when somebody goes, before the till is locked.
	Leaving func()
	// Locked is called when the till has been locked: the window then shows
	// Screen, and nothing else of the cashier's.
	Locked func()
	// Entered is called when somebody has signed in; other is true unless it is
	// who was there last.
	Entered func(who journal.User, other bool)
}

// Session is who sits at the till, as far as its window must know. It locks the
// till when somebody goes, when nobody touches it for long, and when its user is
// gone. It belongs on the UI goroutine.
type Session struct {
	env     screen.Env
	deps    Deps
	opt     Options
	locked  *Screen // nil while somebody is at the till, or nobody need sign in
	last    string  // ID of who was there last
	held    func()  // a change of the window that waits for the PIN that is looked at; nil for none
	touched time.Time
	presses int
}

// NewSession is for a window that is still to be built. staff is nil where nobody
// signs in: it never locks then.
func NewSession(env screen.Env, staff Staff, o Options) *Session {
	s := &Session{env: env, opt: o}
	s.deps = Deps{Staff: staff, Watched: o.Watched, Entered: s.entered, Refused: s.refused}
	return s
}

// Signs reports whether people sign in at this till.
func (s *Session) Signs() bool { return s.deps.Staff != nil && len(s.deps.Staff.Users()) > 0 }

// Shut reports whether the till is locked. Sales go on below, and the
// customer's view stays.
func (s *Session) Shut() bool { return s.locked != nil }

// Screen is what a locked till shows; nil while it is open.
func (s *Session) Screen() *Screen { return s.locked }

// May reports whether what asks for a right can be done at once: by who is at the
// till, on a right that was granted to them, or where nobody signs in.
func (s *Session) May(right journal.Right) bool { return !s.Signs() || s.deps.Staff.May(right) }

// Approval asks for the PIN of somebody who has some rights; see NewApproval.
func (s *Session) Approval(rights []journal.Right, title, text string, allowed func(name string), back func()) *Approval {
	return NewApproval(s.env, s.deps.Staff, rights, title, text, allowed, back)
}

// Postpone keeps a change of the window while a PIN of the lock is looked at, and reports
// whether it does: whoever is let in must not find the till locked. Only the newest is
// kept.
func (s *Session) Postpone(change func()) bool {
	if !s.Shut() || !s.locked.entry.busy {
		return false
	}
	s.held = change
	return true
}

// answered makes the change that was held.
func (s *Session) answered() {
	if change := s.held; change != nil {
		s.held = nil
		change()
	}
}

func (s *Session) refused() {
	before := s.locked
	if s.answered(); s.locked != before { // it was built again
		s.locked.entry.explain(before.entry.err)
	}
}

// Build makes the screen of a locked till again, in the current language and
// look, and locks one that nobody is at.
func (s *Session) Build() {
	if !s.Signs() {
		return
	}
	_, open := s.deps.Staff.Present()
	chosen := s.last
	if s.Shut() {
		open = false
		chosen = s.locked.Chosen()
		s.locked.Hidden()
	}
	if !open {
		s.locked = New(s.env, s.deps, chosen)
	}
}

// Lock takes the till from the person there.
func (s *Session) Lock() {
	if !s.Signs() || s.Shut() {
		return
	}
	if who, ok := s.deps.Staff.Present(); ok {
		s.last = who.ID
	}
	// At once: later it could meet who comes next.
	s.deps.Staff.SignOut(context.WithoutCancel(s.env.Life))
	s.opt.Leaving()
	s.shut()
}

func (s *Session) shut() {
	s.locked = New(s.env, s.deps, s.last)
	s.opt.Locked()
}

func (s *Session) entered() {
	who, _ := s.deps.Staff.Present()
	other := who.ID != s.last
	s.locked.Hidden()
	s.locked, s.last = nil, who.ID
	s.Touch()
	s.answered() // before it is asked whose the open sales shall be: that card would go
	s.opt.Entered(who, other)
}

// Touch takes note that somebody is there.
func (s *Session) Touch() { s.touched = s.env.Now() }

// Guard locks a till at which nobody has done anything for as long as the shop
// allows, or whose user is gone. It is called each second.
func (s *Session) Guard() {
	if s.Shut() {
		s.locked.Tick()
		return
	}
	if !s.Signs() {
		return
	}
	if n := input.Presses(); n != s.presses || s.touched.IsZero() {
		s.presses = n
		s.Touch()
	}
	if _, ok := s.deps.Staff.Present(); !ok {
		s.shut()
		return
	}
	if limit := s.opt.After(); limit > 0 && since(s.touched, s.env.Now()) >= limit {
		s.Lock()
	}
}

// since is how long ago a moment was, by the clock that says more: the monotonic
// one may have stood still while the machine slept, the other may have been set
// back.
func since(then, now time.Time) time.Duration {
	return max(now.Sub(then), now.Round(0).Sub(then.Round(0)))
}

// OwnCard is what somebody who is signed in chooses for themselves on; see
// NewOwnCard.
func (s *Session) OwnCard(who journal.User, keep func(journal.UserPreferences), back func()) (content fyne.CanvasObject, save *control.Button) {
	return NewOwnCard(s.env.Words, who, keep, back)
}
