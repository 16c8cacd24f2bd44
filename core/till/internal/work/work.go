// Package work counts what the till does beside its callers, and ends it: Stop
// cancels the context that all of it runs under, End waits until nothing is left.
// It knows nothing of sales. Its lock is held for an instant only, never over
// another lock.
package work

import (
	"context"
	"sync"
	"time"
)

// Group is the background work of one till. The zero value is not ready: use New.
type Group struct {
	ctx  context.Context
	stop context.CancelFunc

	mu    sync.Mutex
	ended bool
	wg    sync.WaitGroup
}

// New returns a group that lasts until Stop.
func New() *Group {
	g := &Group{}
	g.ctx, g.stop = context.WithCancel(context.Background())
	return g
}

// Context ends with Stop.
func (g *Group) Context() context.Context { return g.ctx }

// Go runs work beside the caller and reports whether it does: not once the
// group has ended.
func (g *Group) Go(work func()) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended {
		return false
	}
	g.wg.Go(work)
	return true
}

// Begin is Go for work on the caller's own goroutine: done ends it. It is nil
// once the group has ended.
func (g *Group) Begin() (done func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended {
		return nil
	}
	g.wg.Add(1)
	return g.wg.Done
}

// Stop cancels the context. It may be called more than once.
func (g *Group) Stop() { g.stop() }

// End lets nothing begin any more and waits for what is under way.
func (g *Group) End() {
	g.mu.Lock()
	g.ended = true
	g.mu.Unlock()
	g.wg.Wait()
}

// Rest waits; false when the group stops first.
func (g *Group) Rest(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-g.ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// The pauses before something that the store refuses is tried again grow, so
// that what it will never take does not keep the disk and the log busy.
const (
	firstRetry = 100 * time.Millisecond
	lastRetry  = 15 * time.Second
)

// Pause waits before something is tried again for the nth time, counted from
// zero; false when the group stops first.
func (g *Group) Pause(n int) bool { return g.Rest(min(lastRetry, firstRetry<<min(n, 10))) }
