package keys

import (
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/pause"
)

// Guard keeps a held or hurried Enter from answering a screen that nobody has read: after Arm it lets nothing through
// for HoldTime, and no Enter until Enter was let go.
//
// Keys going down and up come from the desktop canvas (SetOnKeyDown, SetOnKeyUp); the widgets of ui/toolkit hand
// theirs on to it when they have the focus. Without those calls only the time is guarded.
type Guard struct {
	now   func() time.Time
	until time.Time
	down  bool
	held  bool
}

// NewGuard reads the time from now; nil means time.Now.
func NewGuard(now func() time.Time) *Guard {
	if now == nil {
		now = time.Now
	}
	return &Guard{now: now}
}

// Arm begins to guard: an end has come up.
func (g *Guard) Arm() {
	g.until = g.now().Add(HoldTime)
	g.held = g.down
}

// Down notes a key that went down. A key that repeats goes down only once, so this is a new press, even if the end of
// the last one was never seen because the window had lost the keyboard.
func (g *Guard) Down(name fyne.KeyName) {
	if Normal(name) == Enter {
		g.down, g.held = true, false
	}
}

// Up notes a key that was let go.
func (g *Guard) Up(name fyne.KeyName) {
	if Normal(name) == Enter {
		g.down, g.held = false, false
	}
}

// Allows reports whether a key may act now.
func (g *Guard) Allows(name fyne.KeyName) bool {
	if pause.Left(g.until, g.now(), HoldTime) > 0 {
		return false
	}
	return Normal(name) != Enter || !g.held
}
