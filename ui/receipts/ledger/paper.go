package ledger

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/toolkit/layout"
)

// around is the room that a scrolling part has around it, so that what stands outside its bounds is not cut: lines,
// corners.
const around float32 = 6

// NewPaper lets content scroll that asks for a height at a width. Place it with put, which gives it its room.
func NewPaper(height func(width float32) float32, content ...fyne.CanvasObject) *container.Scroll {
	var s *container.Scroll
	inner := func(width float32) float32 { return max(width-2*around, 100) }
	s = container.NewVScroll(layout.New(func() fyne.Size {
		return fyne.NewSize(100, height(inner(s.Size().Width))+2*around)
	}, func(b layout.Placer) {
		for _, o := range content {
			b.Put(o, around, around, b.W-2*around, height(b.W-2*around))
		}
	}, content...))
	return s
}

// Place places a part that was made by NewPaper so that its content stands in the bounds.
func Place(b layout.Placer, s *container.Scroll, x, y, w, h float32) {
	b.Put(s, x-around, y-around, w+2*around, h+2*around)
}
