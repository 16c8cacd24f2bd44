package pay

import (
	"sanduq/core/journal"
	"sanduq/ui/screen"
)

// Screen is a screen for one sale, told of every change of it.
type Screen interface {
	screen.Screen
	// Update shows a newer view of the same sale, and at every full second the one
	// that it has: what depends on the time alone changes then, with the clock of the
	// window, so that a second is one frame at most. What has not changed is left
	// alone.
	Update(v journal.View)
}

// Outdating is a Screen that says when it can no longer be repainted: it is built anew
// then, as another screen is.
type Outdating interface {
	Screen
	// Outdated reports whether a newer view says what Update does not show.
	Outdated(v journal.View) bool
}
