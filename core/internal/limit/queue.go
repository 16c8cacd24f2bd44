package limit

import (
	"context"
	"errors"
)

// ErrFull says that so much waits already that one more would only wait in vain.
var ErrFull = errors.New("limit: too much at once")

// Queue does costly work, some at a time. What waits is bounded.
type Queue struct{ work, all chan struct{} }

// NewQueue returns one that does so many things at once while so many wait.
func NewQueue(work, waiting int) *Queue {
	return &Queue{make(chan struct{}, work), make(chan struct{}, work+waiting)}
}

// Do waits for a place and does it. Errors: ErrFull at once, or ctx's; then it was not
// done.
func (q *Queue) Do(ctx context.Context, do func()) error {
	select {
	case q.all <- struct{}{}:
		defer func() { <-q.all }()
	default:
		return ErrFull
	}
	select {
	case q.work <- struct{}{}:
		defer func() { <-q.work }()
	case <-ctx.Done():
		return ctx.Err()
	}
	do()
	return nil
}
