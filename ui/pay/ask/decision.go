// Package ask asks people: decisions that are laid over everything, with lines to fill in,
// and the permission of a manager, by PIN where people sign in. It knows the shell as the
// function that lays a decision, and the till as what a manager records.
//
// Everything here belongs on the UI goroutine.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package ask

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
)

// Decision is what the shell lays over everything. Safe is what Esc means. Press
// gets what else is typed, as a screen does, and nothing that was scanned; nil for
// nothing.
type Decision struct {
	Content fyne.CanvasObject
	First   fyne.Focusable
	Safe    func()
	Press   func(screen.KeyPress) bool
}
