package draw

import "fyne.io/fyne/v2"

// CanvasOf is the canvas that an object is on; nil for none.
func CanvasOf(w fyne.CanvasObject) fyne.Canvas {
	return fyne.CurrentApp().Driver().CanvasForObject(w)
}
