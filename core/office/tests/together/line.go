//go:build linux

package together

import (
	"context"
	"errors"
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

func (l *line) Cursor(ctx context.Context) (office.Cursor, error) {
	switch l.fate() {
	case 1:
		return office.Cursor{}, errLine
	case 2:
		_, _ = l.to().Cursor(ctx)
		return office.Cursor{}, errLine
	}
	return l.to().Cursor(ctx)
}

func (l *line) Rows(ctx context.Context, b *office.Batch) (office.Cursor, error) {
	switch l.fate() {
	case 1:
		return office.Cursor{}, errLine
	case 2: // taken, and nobody hears of it
		_, _ = l.to().Rows(ctx, b)
		return office.Cursor{}, errLine
	case 3: // twice at once
		again := *b
		l.late.Go(func() { _, _ = l.to().Rows(ctx, &again) })
	case 4: // and once more when nobody expects it
		again := *b
		l.late.Go(func() {
			time.Sleep(50 * time.Millisecond)
			_, _ = l.to().Rows(context.WithoutCancel(ctx), &again)
		})
	}
	c, err := l.to().Rows(ctx, b)
	if err == nil {
		l.mu.Lock()
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
