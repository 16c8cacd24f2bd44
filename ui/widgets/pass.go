package widgets

import "fyne.io/fyne/v2"

// passKey gives a key that a focused widget has no use for to the handler of its canvas.
func passKey(w fyne.CanvasObject, e *fyne.KeyEvent) {
	if c := canvasOf(w); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
}

func passRune(w fyne.CanvasObject, r rune) {
	if c := canvasOf(w); c != nil && c.OnTypedRune() != nil {
		c.OnTypedRune()(r)
	}
}

func passShortcut(w fyne.CanvasObject, s fyne.Shortcut) {
	if c, ok := canvasOf(w).(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}

func canvasOf(w fyne.CanvasObject) fyne.Canvas {
	return fyne.CurrentApp().Driver().CanvasForObject(w)
}
