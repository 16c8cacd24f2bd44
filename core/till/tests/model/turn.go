package model

import (
	"slices"

	"sanduq/core"
	"sanduq/core/journal"
)

// turn is one transition under way: the world as it changes, and what left the
// till or was heard meanwhile, for the laws to look at.
type turn struct {
	m     *model
	world world

	initiated [2]bool       // an initiate was sent
	switched  [2]bool       // an account was sent for a sale whose QR is on show
	coded     [2]bool       // a one-time code was sent
	heard     [2][legs]said // what each leg answered to a question in this turn
	asked     [2][legs]bool
	told      [2][legs]bool // what a reply to a code said of its leg
	notYet    bool          // the newest question: each leg answered that nothing was paid so far
}

var machine core.PaymentStateMachine

func (t *turn) sale(i int) *sale { return &t.world.sale[i] }

// move takes one step of the session, if the product's state machine holds it,
// and does what each state implies.
func (t *turn) move(i int, trigger core.Trigger) bool {
	s := t.sale(i)
	r := &s.record
	to, err := machine.Next(states[r.state], trigger)
	if err != nil {
		return false
	}
	from := r.state
	r.state = state(slices.Index(states, to))
	r.late = r.late || machine.Late(states[from], to)
	if r.state == otpRequired {
		s.memory.polling = false
	} else {
		r.doubt, r.repeat = settled, false
		if to.Ended() {
			s.memory.polling = false
		}
		if from == otpRequired && trigger == core.TriggerStatusProcessing {
			s.memory.polling = true
		}
	}
	if to.Ended() || r.step != intent && from != r.state {
		r.step = session
	}
	t.recorded(i)
	return true
}

// recorded is what the till writes down with each change of a session: it
// settles, or begins to watch what is not polled.
func (t *turn) recorded(i int) {
	s := t.sale(i)
	r := &s.record
	switch r.state {
	case success:
		t.settle(i)
		return
	case failed, ended:
		r.capped = false
		t.watch(i)
	case pending:
		if r.lost {
			t.watch(i)
		}
	case authorized:
		if !t.m.has(authorizedUnpolled) {
			t.watch(i)
		}
	case otpRequired:
		coded := (r.coded[byQR] || r.coded[byAccount]) && !t.m.has(codeUnwatched)
		if r.doubt == settled && (r.shown || r.lost || coded || r.stale) {
			t.watch(i)
		}
	}
}

// watch puts a sale on the watcher's plan, once.
func (t *turn) watch(i int) {
	r := &t.sale(i).record
	if r.watch == unwatched {
		r.watch = watched
	}
}

// renew begins again what had come to its end, the cap and the plan: the
// customer was given something to pay by since.
func (t *turn) renew(i int) {
	r := &t.sale(i).record
	r.capped = r.capped && t.m.has(plannedOnce)
	t.replan(i)
}

// replan lets a plan that was used up begin again, when there is cause.
func (t *turn) replan(i int) {
	s := t.sale(i)
	if s.record.watch == done {
		s.heard.fresh = true
		if !t.m.has(plannedOnce) {
			s.record.watch = unwatched
		}
	}
	if s.record.capped || s.record.denied {
		t.watch(i) // it is not polled, or not after a restart
	}
}

// settle writes the receipt, and that the order was paid twice if the linked
// sale is paid too.
func (t *turn) settle(i int) {
	r := &t.sale(i).record
	if r.receipt {
		return
	}
	r.receipt, r.capped = true, false
	if r.watch == watched {
		r.watch = done
	}
	r.twice = t.otherPaid(i)
}

// otherPaid reports whether the other sale of the order is paid, as far as this
// one knows of it.
func (t *turn) otherPaid(i int) bool {
	known := i == 1 && !t.world.sale[1].heard.gone || t.sale(i).record.linked
	return known && t.m.book.of(t.world.sale[1-i].record).status == journal.StatusPaid
}
