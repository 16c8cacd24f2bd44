package settings

import "fyne.io/fyne/v2"

// focus gives the focus to something on the canvas of within; nil takes it
// away. What has just been made is on no canvas of its own yet.
func focus(within fyne.CanvasObject, to fyne.Focusable) {
	c := fyne.CurrentApp().Driver().CanvasForObject(within)
	switch {
	case c == nil:
	case to == nil:
		c.Unfocus()
	default:
		c.Focus(to)
	}
}
