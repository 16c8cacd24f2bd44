package pay

import (
	"context"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
)

// Unheard is how long a step that the till accepted may stay without a word of
// it. Then it was not begun, for want of a disk that takes it, and may be asked
// for again; the till itself never begins it twice.
const Unheard = 3 * time.Second

// A till that asks the bank what a refused step has come to takes no other one
// until it knows, or the question has taken its time. A step is asked for again
// until then, so that nobody types a code twice.
const (
	BusyAgain = 250 * time.Millisecond
	BusyTime  = 10 * time.Second
)

// Sending follows one call that must not be asked for twice: from the press
// until the till's view says that it is over.
type Sending struct {
	asked   bool // pressed, nothing heard of it yet
	Begun   bool // the till's view tells of it
	attempt int
}

// Busy reports whether the call was asked for and is not over.
func (s *Sending) Busy() bool { return s.asked || s.Begun }

// End takes note that the call is over.
func (s *Sending) End() { s.asked, s.Begun = false, false }

// Update takes in a view: the step that announces the call, or the call itself.
func (s *Sending) Update(v journal.View, op core.Operation, intent journal.Step) {
	switch under := v.Step == intent || v.Live.Busy == op; {
	case under:
		s.asked, s.Begun = false, true
	case s.Begun:
		s.End()
	}
}

// Begin asks the till for a step; over is called when the step turns out not
// to have begun, failed with the error that the till gave.
func (s *Sending) Begin(e screen.Env, failed func(error), ask func(context.Context) error, over func()) {
	s.attempt++
	attempt := s.attempt
	s.asked = true
	drop := func() {
		if s.attempt == attempt && s.asked {
			s.asked = false
			over()
		}
	}
	patiently(e, failed, ask, e.Now().Add(BusyTime), func(err error) {
		if err != nil {
			drop()
			return
		}
		e.After(Unheard, drop)
	})
}

// patiently is call for a step that the till may be too busy for. Nothing of it
// was begun then.
func patiently(e screen.Env, failed func(error), ask func(context.Context) error, until time.Time, done func(error)) {
	e.Go(func() {
		err := ask(e.Life)
		e.Post(func() {
			if journal.CodeOf(err) == journal.CodeBusy && e.Now().Before(until) && e.Life.Err() == nil {
				e.After(BusyAgain, func() { patiently(e, failed, ask, until, done) })
				return
			}
			done(err)
			if err != nil && e.Life.Err() == nil {
				failed(err)
			}
		})
	})
}
