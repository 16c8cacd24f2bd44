package sandbox

import "sync"

// hub tells whoever listens that something changed, without saying what: the listener reads what it needs. Changes
// that come while a listener is busy are told once. The zero value is ready.
type hub struct {
	mu        sync.Mutex
	listeners map[chan struct{}]struct{}
	closed    bool
}

// listen returns a channel that gets one element after changes, and is closed when the service closes.
func (h *hub) listen() (changes <-chan struct{}, leave func()) {
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

func (h *hub) tell() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.listeners {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for c := range h.listeners {
		close(c)
	}
	h.listeners = nil
}
