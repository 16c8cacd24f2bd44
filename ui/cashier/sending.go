package cashier

import (
	"context"
	"time"

	"sanduq/core"
	"sanduq/core/till"
)

// unheard is how long a step that the till accepted may stay without a word of
// it. Then it was not begun, for want of a disk that takes it, and may be asked
// for again; the till itself never begins it twice.
const unheard = 3 * time.Second

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
func (s *sending) heard(v till.View, op core.Operation, intent till.Step) {
	switch under := v.Step == intent || v.Pulse.Busy == op; {
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
	d.call(ask, func(err error) {
		if err != nil {
			drop()
			return
		}
		d.After(unheard, drop)
	})
}
