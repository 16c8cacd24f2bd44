// Package hub tells listeners that something changed. One mutex guards the list; no listener is waited for. It imports
// nothing of the service.
package hub

import "sync"

// Hub tells its listeners that something changed, without saying what: the listener reads what it needs. Changes
// that come while a listener is busy are told once. The zero value is ready.
type Hub struct {
	mu        sync.Mutex
	listeners map[chan struct{}]struct{}
	closed    bool
}

// Listen returns a channel that gets one element after changes, and is closed when the service closes.
func (h *Hub) Listen() (changes <-chan struct{}, leave func()) {
	c := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		close(c)
		return c, func() {}
	}
	if h.listeners == nil {
		h.listeners = map[chan struct{}]struct{}{}
	}
	h.listeners[c] = struct{}{}
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if _, there := h.listeners[c]; there {
			delete(h.listeners, c)
			close(c)
		}
	}
}

// Notify tells every listener. It never waits.
func (h *Hub) Notify() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.listeners {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// Close closes the channels of all listeners, and of those that come later.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for c := range h.listeners {
		close(c)
	}
	h.listeners = nil
}
