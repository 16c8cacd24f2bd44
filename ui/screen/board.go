package screen

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/theme"
)

// Board is the room in which a layout places objects. Positions are given as
// in English; from right to left they are mirrored.
type Board struct {
	W, H float32
	rtl  bool
}

// Put places an object.
func (b Board) Put(o fyne.CanvasObject, x, y, w, h float32) {
	if b.rtl {
		x = b.W - x - w
	}
	o.Resize(fyne.NewSize(max(w, 0), max(h, 0)))
	o.Move(fyne.NewPos(x, y))
}

// PutMin places an object at its minimum size and returns that size.
func (b Board) PutMin(o fyne.CanvasObject, x, y float32) fyne.Size {
	m := o.MinSize()
	b.Put(o, x, y, m.Width, m.Height)
	return m
}

// PutEnd places an object at its minimum width so that it ends at x.
func (b Board) PutEnd(o fyne.CanvasObject, x, y float32) fyne.Size {
	m := o.MinSize()
	b.Put(o, x-m.Width, y, m.Width, m.Height)
	return m
}

// PutMiddle places an object at its minimum size with its middle at y.
func (b Board) PutMiddle(o fyne.CanvasObject, x, y float32) fyne.Size {
	m := o.MinSize()
	b.Put(o, x, y-m.Height/2, m.Width, m.Height)
	return m
}

// Lay is a container whose objects place puts where they belong, each time its
// size changes or it is refreshed. min may be nil: a screen asks for no room,
// so that the window decides.
func Lay(min func() fyne.Size, place func(Board), objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&lay{min, place}, objects...)
}

type lay struct {
	min   func() fyne.Size
	place func(Board)
}

func (l *lay) MinSize([]fyne.CanvasObject) fyne.Size {
	if l.min == nil {
		return fyne.Size{}
	}
	return l.min()
}

func (l *lay) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l.place(Board{W: size.Width, H: size.Height, rtl: theme.Now().RTL})
}
