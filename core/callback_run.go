package core

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// callbacks runs code of the program's on goroutines of its own, a few at a
// time. A goroutine that has done its work waits a moment for more, so that calls
// which follow each other share one. While a callback is overdue nobody waits for
// another.
type callbacks struct {
	places chan struct{}
	stuck  atomic.Int32

	mu     sync.Mutex
	idle   []*callbackWorker
	closed bool // no goroutine waits for more any longer
}

// workerIdle is how long a goroutine waits for more to do.
const workerIdle = 100 * time.Millisecond

// callbackWorker is one of the goroutines. It belongs to the caller of run from
// when it is taken to when it is put back, or to itself once it was abandoned.
type callbackWorker struct {
	work  chan func()
	done  chan error
	limit *time.Timer
	state atomic.Int32
}

// The states of a callbackWorker.
const (
	workerRunning int32 = iota
	workerDone
	workerOverdue   // its caller has gone since the time was up
	workerAbandoned // its caller has gone since its context ended
)

func newCallbacks(most int) *callbacks { return &callbacks{places: make(chan struct{}, most)} }

// run calls f and waits until it has returned, limit has passed (zero: never)
// or the context ends. Only without an error may what f wrote be read.
func (c *callbacks) run(ctx context.Context, limit time.Duration, f func()) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if c.stuck.Load() > 0 && limit > 0 {
		return fmt.Errorf("%w: an earlier call has not returned", ErrCallback)
	}
	select {
	case c.places <- struct{}{}:
	default:
		if err := c.waitForPlace(ctx, limit); err != nil {
			return err
		}
	}
	w := c.acquire()
	w.state.Store(workerRunning)
	var over <-chan time.Time
	if limit > 0 {
		w.limit.Reset(limit)
		over = w.limit.C
	}
	w.work <- f
	select {
	case err := <-w.done:
		c.giveBack(w)
		return err
	case <-over:
		if w.state.CompareAndSwap(workerRunning, workerOverdue) {
			c.stuck.Add(1)
			return fmt.Errorf("%w: it did not return within %v", ErrCallback, limit)
		}
	case <-ctx.Done():
		if w.state.CompareAndSwap(workerRunning, workerAbandoned) {
			return context.Cause(ctx)
		}
	}
	err := <-w.done // it has just returned
	c.giveBack(w)
	return err
}

func (c *callbacks) waitForPlace(ctx context.Context, limit time.Duration) error {
	var over <-chan time.Time
	if limit > 0 {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case c.places <- struct{}{}:
		return nil
	case <-over:
		return fmt.Errorf("%w: it is busy", ErrCallback)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// acquire returns a worker that waits for work.
func (c *callbacks) acquire() *callbackWorker {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.idle); n > 0 {
		w := c.idle[n-1]
		c.idle = c.idle[:n-1]
		return w
	}
	w := &callbackWorker{work: make(chan func(), 1), done: make(chan error, 1), limit: time.NewTimer(time.Hour)}
	w.limit.Stop()
	go c.serve(w)
	return w
}

// giveBack gives a worker and its place back.
func (c *callbacks) giveBack(w *callbackWorker) {
	w.limit.Stop()
	c.mu.Lock()
	if c.closed {
		close(w.work)
	} else {
		c.idle = append(c.idle, w)
	}
	c.mu.Unlock()
	<-c.places
}

// close ends the goroutines that wait for more. What runs is not disturbed, and
// what comes later gets a goroutine each.
func (c *callbacks) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for _, w := range c.idle {
		close(w.work)
	}
	c.idle = nil
}

// remove takes an idle worker out; false when somebody has taken it.
func (c *callbacks) remove(w *callbackWorker) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, other := range c.idle {
		if other == w {
			c.idle = append(c.idle[:i], c.idle[i+1:]...)
			return true
		}
	}
	return false
}

// serve is the goroutine of a worker.
func (c *callbacks) serve(w *callbackWorker) {
	working := false
	defer func() {
		if working { // the callback ended its goroutine: another takes the place
			go c.serve(w)
			c.finish(w, fmt.Errorf("%w: its goroutine ended", ErrCallback))
		}
	}()
	idle := time.NewTimer(workerIdle)
	defer idle.Stop()
	for {
		select {
		case f, more := <-w.work:
			if !more {
				return
			}
			working = true
			err := catchPanic(f)
			working = false
			c.finish(w, err)
			idle.Reset(workerIdle)
		case <-idle.C:
			if c.remove(w) {
				return
			}
			idle.Reset(workerIdle) // work is on its way, or its caller still reads the result
		}
	}
}

// finish hands a result over, or puts the worker back that nobody waits for.
func (c *callbacks) finish(w *callbackWorker, err error) {
	if w.state.CompareAndSwap(workerRunning, workerDone) {
		w.done <- err
		return
	}
	if w.state.Load() == workerOverdue {
		c.stuck.Add(-1)
	}
	c.giveBack(w)
}
