package cashier

import (
	"context"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// unheard is how long a step that the till accepted may stay without a word of
// it. Then it was not begun, for want of a disk that takes it, and may be asked
// for again; the till itself never begins it twice.
const unheard = 3 * time.Second

// A till that asks the bank what a refused step has come to takes no other one
// until it knows, or the question has taken its time. A step is asked for anew
// until then, so that nobody types a code twice.
const (
	busyAgain = 250 * time.Millisecond
	busyTime  = 10 * time.Second
)

// sending follows one call that must not be asked for twice: from the press
// until the till's view says that it is over.
type sending struct {
	asked bool // pressed, nothing heard of it yet
	begun bool // the till's view tells of it
	turn  int
}

func (s *sending) busy() bool { return s.asked || s.begun }

func (s *sending) end() { s.asked, s.begun = false, false }

// heard takes in a view: the step that announces the call, or the call itself.
func (s *sending) heard(v journal.View, op core.Operation, intent journal.Step) {
	switch under := v.Step == intent || v.Live.Busy == op; {
	case under:
		s.asked, s.begun = false, true
	case s.begun:
		s.end()
	}
}

// begin asks the till for a step; over is called when the step turns out not
// to have begun.
func (d Deps) begin(s *sending, ask func(context.Context) error, over func()) {
	s.turn++
	turn := s.turn
	s.asked = true
	drop := func() {
		if s.turn == turn && s.asked {
			s.asked = false
			over()
		}
	}
	d.patiently(ask, d.Now().Add(busyTime), func(err error) {
		if err != nil {
			drop()
			return
		}
		d.After(unheard, drop)
	})
}

// patiently is call for a step that the till may be too busy for. Nothing of it
// was begun then.
func (d Deps) patiently(ask func(context.Context) error, until time.Time, done func(error)) {
	d.Go(func() {
		err := ask(d.Life)
		d.Post(func() {
			if journal.CodeOf(err) == journal.CodeBusy && d.Now().Before(until) && d.Life.Err() == nil {
				d.After(busyAgain, func() { d.patiently(ask, until, done) })
				return
			}
			done(err)
			if err != nil && d.Life.Err() == nil {
				d.Steps.Failed(err)
			}
		})
	})
}
