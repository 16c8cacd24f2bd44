package cash

import (
	"sanduq/core/journal"
	"sanduq/ui/screen"
)

// NewInstead takes cash instead of an open sale, for its amount. Cash taken is
// what sets that sale aside; leaving the screen before changes nothing.
func NewInstead(env screen.Env, deps Deps, old journal.View) *Cash {
	return New(env, deps, draftInstead(old))
}

// Snapshot keeps what was given, and the change that is to be handed out. What becomes of
// cash that is being recorded is heard of on the new screen.
func (c *Cash) Snapshot() func(screen.Env, Deps) *Cash {
	return func(env screen.Env, deps Deps) *Cash {
		next := New(env, deps, c.draft)
		next.given, next.taken, next.busy = c.given, c.taken, c.busy
		c.successor = next
		if next.taken != nil {
			next.head.ref.SetText(c.head.ref.Text()) // the number of the sale, not of the next one
			next.showTaken()
		}
		next.paint()
		return next
	}
}
