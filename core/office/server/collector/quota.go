package collector

import (
	"context"
	"math"
	"sync"
	"time"
)

// Rate is how much of something a till may use: Each a second over time, and Burst at
// once. The zero value is no limit.
type Rate struct{ Each, Burst float64 }

// Quota is what one till may use of a collector. A till that uses more waits; the
// others do not notice.
type Quota struct {
	Calls  Rate
	Rows   Rate
	Bytes  Rate // unpacked
	Bodies int  // on their way at once; more are refused; 0 is no limit
}

// UsualQuota lets a till send a sale thirty times a second, bring tens of thousands of
// rows at once that an outage has kept back, and a million an hour.
var UsualQuota = Quota{Calls: Rate{30, 120}, Rows: Rate{300, 20_000}, Bytes: Rate{256 << 10, 16 << 20}, Bodies: 2}

// What a till pays besides, in rows: a batch of which something is refused costs
// everybody more than it brings, and what people must hear of is written twice, found by
// its name and searched for whenever they are told.
const (
	rejectedCost = 3_000
	toldCost     = 60 // for each thing
)

// longestWait is how long a call is kept waiting for its till's quota before it is sent
// away.
const longestWait = 10 * time.Second

// used is what a till has used lately, and not yet paid back.
type used struct {
	calls, rows, bytes float64
	at                 time.Time
	bodies             int
	told               time.Time // when an alarm named the till
}

// usage is what all tills use, by their keys.
type usage struct {
	quota Quota

	mu    sync.Mutex
	tills map[keyHash]*used
}

// manyTills is from how many on those that owe nothing are forgotten.
const manyTills = 20_000

// of returns what a till has used by now. usage is locked.
func (u *usage) of(key keyHash, now time.Time) *used {
	if u.tills == nil {
		u.tills = map[keyHash]*used{}
	}
	x := u.tills[key]
	if x == nil {
		if len(u.tills) >= manyTills {
			for k, old := range u.tills {
				if old.bodies == 0 && now.Sub(old.at) > 2*time.Minute {
					delete(u.tills, k)
				}
			}
		}
		x = &used{at: now}
		u.tills[key] = x
	}
	passed := max(0, now.Sub(x.at).Seconds())
	x.calls, x.rows, x.bytes = max(0, x.calls-passed*u.quota.Calls.Each), max(0, x.rows-passed*u.quota.Rows.Each), max(0, x.bytes-passed*u.quota.Bytes.Each)
	x.at = now
	return x
}

// wait is how long a till waits until it owes no more than the rate's burst.
func (r Rate) wait(owes float64) time.Duration {
	if r.Each <= 0 || owes <= r.Burst {
		return 0
	}
	return time.Duration(math.Ceil((owes - r.Burst) / r.Each * float64(time.Second)))
}

// enter counts a call, and says how long it is to wait; false where the till has too
// many on their way. After true, leave is called once.
func (u *usage) enter(key keyHash, now time.Time) (wait time.Duration, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	x := u.of(key, now)
	if u.quota.Bodies > 0 && x.bodies >= u.quota.Bodies {
		return 0, false
	}
	x.bodies++
	x.calls++
	return max(u.quota.Calls.wait(x.calls), u.quota.Rows.wait(x.rows), u.quota.Bytes.wait(x.bytes)), true
}

// charge counts what a call has used.
func (u *usage) charge(key keyHash, now time.Time, rows, bytes float64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	x := u.of(key, now)
	x.rows, x.bytes = x.rows+rows, x.bytes+bytes
}

func (u *usage) release(key keyHash, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.of(key, now).bodies--
}

// room is memory that many share.
type room struct {
	mu   sync.Mutex
	free int64
	wake chan struct{} // closed when some is free again; nil while nobody waits
}

// try takes some if it is there.
func (r *room) try(n int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.free < n {
		return false
	}
	r.free -= n
	return true
}

// acquire waits for some until ctx ends.
func (r *room) acquire(ctx context.Context, n int64) error {
	for !r.try(n) {
		r.mu.Lock()
		if r.wake == nil {
			r.wake = make(chan struct{})
		}
		wake := r.wake
		if r.free >= n { // meanwhile
			r.mu.Unlock()
			continue
		}
		r.mu.Unlock()
		select {
		case <-wake:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (r *room) give(n int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free += n
	if r.wake != nil {
		close(r.wake)
		r.wake = nil
	}
}

// tellEvery is how often an alarm says that a till uses too much.
const tellEvery = time.Hour

// tooMuch raises an alarm that names the till of a key, beside its call and once an hour.
func (c *Collector) tooMuch(ctx context.Context, key keyHash, detail string) {
	now := time.Now()
	c.usage.mu.Lock()
	x := c.usage.of(key, now)
	again := now.Sub(x.told) < tellEvery
	if !again {
		x.told = now
	}
	c.usage.mu.Unlock()
	if again {
		return
	}
	at := c.cfg.Now()
	c.running.Go(func() {
		if err := c.db.exec(context.WithoutCancel(ctx), `INSERT INTO alarms AS a (till_id, epoch, kind, about, detail, first_at, last_at)
			SELECT c.till_id, c.epoch, $2, $3, $4, $5, $5 FROM keys k JOIN cursors c ON c.till_id = k.till_id WHERE k.hash = $1
			ON CONFLICT (till_id, epoch, kind, about) DO UPDATE SET times = a.times + 1, last_at = excluded.last_at`,
			key[:], AlarmQuota, at.UTC().Format(time.DateOnly), detail, at); err != nil {
			c.log.Error("an alarm was not written down", "kind", AlarmQuota, "err", err)
		}
	})
}
