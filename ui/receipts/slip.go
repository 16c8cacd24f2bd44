package receipts

import (
	"image"
	"image/color"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/core/receipt"
	"sanduq/ui/theme"
)

// slip is the picture of a receipt at the resolution of the screen: the same picture that is printed and saved. Paper
// is white in every theme.
type slip struct {
	widget.BaseWidget
	drawer *receipt.Drawer
	form   receipt.Form
	frame  *corners
	raster *canvas.Raster

	mu      sync.Mutex // the raster is drawn off the UI goroutine by some drivers
	content receipt.Content
	drawn   *image.RGBA
}

func newSlip(d *receipt.Drawer, f receipt.Form) *slip {
	s := &slip{drawer: d, form: f, frame: newCorners(theme.S1)}
	s.raster = canvas.NewRaster(s.draw)
	s.ExtendBaseWidget(s)
	return s
}

// set shows another receipt.
func (s *slip) set(c receipt.Content) {
	s.mu.Lock()
	s.content, s.drawn = c, nil
	s.mu.Unlock()
	s.raster.Refresh()
}

// heightFor is the height of the slip at a width, in units.
func (s *slip) heightFor(width float32) float32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	high, err := s.drawer.Height(s.content, s.formFor(width), int(width-2))
	if err != nil {
		return 0
	}
	return float32(high) + 2
}

// formFor is the form for a slip of a width: type keeps its size in units, and grows with the text of the program.
func (s *slip) formFor(width float32) receipt.Form {
	return s.form.At(float64((width - 2) / max(theme.Now().TextScale, 1)))
}

func (s *slip) draw(w, h int) image.Image {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.drawn == nil || s.drawn.Bounds().Dx() != w {
		img, err := s.drawer.Draw(s.content, s.formFor(s.Size().Width), w)
		if err != nil {
			return image.NewUniform(color.White)
		}
		s.drawn = img
	}
	if s.drawn.Bounds().Dy() == h {
		return s.drawn
	}
	// Never stretched: what does not fit is cut, what is left is paper.
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range out.Pix {
		out.Pix[i] = 0xff
	}
	copy(out.Pix, s.drawn.Pix[:min(len(out.Pix), len(s.drawn.Pix))])
	return out
}

func (s *slip) CreateRenderer() fyne.WidgetRenderer { return &slipRenderer{s} }

type slipRenderer struct{ s *slip }

func (r *slipRenderer) Destroy()           {}
func (r *slipRenderer) MinSize() fyne.Size { return fyne.NewSize(200, 100) }
func (r *slipRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.s.raster, r.s.frame}
}
func (r *slipRenderer) Layout(size fyne.Size) {
	r.s.frame.Resize(size)
	r.s.raster.Resize(fyne.NewSize(size.Width-2, size.Height-2))
	r.s.raster.Move(fyne.NewPos(1, 1))
}
func (r *slipRenderer) Refresh() {
	r.s.frame.Refresh()
	r.s.raster.Refresh()
}
