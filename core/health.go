package core

import (
	"context"
	"errors"
	"sync"
	"time"
)

// healthBoard keeps the newest Health and tells watchers that it changed. It
// stands apart from the stream of payment events: what is known of the
// connection is no news about money.
type healthBoard struct {
	clock Clock
	// offset is the gateway's clock less ours, where the client knows it.
	offset func() time.Duration

	mu       sync.Mutex
	now      Health
	watchers map[*watcher]struct{}
	closed   bool
}

type watcher struct {
	changed chan struct{} // holds at most one token
	gone    chan struct{}
	once    sync.Once
}

func (w *watcher) unsubscribe() { w.once.Do(func() { close(w.gone) }) }

func (b *healthBoard) read() Health {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now
}

// update changes the board and wakes the watchers without waiting for them.
func (b *healthBoard) update(change func(*Health)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change(&b.now)
	for w := range b.watchers {
		select {
		case w.changed <- struct{}{}:
		default:
		}
	}
}

// report takes in how a call ended. Calls that were refused on this side of
// the wire, or given up by their caller, say nothing about the connection.
func (b *healthBoard) report(err error) {
	if errors.Is(err, ErrInvalidRequest) || errors.Is(err, ErrUnsupported) || errors.Is(err, context.Canceled) || errors.Is(err, ErrDisposed) {
		return
	}
	now, offset := b.clock.Now(), time.Duration(0)
	if b.offset != nil {
		offset = b.offset()
	}
	b.update(func(h *Health) {
		if answered(err) {
			h.LastAnswer, h.LastError, h.Degraded, h.ClockOffset = now, nil, false, offset
			if errors.Is(err, ErrUnauthorized) {
				h.LastError = err
			}
			return
		}
		h.LastError, h.Degraded = err, true
	})
}

func (b *healthBoard) pollingFrom(since, until time.Time) {
	b.update(func(h *Health) {
		h.Polling, h.PollingSince, h.PollingUntil, h.Checks = true, since, until, 0
	})
}

func (b *healthBoard) pollingOff() { b.update(func(h *Health) { h.Polling = false }) }

// watch calls fn with the newest Health, now and after each change, from one
// goroutine of its own. A slow fn misses intermediate values, never the last.
func (b *healthBoard) watch(fn func(Health)) (cancel func()) {
	w := &watcher{changed: make(chan struct{}, 1), gone: make(chan struct{})}
	b.mu.Lock()
	if b.closed || fn == nil {
		b.mu.Unlock()
		return func() {}
	}
	b.watchers[w] = struct{}{}
	b.mu.Unlock()
	w.changed <- struct{}{}
	go func() {
		for {
			select {
			case <-w.gone:
				return
			case <-w.changed:
			}
			select {
			case <-w.gone:
				return
			default:
				_ = catchPanic(func() { fn(b.read()) })
			}
		}
	}()
	return func() {
		b.mu.Lock()
		delete(b.watchers, w)
		b.mu.Unlock()
		w.unsubscribe()
	}
}

func (b *healthBoard) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	for w := range b.watchers {
		w.unsubscribe()
	}
	clear(b.watchers)
}
