package result

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
)

// slip is the paper that came out of the practice printer, in the corner of the
// end: anyone who practises sees what a customer would get. A tap holds it closer.
type slip struct {
	widget.BaseWidget
	picture *canvas.Image
	edge    *canvas.Rectangle
	near    bool
	moved   func() // called after a tap
}

func newSlip() *slip {
	s := &slip{picture: canvas.NewImageFromImage(nil), edge: canvas.NewRectangle(theme.Card.NRGBA())}
	s.picture.FillMode, s.picture.ScaleMode = canvas.ImageFillContain, canvas.ImageScaleSmooth
	s.ExtendBaseWidget(s)
	s.Hide()
	return s
}

// CreateRenderer is for fyne.Widget. Paper is white in every theme.
func (s *slip) CreateRenderer() fyne.WidgetRenderer {
	s.edge.StrokeColor, s.edge.StrokeWidth = theme.Text.NRGBA(), 1
	return widget.NewSimpleRenderer(layout.New(nil, func(p layout.Placer) {
		p.Put(s.edge, 0, 0, p.W, p.H)
		p.Put(s.picture, 1, 1, p.W-2, p.H-2)
	}, s.edge, s.picture))
}

// show shows a slip; none hides it. It reports whether anything changed.
func (s *slip) show(img image.Image) bool {
	if img == nil || img.Bounds().Empty() {
		img = nil
	}
	if s.picture.Image == img && s.Visible() == (img != nil) {
		return false
	}
	s.picture.Image = img
	s.picture.Refresh()
	s.Hidden = img == nil
	return true
}

// Tapped holds the slip closer, or puts it back.
func (s *slip) Tapped(*fyne.PointEvent) {
	s.near = !s.near
	if s.moved != nil {
		s.moved()
	}
}

// Cursor says that it can be tapped.
func (s *slip) Cursor() desktop.Cursor { return desktop.PointerCursor }

// shape is the size of the slip that fits a room.
func (s *slip) shape(wide, high float32) fyne.Size {
	if s.picture.Image == nil {
		return fyne.Size{}
	}
	b := s.picture.Image.Bounds()
	ratio := float32(b.Dy()) / float32(b.Dx())
	if wide*ratio > high {
		return fyne.NewSize(high/ratio, high)
	}
	return fyne.NewSize(wide, wide*ratio)
}

// slipNarrow is the least width of a slip that is worth showing.
const slipNarrow float32 = 96
