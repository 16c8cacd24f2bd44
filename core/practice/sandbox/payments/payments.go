// Package payments carries payments through their lives: what a leg does next and when, the alarm for what is due, and
// the settlement, which moves money at most once. It writes through package ledger. Its mutex guards the alarm alone
// and is held while the ledger is read; it is never taken inside a transaction.
package payments

import (
	"log/slog"
	"sync"
	"time"

	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/hub"
	"sanduq/core/practice/sandbox/ledger"
)

// Timing is how long things take at the bank. Zero means the default of each, negative means no time at all.
type Timing struct {
	// Settle is the time from approval to SUCCESS. Zero means two seconds.
	Settle time.Duration

	// Auto is the time from the QR to what a test amount does by itself. Zero means five seconds.
	Auto time.Duration

	// Idle is the time without any act of merchant or customer after which a payment expires. Zero means fifteen
	// minutes.
	Idle time.Duration

	// Code is how long a one-time code can be used. Zero means five minutes.
	Code time.Duration

	// Late is when a payment that "settles late" settles. Zero means six minutes: past the till's polling.
	Late time.Duration

	// Slow is how long a reply takes while the bank is Slow. Zero means two and a half seconds.
	Slow time.Duration
}

func (t Timing) withDefaults() Timing {
	or := func(d *time.Duration, fallback time.Duration) {
		if *d == 0 {
			*d = fallback
		}
		*d = max(*d, 0)
	}
	or(&t.Settle, 2*time.Second)
	or(&t.Auto, 5*time.Second)
	or(&t.Idle, 15*time.Minute)
	or(&t.Code, 5*time.Minute)
	or(&t.Late, 6*time.Minute)
	or(&t.Slow, 2500*time.Millisecond)
	return t
}

// Payments carries the payments of a ledger through their lives: what is due happens at its time, once. All methods are
// safe for concurrent use.
type Payments struct {
	Ledger *ledger.Ledger
	Clock  *clock.Clock
	Faults *faults.Set
	Hub    *hub.Hub
	Logger *slog.Logger
	timing Timing

	mu        sync.Mutex
	alarmAt   time.Time // when the alarm rings; zero without one
	stopAlarm func()
	closed    bool
}

// New makes what close ends. Nothing happens before catchUp or setAlarm.
func New(l *ledger.Ledger, c *clock.Clock, f *faults.Set, h *hub.Hub, t Timing, logger *slog.Logger) *Payments {
	return &Payments{Ledger: l, Clock: c, Faults: f, Hub: h, timing: t.withDefaults(), Logger: logger}
}

// Times returns how long things take, defaults filled in.
func (s *Payments) Times() Timing { return s.timing }

// Close stops the alarm; what is due afterwards waits for the next start.
func (s *Payments) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.stopAlarm != nil {
		s.stopAlarm()
	}
}
