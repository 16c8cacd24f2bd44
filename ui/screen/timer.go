package screen

import "time"

// Timer runs one thing later. The zero value waits for nothing. It belongs on the UI goroutine.
type Timer struct {
	cancel func() // nil while nothing waits
	turn   int    // what was due already when it was stopped belongs to another turn
}

// Start runs f when d has passed, in the place of what waits. A window without a clock runs nothing.
func (t *Timer) Start(e Env, d time.Duration, f func()) {
	t.Stop()
	if e.After == nil {
		return
	}
	turn := t.turn
	t.cancel = e.After(d, func() {
		if turn == t.turn {
			t.cancel = nil
			f()
		}
	})
}

// Once is Start, unless something waits already.
func (t *Timer) Once(e Env, d time.Duration, f func()) {
	if !t.Waits() {
		t.Start(e, d, f)
	}
}

// Waits reports whether something is to run.
func (t *Timer) Waits() bool { return t.cancel != nil }

// Stop lets nothing run that waits.
func (t *Timer) Stop() {
	t.turn++
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}
