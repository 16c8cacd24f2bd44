package core

import (
	"sync/atomic"
	"time"
)

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

// signatureSlack is from which difference on a signature may carry the gateway's
// time instead of this computer's: far less than what people are told of, since
// how much a gateway forgives is not known.
const signatureSlack = 30 * time.Second

// gatewayTime is what is known of the gateway's clock, as differences from this
// computer's. A machine on the way can write a Date of its own into a reply, so
// that what it tells is tried only after a signature was refused, and kept only
// while no other is. It is safe for concurrent use.
type gatewayTime struct {
	seen atomic.Int64 // by the newest reply that told the time
	used atomic.Int64 // that signatures carry; 0 is this computer's clock
}

// signedTime is with which difference a request was signed, and what its reply
// told.
type signedTime struct{ used, told time.Duration }

func (g *gatewayTime) signing() signedTime {
	used := time.Duration(g.used.Load())
	return signedTime{used: used, told: used} // until the reply tells another
}

// at is the time to sign with; zero for this computer's clock.
func (s signedTime) at(clock Clock) time.Time {
	if s.used == 0 {
		return time.Time{}
	}
	return clock.Now().Add(s.used)
}

// off reports whether the reply told another time than the request was signed with.
func (s signedTime) off() bool { return (s.told - s.used).Abs() > signatureSlack }

// refused takes in that a signature was refused, for its time perhaps: one that
// carried this computer's is tried with the gateway's next, any other with this
// computer's. Of several requests that were signed alike the first decides.
func (g *gatewayTime) refused(s signedTime) {
	next := time.Duration(0)
	if s.used == 0 && s.off() {
		next = s.told
	}
	g.used.CompareAndSwap(int64(s.used), int64(next))
}

// ClockOffset is the gateway's clock less this computer's, by the newest answer
// that told the time: positive when this computer is behind. Zero before one
// did.
func (c *Client) ClockOffset() time.Duration {
	if c == nil {
		return 0
	}
	return time.Duration(c.times.seen.Load())
}
