//go:build linux

package together

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"sync"
	"time"

	"sanduq/core/office"
	"sanduq/core/office/agent"
)

// line is the way to the office, on which things get lost, come twice, or late.
type line struct {
	to func() agent.Office // the collector that it leads to now

	mu     sync.Mutex
	random *rand.Rand
	bad    int // of a hundred calls, how many go wrong; 0 is a line that works
	acked  map[office.Chain]uint64
	epoch  int
	times  int // that something was acknowledged
	late   sync.WaitGroup

	told  map[office.Chain]uint64 // what any answer has said that the office has, in this epoch
	in    int                     // the epoch
	fell  int                     // rows that a later answer had no more
	since time.Time               // of what waited tells; the zero time for nothing
	wait  time.Duration           // until something was acknowledged of which the call began after since
}

var errLine = errors.New("the line broke")

// fate draws what becomes of one call.
func (l *line) fate() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.random.IntN(100) >= l.bad {
		return 0
	}
	return 1 + l.random.IntN(4)
}

// asks notes what the till has been told when a call begins, and returns what looks at
// its answer: an office that by then has less has lost it, or is another.
func (l *line) asks() func(c office.Cursor, err error) {
	l.mu.Lock()
	was, in := maps.Clone(l.told), l.in
	l.mu.Unlock()
	return func(c office.Cursor, err error) {
		if said, ok := errors.AsType[*office.Refusal](err); ok && said.Cursor != nil {
			c = *said.Cursor
		} else if err != nil {
			return
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		if c.Epoch < in {
			l.fell++
		}
		if c.Epoch > l.in || l.told == nil {
			l.in, l.told = c.Epoch, map[office.Chain]uint64{}
		}
		for chain, known := range c.Chains {
			if c.Epoch == in && known.Seq < was[chain] {
				l.fell += int(was[chain] - known.Seq)
				l.told[chain] = known.Seq // said once
			}
			if c.Epoch == l.in {
				l.told[chain] = max(l.told[chain], known.Seq)
			}
		}
	}
}

// rows sends a batch.
func (l *line) rows(ctx context.Context, b *office.Batch) (office.Cursor, error) {
	answered := l.asks()
	c, err := l.to().Rows(ctx, b)
	answered(c, err)
	return c, err
}

func (l *line) cursor(ctx context.Context) (office.Cursor, error) {
	answered := l.asks()
	c, err := l.to().Cursor(ctx)
	answered(c, err)
	return c, err
}

func (l *line) Cursor(ctx context.Context) (office.Cursor, error) {
	switch l.fate() {
	case 1:
		return office.Cursor{}, errLine
	case 2:
		_, _ = l.cursor(ctx)
		return office.Cursor{}, errLine
	}
	return l.cursor(ctx)
}

func (l *line) Rows(ctx context.Context, b *office.Batch) (office.Cursor, error) {
	switch l.fate() {
	case 1:
		return office.Cursor{}, errLine
	case 2: // taken, and nobody hears of it
		_, _ = l.rows(ctx, b)
		return office.Cursor{}, errLine
	case 3: // twice at once
		again := *b
		l.late.Go(func() { _, _ = l.rows(ctx, &again) })
	case 4: // and once more when nobody expects it
		again := *b
		l.late.Go(func() {
			time.Sleep(50 * time.Millisecond)
			_, _ = l.rows(context.WithoutCancel(ctx), &again)
		})
	}
	began := time.Now()
	c, err := l.rows(ctx, b)
	if err == nil {
		l.mu.Lock()
		if l.wait == 0 && !l.since.IsZero() && began.After(l.since) {
			l.wait = time.Since(l.since)
		}
		l.epoch = c.Epoch
		l.times++
		for chain, known := range c.Chains {
			l.acked[chain] = known.Seq
		}
		l.mu.Unlock()
	}
	return c, err
}

func (l *line) Days(ctx context.Context, d office.Days) (office.DaysAnswer, error) {
	if l.fate() == 1 {
		return office.DaysAnswer{}, errLine
	}
	return l.to().Days(ctx, d)
}

// mend ends what is wrong with the line, and returns how many rows the office has
// acknowledged over it.
func (l *line) mend() (acked int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bad = 0
	for _, seq := range l.acked {
		acked += int(seq)
	}
	return acked
}
