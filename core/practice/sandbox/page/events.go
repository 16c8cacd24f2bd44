package page

import (
	"fmt"
	"net/http"
	"time"
)

const heartbeat = 20 * time.Second

// events tells an open page that something changed, as server-sent events. It carries no data: the page reads itself
// again, and what it may see is decided there.
func (s *Pages) events(w http.ResponseWriter, r *http.Request) {
	out := http.NewResponseController(w)
	_ = out.SetWriteDeadline(time.Time{}) // the stream has no end; each write gets its own deadline
	w.Header().Set("Content-Type", "text/event-stream")
	changes, leave := s.hub.Listen()
	defer leave()
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	send := func(text string) bool {
		_ = out.SetWriteDeadline(time.Now().Add(5 * time.Second))
		if _, err := fmt.Fprint(w, text); err != nil {
			return false
		}
		return out.Flush() == nil
	}
	if !send("retry: 1500\n\n") {
		return
	}
	for {
		select {
		case _, open := <-changes:
			if !open || !send("data: changed\n\n") {
				return
			}
		case <-beat.C:
			if !send(": still here\n\n") {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}
