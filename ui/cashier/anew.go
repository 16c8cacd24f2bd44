package cashier

import (
	"slices"

	"sanduq/ui/screen"
)

// Keeper is a screen with something typed on it, or shown, that is nowhere else. Keep
// is called before the screen is hidden, and returns how to make it anew in another
// look or language; nil where the screen that its place asks for says the same.
type Keeper interface {
	Keep() func(Deps) screen.Screen
}

// Keep keeps what was given, and the change that is to be handed out. What becomes of
// cash that is being recorded is heard of on the new screen.
func (c *Cash) Keep() func(Deps) screen.Screen {
	return func(d Deps) screen.Screen {
		next := NewCash(d, c.draft)
		next.given, next.taken, next.busy = c.given, c.taken, c.busy
		c.heir = next
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
	for c.heir != nil {
		c = c.heir
	}
	return c
}

// Keep keeps the digits of a code that is not whole yet. One that is about to send
// itself is typed again, before a window that somebody looks at.
func (c *Code) Keep() func(Deps) screen.Screen {
	n := len(c.digits)
	if n == 0 || n == codeDigits || c.busy() {
		return nil
	}
	view, digits := c.view, slices.Clone(c.digits)
	return func(d Deps) screen.Screen {
		next := NewCode(d, view)
		next.digits = append(next.digits, digits...)
		clear(digits)
		next.paint()
		return next
	}
}
