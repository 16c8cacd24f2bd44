package core

import "time"

// Clock gives the engine both kinds of time. They differ while the machine
// sleeps: the monotonic clock may stand still then, the wall clock never does.
// Implementations are safe for concurrent use.
type Clock interface {
	// Now is the wall clock.
	Now() time.Time
	// Monotonic counts from an arbitrary moment and never steps.
	Monotonic() time.Duration
	// After is closed or sent to once d of monotonic time has passed.
	After(d time.Duration) <-chan time.Time
}

// SystemClock returns the machine's own clock.
func SystemClock() Clock { return systemClock{start: time.Now()} }

type systemClock struct{ start time.Time }

// Now drops the monotonic reading, so that differences of two results are
// differences of the wall clock.
func (systemClock) Now() time.Time                         { return time.Now().Round(0) }
func (c systemClock) Monotonic() time.Duration             { return time.Since(c.start) }
func (systemClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

// ClockTolerance is how far this computer's clock may be from the gateway's
// before a person should set it. Signatures and tokens carry times.
const ClockTolerance = 2 * time.Minute
