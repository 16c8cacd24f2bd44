package coretest

import (
	"context"
	"sync"
	"time"

	"sanduq/core"
)

// Clock is a core.Clock that stands still until it is moved. Safe for concurrent
// use; NewClock makes one.
type Clock struct {
	mu      sync.Mutex
	changed chan struct{} // closed and replaced when somebody begins to wait
	now     time.Time
	mono    time.Duration
	waits   []wait
}

type wait struct {
	due  time.Duration
	fire chan time.Time
}

var _ core.Clock = (*Clock)(nil)

// NewClock returns a clock that shows a moment.
func NewClock(now time.Time) *Clock {
	return &Clock{now: now.Round(0), changed: make(chan struct{})}
}

// Now implements core.Clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Monotonic implements core.Clock.
func (c *Clock) Monotonic() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.mono
}

// After implements core.Clock.
func (c *Clock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := wait{due: c.mono + d, fire: make(chan time.Time, 1)}
	if d <= 0 {
		w.fire <- c.now
		return w.fire
	}
	c.waits = append(c.waits, w)
	close(c.changed)
	c.changed = make(chan struct{})
	return w.fire
}

// Advance moves both kinds of time on and wakes every waiter that is due.
func (c *Clock) Advance(d time.Duration) { c.move(d, d) }

// Sleep moves the wall clock alone, as a machine does that was asleep.
func (c *Clock) Sleep(d time.Duration) { c.move(d, 0) }

func (c *Clock) move(wall, mono time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.mono = c.now.Add(wall), c.mono+mono
	var later []wait
	for _, w := range c.waits {
		if w.due > c.mono {
			later = append(later, w)
			continue
		}
		w.fire <- c.now
	}
	c.waits = later
}

// Waited returns once at least n are waiting for the clock, or the context's
// end: what was woken has then come to its next wait.
func (c *Clock) Waited(ctx context.Context, n int) error {
	for {
		c.mu.Lock()
		enough, changed := len(c.waits) >= n, c.changed
		c.mu.Unlock()
		if enough {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
