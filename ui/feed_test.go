package ui

import (
	"context"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"sanduq/core/journal"
)

// queue is a subscription that hands out what is put in.
type queue struct {
	in     chan journal.Notice
	closed chan struct{}
}

func (q *queue) Next(ctx context.Context) (journal.Notice, error) {
	select {
	case n := <-q.in:
		return n, nil
	case <-ctx.Done():
		return journal.Notice{}, ctx.Err()
	}
}
func (q *queue) Close() { close(q.closed) }

func TestNoticesArriveInOrderAndNothingIsLeftBehind(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	q := &queue{in: make(chan journal.Notice), closed: make(chan struct{})}
	var mu sync.Mutex
	var posted []func()
	r := newHarness(t, func(r *harness, o *Options) {
		r.till.notices = q
		r.env.Post = func(f func()) {
			mu.Lock()
			defer mu.Unlock()
			posted = append(posted, f)
		}
	})
	for _, f := range posted { // what was read at the start, before the first notice
		f()
	}
	posted = nil
	for n := 1; n <= 5; n++ {
		q.in <- journal.Notice{Kind: journal.NoticeSale, View: sale(20+n, version(uint64(n)))}
	}
	r.shell.Stop()
	<-q.closed
	for i, f := range posted {
		if len(r.shell.feed.InOrder()) != i {
			t.Fatalf("%d sales after %d notices", len(r.shell.feed.InOrder()), i)
		}
		f()
	}
	if got := r.shell.feed.InOrder()[0].ID.Number(); got != 25 || len(posted) != 5 {
		t.Errorf("%d notices, the newest sale is #%d", len(posted), got)
	}
}
