package limit

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrFull says that so much waits already that one more would only wait in vain.
var ErrFull = errors.New("limit: too much at once")

// Queue does costly work, some at a time. What waits is bounded. It may be used from any
// goroutine.
type Queue struct {
	work, all chan struct{}

	// Rest is how long a place stays empty for each second of work, once the work has been
	// more than Burst allows; zero is not at all. Both are set before the first Do.
	Rest  float64
	Burst time.Duration // of rest that is not taken

	mu   sync.Mutex
	owed time.Duration // of rest, at a moment
	at   time.Time
}

// NewQueue returns one that does so many things at once while so many wait.
func NewQueue(work, waiting int) *Queue {
	return &Queue{work: make(chan struct{}, work), all: make(chan struct{}, work+waiting)}
}

// Do waits for a place and does it; nobody waits for the rest afterwards but who comes next.
// Errors: ErrFull at once, or ctx's; then it was not done.
func (q *Queue) Do(ctx context.Context, do func()) error {
	select {
	case q.all <- struct{}{}:
		defer func() { <-q.all }()
	default:
		return ErrFull
	}
	select {
	case q.work <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	began := time.Now()
	defer func() {
		if rest := q.rest(time.Since(began)); rest > 0 {
			time.AfterFunc(rest, func() { <-q.work })
		} else {
			<-q.work
		}
	}()
	do()
	return nil
}

// rest is how long the place of a work that took so long stays empty now.
func (q *Queue) rest(took time.Duration) time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	if !q.at.IsZero() {
		q.owed = max(0, q.owed-now.Sub(q.at)+took) // while it worked it did not rest
	}
	q.owed, q.at = q.owed+time.Duration(q.Rest*float64(took)), now
	return q.owed - q.Burst
}
