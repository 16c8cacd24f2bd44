// Package clock is the service's time, which a test may stop and put forward, with alarms. One mutex guards it; alarms
// ring on a goroutine of their own, or on the caller's of Advance, never under the mutex. It imports nothing of the
// service.
package clock

import (
	"sort"
	"sync"
	"time"
)

// Clock is the service's time. It runs like the wall clock until a test pauses it or moves it forward; settlement
// delays, idle expiry and token expiry all follow it. The zero value is not usable: call NewClock.
type Clock struct {
	mu     sync.Mutex
	offset time.Duration
	paused bool
	at     time.Time // the time shown while paused
	alarms []*alarm
	timer  *time.Timer
	moved  func(offset time.Duration) // told of each change against the wall clock, before anything due happens
}

type alarm struct {
	when time.Time
	ring func()
}

// New returns a running clock that shows the wall time.
func New() *Clock { return &Clock{} }

// Now returns the clock's time in UTC, without a monotonic reading: the ledger stores it.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *Clock) now() time.Time {
	if c.paused {
		return c.at
	}
	return time.Now().Add(c.offset).Round(0).UTC()
}

// Restore sets the clock to an offset from before, and has every later one told to moved.
func (c *Clock) Restore(offset time.Duration, moved func(time.Duration)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.offset, c.moved = offset, moved
}

// tellMoved reports how far the clock is from the wall clock.
func (c *Clock) tellMoved() {
	c.mu.Lock()
	offset, moved := c.now().Sub(time.Now().Round(0)), c.moved
	c.mu.Unlock()
	if moved != nil {
		moved(offset)
	}
}

// Pause stops the clock.
func (c *Clock) Pause() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.paused {
		c.at, c.paused = c.now(), true
		c.arm()
	}
}

// Resume lets the clock run on from the time that it shows.
func (c *Clock) Resume() {
	c.mu.Lock()
	resumed := c.paused
	if resumed {
		c.offset, c.paused = c.at.Sub(time.Now().Round(0)), false
		c.arm()
	}
	c.mu.Unlock()
	if resumed {
		c.tellMoved()
	}
}

// Advance moves the clock forward, paused or running. What became due is done before Advance returns. A negative
// duration is ignored: the ledger's times never run backwards.
func (c *Clock) Advance(d time.Duration) {
	if d < 0 {
		return
	}
	c.mu.Lock()
	if c.paused {
		c.at = c.at.Add(d)
	} else {
		c.offset += d
	}
	c.mu.Unlock()
	c.tellMoved()
	c.ringDue()
}

// Schedule calls ring once the clock shows when; stop takes the alarm back.
func (c *Clock) Schedule(when time.Time, ring func()) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := &alarm{when, ring}
	i := sort.Search(len(c.alarms), func(i int) bool { return c.alarms[i].when.After(when) })
	c.alarms = append(c.alarms, nil)
	copy(c.alarms[i+1:], c.alarms[i:])
	c.alarms[i] = a
	c.arm()
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		for i, other := range c.alarms {
			if other == a {
				c.alarms = append(c.alarms[:i], c.alarms[i+1:]...)
				break
			}
		}
		c.arm()
	}
}

// arm sets the one real timer to the next alarm.
func (c *Clock) arm() {
	if c.timer != nil {
		c.timer.Stop()
		c.timer = nil
	}
	if c.paused || len(c.alarms) == 0 {
		return
	}
	c.timer = time.AfterFunc(c.alarms[0].when.Sub(c.now()), c.ringDue)
}

func (c *Clock) ringDue() {
	for {
		c.mu.Lock()
		if len(c.alarms) == 0 || c.alarms[0].when.After(c.now()) {
			c.arm()
			c.mu.Unlock()
			return
		}
		a := c.alarms[0]
		c.alarms = c.alarms[1:]
		c.mu.Unlock()
		a.ring()
	}
}
