package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

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

// passDown and passUp tell the canvas of keys that go down and up: Fyne tells only what has the focus.
func passDown(on fyne.Canvas, e *fyne.KeyEvent) {
	if c, ok := on.(desktop.Canvas); ok && c.OnKeyDown() != nil {
		c.OnKeyDown()(e)
	}
}

func passUp(on fyne.Canvas, e *fyne.KeyEvent) {
	if c, ok := on.(desktop.Canvas); ok && c.OnKeyUp() != nil {
		c.OnKeyUp()(e)
	}
}

func passShortcut(on fyne.Canvas, s fyne.Shortcut) {
	if c, ok := on.(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}

func canvasOf(w fyne.CanvasObject) fyne.Canvas {
	return fyne.CurrentApp().Driver().CanvasForObject(w)
}
