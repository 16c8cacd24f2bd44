package core

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func nothing() {}

// waiting is how many goroutines wait for more to do.
func (c *callbacks) waiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.idle)
}

// Callbacks that follow each other share a goroutine, which goes when there is
// nothing more.
func TestCallbacksShareAGoroutine(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c, ran := newCallbacks(atOnce), 0
		for range 100 {
			if err := c.run(t.Context(), time.Second, func() { ran++ }); err != nil || c.waiting() != 1 {
				t.Fatalf("%v, %d wait", err, c.waiting())
			}
		}
		time.Sleep(2 * workerIdle)
		if ran != 100 || c.waiting() != 0 {
			t.Errorf("%d ran, %d wait", ran, c.waiting())
		}
		c.close()
		for range 3 { // what comes after Close runs all the same, and leaves nothing
			if err := c.run(t.Context(), time.Second, nothing); err != nil || c.waiting() != 0 {
				t.Errorf("%v, %d wait", err, c.waiting())
			}
		}
	})
}

func TestACallbackThatEndsItsGoroutine(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCallbacks(1)
		defer c.close()
		for range 3 {
			isAll(t, c.run(t.Context(), time.Second, runtime.Goexit), ErrCallback)
			if err := c.run(t.Context(), time.Second, nothing); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// While a callback is overdue the others are refused at once; when it has
// returned they run again. There are never more than the limit.
func TestAnOverdueCallback(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c, release := newCallbacks(2), make(chan struct{})
		defer c.close()
		isAll(t, c.run(t.Context(), time.Second, func() { <-release }), ErrCallback)
		began := time.Now()
		isAll(t, c.run(t.Context(), time.Second, nothing), ErrCallback)
		if time.Since(began) != 0 {
			t.Error("another was waited for")
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		isAll(t, c.run(ctx, 0, func() { <-release }), context.DeadlineExceeded) // abandoned, and not overdue
		isAll(t, c.run(ctx, 0, nothing), context.DeadlineExceeded)
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		isAll(t, c.run(ctx, 0, nothing), context.DeadlineExceeded) // both places are taken
		close(release)
		synctest.Wait()
		var group sync.WaitGroup
		for range 10 {
			group.Go(func() {
				if err := c.run(t.Context(), time.Second, nothing); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if c.waiting() > 2 || len(c.places) != 0 || c.stuck.Load() != 0 {
			t.Errorf("%d wait, %d places taken, %d overdue", c.waiting(), len(c.places), c.stuck.Load())
		}
	})
}
