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

// Flow sets objects side by side in as many lines as they need.
func Flow(gap float32, objects ...fyne.CanvasObject) fyne.CanvasObject {
	var wide float32
	run := func(width float32, put func(o fyne.CanvasObject, x, y float32, m fyne.Size)) float32 {
		var x, y, high float32
		for _, o := range objects {
			m := o.MinSize()
			if x > 0 && x+m.Width > width {
				x, y = 0, y+high+gap
			}
			put(o, x, y, m)
			x, high = x+m.Width+gap, max(high, m.Height)
		}
		return y + high
	}
	return Lay(
		func() fyne.Size {
			return fyne.NewSize(0, run(max(wide, 300), func(fyne.CanvasObject, float32, float32, fyne.Size) {}))
		},
		func(b Board) {
			wide = b.W
			run(b.W, func(o fyne.CanvasObject, x, y float32, m fyne.Size) { b.Put(o, x, y, m.Width, m.Height) })
		}, objects...)
}
