package cashier

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
