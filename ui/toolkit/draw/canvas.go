package draw

import "fyne.io/fyne/v2"

// CanvasOf is the canvas that an object is on; nil for none.
func CanvasOf(w fyne.CanvasObject) fyne.Canvas {
	return fyne.CurrentApp().Driver().CanvasForObject(w)
}

// Focus gives the focus to something on the canvas of within; nil takes it away, so that the screen has the keys. What
// has just been made is on no canvas of its own yet.
func Focus(within fyne.CanvasObject, to fyne.Focusable) {
	c := CanvasOf(within)
	switch {
	case c == nil:
	case to == nil:
		c.Unfocus()
	default:
		c.Focus(to)
	}
}
