package payment

import (
	"time"

	"sanduq/core/till/internal/sched"
)

// watchPause is the least time between two questions that nobody at the till
// has asked for, over all sales: a start, a network that comes back and a
// journal that was put back must not flood the gateway.
const watchPause = time.Second

// pace hands out the moments of such questions. Those of pollers are not held
// up, yet the others make room for them.
type pace struct {
	mu    sched.Mutex
	next  time.Duration // monotonic: the clock on the wall is set now and then
	poll  time.Duration // the newest question that did not wait for its turn
	swept time.Duration // when all sales were asked about last, since the connection was back
	paid  bool          // a turn was given whose question was not heard of yet
}

// longestWay is how long a question gives way to those of pollers, and courtesy
// by how much it lets one go first that is due in the same moment.
const (
	longestWay = 5 * time.Second
	courtesy   = watchPause / 20
)

// waitForSlot waits until the next question may be asked; false when the till closes.
func (w *watcher) waitForSlot() bool {
	for began := time.Since(w.opened); ; {
		w.pace.mu.Lock()
		now := time.Since(w.opened)
		wait := w.pace.next - now
		if wait <= 0 || now-began >= longestWay {
			w.pace.next, w.pace.paid = now+watchPause, true
			w.pace.mu.Unlock()
			return w.t.cfg.Work.Context().Err() == nil
		}
		if w.pace.poll > 0 && now-w.pace.poll < longestWay {
			wait += courtesy
		}
		w.pace.mu.Unlock()
		if !w.t.cfg.Work.Rest(wait) {
			return false
		}
	}
}

// asking makes room for n questions that were just put. The first after a turn
// is the one that waited for it; a sale with two legs asks a second.
func (w *watcher) asking(n int) {
	w.pace.mu.Lock()
	defer w.pace.mu.Unlock()
	if w.pace.paid {
		w.pace.paid = false
		n--
	}
	if n <= 0 {
		return
	}
	now := time.Since(w.opened)
	w.pace.poll = now
	w.pace.next = min(max(w.pace.next, now)+time.Duration(n)*watchPause, now+2*watchPause)
}

// sweepPause is the least time between two rounds over all sales because the
// connection was back: one order that the gateway never answers for makes it
// seem gone time and again.
const sweepPause = time.Hour

// sweep reports whether such a round may begin now.
func (p *pace) sweep(now time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.swept > 0 && now-p.swept < sweepPause {
		return false
	}
	p.swept = now
	return true
}
