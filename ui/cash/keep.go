package cash

import "sanduq/ui/screen"

// Keep keeps what was given, and the change that is to be handed out. What becomes of
// cash that is being recorded is heard of on the new screen.
func (c *Cash) Keep() func(screen.Env, Deps) *Cash {
	return func(env screen.Env, deps Deps) *Cash {
		next := New(env, deps, c.draft)
		next.given, next.taken, next.busy = c.given, c.taken, c.busy
		c.successor = next
		if next.taken != nil {
			next.ref.SetText(c.ref.Text()) // the number of the sale, not of the next one
			next.showTaken()
		}
		next.paint()
		return next
	}
}

// newest is the screen that stands in this one's place by now.
func (c *Cash) newest() *Cash {
	for c.successor != nil {
		c = c.successor
	}
	return c
}
