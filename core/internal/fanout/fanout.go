// Package fanout hands every published value to every subscriber, in order,
// without one reader ever holding up the writer or another reader.
//
// The values form one singly linked list. A subscription is a position in it,
// so publishing costs the same for any number of readers, a reader that stops
// reading holds nothing but its own unread tail in memory, and one that goes
// away leaves nothing behind: no goroutine, no registration, no buffer.
//
// It knows nothing of payments and imports nothing of ours.
package fanout

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrClosed is returned by Next after the subscription was closed, or after
// the hub was closed and every value published before has been read.
var ErrClosed = errors.New("fanout: closed")

// link is one place in the list. Everything but ready is written before ready
// is closed and never after, so a reader that saw ready closed may read freely.
type link[T any] struct {
	ready chan struct{}
	value T
	next  *link[T] // nil when the hub was closed here
}

func newLink[T any]() *link[T] { return &link[T]{ready: make(chan struct{})} }

// Hub is the writing end. All methods are safe for concurrent use; values
// published by different goroutines are seen in one order by all readers.
type Hub[T any] struct {
	mu     sync.Mutex
	tail   *link[T]
	over   chan struct{}
	closed bool
}

// New returns an open hub.
func New[T any]() *Hub[T] { return &Hub[T]{tail: newLink[T](), over: make(chan struct{})} }

// Publish appends a value. It never waits for a reader. It returns false when
// the hub was closed and the value went nowhere.
func (h *Hub[T]) Publish(value T) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	l := h.tail
	l.value, l.next = value, newLink[T]()
	h.tail = l.next
	close(l.ready)
	return true
}

// Subscribe returns a subscription that sees every value published after this
// call. snapshot, when not nil, runs while no value can be published: what it
// reads and the values that follow fit together without a gap or an overlap,
// provided that the writer changes its state before it publishes. It must not
// call the hub.
func (h *Hub[T]) Subscribe(snapshot func()) *Subscription[T] {
	h.mu.Lock()
	defer h.mu.Unlock()
	if snapshot != nil {
		snapshot()
	}
	return &Subscription[T]{at: h.tail, done: make(chan struct{}), over: h.over}
}

// Close ends the stream. Readers still get what was published before. Closing
// again does nothing.
func (h *Hub[T]) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed {
		h.closed = true
		close(h.over)
		close(h.tail.ready)
	}
}

// Subscription is one reader's place in the stream. Next, TryNext and C must
// not be mixed by several goroutines at once if each wants every value: a
// value is handed out once per subscription. Close may be called from
// anywhere.
type Subscription[T any] struct {
	mu   sync.Mutex
	at   *link[T]
	done chan struct{}
	over <-chan struct{} // closed with the hub
	once sync.Once

	chanOnce sync.Once
	out      chan T
}

// Next returns the next value, waiting for it if need be. Values that are
// already there are returned even under a context that has ended, so a reader
// can drain; only waiting is cut short, with the context's error.
func (s *Subscription[T]) Next(ctx context.Context) (T, error) {
	for {
		if v, ok, err := s.next(); ok || err != nil {
			return v, err
		}
		select {
		case <-s.place().ready:
		case <-s.done:
		case <-ctx.Done():
			if v, ok, err := s.next(); ok || err != nil {
				return v, err
			}
			var zero T
			return zero, context.Cause(ctx)
		}
	}
}

// TryNext returns the next value if there is one.
func (s *Subscription[T]) TryNext() (T, bool) {
	v, ok, _ := s.next()
	return v, ok
}

// abandoned is how long after the hub's closing a channel that nobody reads from
// is still kept.
const abandoned = 500 * time.Millisecond

// C returns a channel that delivers the values and is closed after the last.
// The first call starts a goroutine that ends with Close, with the last value
// of a closed hub, or once nobody has read a closed hub's rest for half a
// second: a reader that forgot its subscription leaves nothing behind.
func (s *Subscription[T]) C() <-chan T {
	s.chanOnce.Do(func() {
		s.out = make(chan T)
		go s.pump()
	})
	return s.out
}

func (s *Subscription[T]) pump() {
	defer close(s.out)
	for {
		v, err := s.Next(context.Background())
		if err != nil {
			return
		}
		select {
		case s.out <- v:
			continue
		case <-s.done:
			return
		case <-s.over:
		}
		last := time.NewTimer(abandoned)
		select {
		case s.out <- v:
			last.Stop()
		case <-s.done:
			last.Stop()
			return
		case <-last.C:
			return
		}
	}
}

// Close gives the place up. Unread values are dropped and a waiting Next
// returns ErrClosed. Closing again does nothing.
func (s *Subscription[T]) Close() {
	s.once.Do(func() {
		close(s.done)
		s.mu.Lock()
		s.at = nil
		s.mu.Unlock()
	})
}

// place returns the link that is waited for, or one that is ready when the
// subscription has been closed.
func (s *Subscription[T]) place() *link[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at == nil {
		l := newLink[T]()
		close(l.ready)
		return l
	}
	return s.at
}

// next moves one value on if one is there.
func (s *Subscription[T]) next() (value T, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at == nil {
		return value, false, ErrClosed
	}
	select {
	case <-s.at.ready:
	default:
		return value, false, nil
	}
	if s.at.next == nil {
		return value, false, ErrClosed
	}
	value, s.at = s.at.value, s.at.next
	return value, true, nil
}
