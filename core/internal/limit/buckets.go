package limit

import (
	"math"
	"sync"
	"time"
)

// Rate is how much may be used: Burst at once, Each a second over time.
type Rate struct{ Each, Burst float64 }

// Buckets count by keys. A key that nobody knows has its whole burst.
type Buckets struct {
	rate Rate
	most int

	mu sync.Mutex
	of map[string]*bucket
}

type bucket struct {
	used float64
	at   time.Time
}

// NewBuckets returns buckets of a rate that remember most keys at once. Of more, those
// that have used least are forgotten.
func NewBuckets(rate Rate, most int) *Buckets {
	return &Buckets{rate: rate, most: most, of: map[string]*bucket{}}
}

// now is what a bucket has used by a moment. b is locked.
func (b *Buckets) now(key string, at time.Time) *bucket {
	x := b.of[key]
	if x == nil {
		if len(b.of) >= b.most {
			b.forget(at)
		}
		x = &bucket{at: at}
		b.of[key] = x
	}
	b.paid(x, at)
	return x
}

func (b *Buckets) paid(x *bucket, at time.Time) {
	if passed := at.Sub(x.at).Seconds(); passed > 0 {
		x.used, x.at = max(0, x.used-passed*b.rate.Each), at
	}
}

// forget makes room: all that have used nothing, or else half of what a look finds to have
// used little. Who tries hardest is remembered longest.
func (b *Buckets) forget(at time.Time) {
	for _, least := range []float64{0, b.rate.Burst / 2, math.Inf(1)} {
		for key, x := range b.of {
			if b.paid(x, at); x.used <= least {
				delete(b.of, key)
			}
			if len(b.of) <= b.most/2 {
				return
			}
		}
		if len(b.of) < b.most {
			return
		}
	}
}

// Use uses one. Where none is left nothing is used, and wait is how long it takes until
// there is one.
func (b *Buckets) Use(key string, at time.Time) (wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	x := b.now(key, at)
	if over := x.used + 1 - b.rate.Burst; over > 1e-9 {
		return max(time.Second, time.Duration(over/b.rate.Each*float64(time.Second)))
	}
	x.used++
	return 0
}

// Give puts one back: what was tried turned out to be right.
func (b *Buckets) Give(key string, at time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if x := b.now(key, at); x.used > 0 {
		x.used = max(0, x.used-1)
	}
}
