package till

import (
	"time"

	"sanduq/core/till/internal/sched"
)

// watchPause is the least time between two questions that nobody at the till
// has asked for, over all sales: a start, a network that comes back and a
// journal that was put back must not flood the gateway.
const watchPause = time.Second

// pace hands out the moments of such questions.
type pace struct {
	mu   sched.Mutex
	next time.Duration // monotonic: the clock on the wall is set now and then
}

// turn waits until the next question may be asked; false when the till closes.
func (t *Till) turn() bool {
	t.pace.mu.Lock()
	now := time.Since(t.opened)
	at := max(now, t.pace.next)
	t.pace.next = at + watchPause
	t.pace.mu.Unlock()
	return t.rest(at - now)
}
