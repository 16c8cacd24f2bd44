package code

import (
	"slices"

	"sanduq/ui/pay"
	"sanduq/ui/screen"
)

// Snapshot keeps the digits of a code that is not whole yet. One that is about to send
// itself is typed again, before a window that somebody looks at.
func (c *Code) Snapshot() func(screen.Env, Deps) *Code {
	n := len(c.digits)
	if n == 0 || n == pay.CodeDigits || c.busy() {
		return nil
	}
	view, digits := c.view, slices.Clone(c.digits)
	return func(env screen.Env, deps Deps) *Code {
		next := New(env, deps, view)
		next.digits = append(next.digits, digits...)
		clear(digits)
		next.paint()
		return next
	}
}
