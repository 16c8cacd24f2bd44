package result

import (
	"time"

	"sanduq/core/money"
	"sanduq/ui/amount"
	"sanduq/ui/keys"
)

// typing is what a hand has typed at an end: the amount of the next sale. Nothing begins
// before the end could be read; a hand that began earlier and types on loses no digit, and
// what was typed long before is nobody's amount any more.
type typing struct {
	held  []rune
	heard time.Time // the newest of them
}

// add takes one more sign.
func (t *typing) add(now time.Time, r rune) {
	if now.Sub(t.heard) >= keys.HoldTime {
		t.held = nil
	}
	t.heard = now
	if _, digit := money.Digit(r); !digit && !amount.IsPoint(r) {
		t.held = nil
		return
	}
	t.held = append(t.held, r)
}

// typed begins the next sale with what was typed, where this one asks for no more.
func (e *End) typed(r rune) bool {
	if e.say.again {
		return false
	}
	e.typing.add(e.env.Now(), r)
	if e.deaf() {
		e.hurried()
		return true
	}
	if len(e.typing.held) == 0 || !e.markEnded() {
		return false
	}
	e.tell.deps.Shell.Begin(e.typing.held)
	return true
}

// hurried shows that a key was heard, and why it did nothing.
func (e *End) hurried() {
	s := e.primarySpec(e.filled())
	s.Label, s.Amount, s.Currency = e.env.Words.T("end.early"), "", ""
	e.primary.Set(s)
	e.env.After(keys.HoldTime, func() { e.primary.Set(e.primarySpec(e.filled())) })
}
