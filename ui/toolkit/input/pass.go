package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/ui/toolkit/draw"
)

// PassKey gives a key that a focused widget has no use for to the handler of its canvas.
func PassKey(w fyne.CanvasObject, e *fyne.KeyEvent) {
	if c := draw.CanvasOf(w); c != nil && c.OnTypedKey() != nil {
		c.OnTypedKey()(e)
	}
}

// PassRune is PassKey for a character.
func PassRune(w fyne.CanvasObject, r rune) {
	if c := draw.CanvasOf(w); c != nil && c.OnTypedRune() != nil {
		c.OnTypedRune()(r)
	}
}

// PassDown tells the canvas of a key that goes down: Fyne tells only what has the focus.
func PassDown(on fyne.Canvas, e *fyne.KeyEvent) {
	if c, ok := on.(desktop.Canvas); ok && c.OnKeyDown() != nil {
		c.OnKeyDown()(e)
	}
}

// PassUp is for keys that go up.
func PassUp(on fyne.Canvas, e *fyne.KeyEvent) {
	if c, ok := on.(desktop.Canvas); ok && c.OnKeyUp() != nil {
		c.OnKeyUp()(e)
	}
}

// PassShortcut hands a shortcut on to its canvas.
func PassShortcut(on fyne.Canvas, s fyne.Shortcut) {
	if c, ok := on.(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}
