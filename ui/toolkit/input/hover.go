package input

import (
	"fyne.io/fyne/v2/driver/desktop"
)

// Hover is embedded in what is pressed by a pointer alone: the keys belong to something else.
type Hover struct {
	// Hovered tells that the pointer is on it.
	Hovered bool
	// OnHover is called when that has changed.
	OnHover func()
}

// MouseIn is for Fyne, as MouseMoved, MouseOut and Cursor.
func (h *Hover) MouseIn(*desktop.MouseEvent) { h.hover(true) }

// MouseMoved is for Fyne.
func (h *Hover) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is for Fyne.
func (h *Hover) MouseOut() { h.hover(false) }

func (h *Hover) hover(on bool) {
	h.Hovered = on
	h.OnHover()
}

// Cursor is for Fyne.
func (h *Hover) Cursor() desktop.Cursor { return desktop.PointerCursor }
