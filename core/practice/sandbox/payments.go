package sandbox

import (
	"log/slog"
	"sync"
	"time"
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

// payments carries the payments of a ledger through their lives: what is due happens at its time, once. All methods are
// safe for concurrent use.
type payments struct {
	ledger *ledger
	clock  *Clock
	faults *faults
	hub    *hub
	logger *slog.Logger
	timing Timing

	mu        sync.Mutex
	alarmAt   time.Time // when the alarm rings; zero without one
	stopAlarm func()
	closed    bool
}

// newPayments makes what close ends. Nothing happens before catchUp or setAlarm.
func newPayments(l *ledger, c *Clock, f *faults, h *hub, t Timing, logger *slog.Logger) *payments {
	return &payments{ledger: l, clock: c, faults: f, hub: h, timing: t.withDefaults(), logger: logger}
}

// times returns how long things take, defaults filled in.
func (s *payments) times() Timing { return s.timing }

// close stops the alarm; what is due afterwards waits for the next start.
func (s *payments) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.stopAlarm != nil {
		s.stopAlarm()
	}
}
