// Package paperview shows a slip at the resolution of the screen: the same
// picture that is printed and saved. Paper is white in every theme.
package paperview

import (
	"image"
	"image/color"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"sanduq/core/receipt"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
)

// Paper is a slip on the screen.
type Paper struct {
	widget.BaseWidget
	drawer *receipt.Drawer
	form   receipt.Form
	frame  *graphic.Corners
	raster *canvas.Raster

	mu    sync.Mutex // the raster is drawn off the UI goroutine by some drivers
	slip  receipt.Slip
	drawn *image.RGBA
}

// New is paper of a form, on which nothing stands.
func New(d *receipt.Drawer, f receipt.Form) *Paper {
	p := &Paper{drawer: d, form: f, frame: graphic.NewCorners(theme.S1)}
	p.raster = canvas.NewRaster(p.draw)
	p.ExtendBaseWidget(p)
	return p
}

// Set shows another slip.
func (p *Paper) Set(s receipt.Slip) {
	p.mu.Lock()
	p.slip, p.drawn = s, nil
	p.mu.Unlock()
	p.raster.Refresh()
}

// Slip is what stands on it.
func (p *Paper) Slip() receipt.Slip {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.slip
}

// HeightFor is the height of the slip at a width, in units.
func (p *Paper) HeightFor(width float32) float32 {
	p.mu.Lock()
	defer p.mu.Unlock()
	high, err := p.drawer.SlipHeight(p.slip, p.formFor(width), int(width-2))
	if err != nil {
		return 0
	}
	return float32(high) + 2
}

// formFor is the form for a slip of a width: type keeps its size in units, and grows with the text of the program.
func (p *Paper) formFor(width float32) receipt.Form {
	return p.form.At(float64((width - 2) / max(theme.Now().TextScale, 1)))
}

func (p *Paper) draw(w, h int) image.Image {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn == nil || p.drawn.Bounds().Dx() != w {
		img, err := p.drawer.DrawSlip(p.slip, p.formFor(p.Size().Width), w)
		if err != nil {
			return image.NewUniform(color.White)
		}
		p.drawn = img
	}
	if p.drawn.Bounds().Dy() == h {
		return p.drawn
	}
	// Never stretched: what does not fit is cut, what is left is paper.
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range out.Pix {
		out.Pix[i] = 0xff
	}
	copy(out.Pix, p.drawn.Pix[:min(len(out.Pix), len(p.drawn.Pix))])
	return out
}

// CreateRenderer is for fyne.Widget.
func (p *Paper) CreateRenderer() fyne.WidgetRenderer { return &renderer{p} }

type renderer struct{ p *Paper }

func (r *renderer) Destroy()           {}
func (r *renderer) MinSize() fyne.Size { return fyne.NewSize(200, 100) }
func (r *renderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.p.raster, r.p.frame}
}
func (r *renderer) Layout(size fyne.Size) {
	r.p.frame.Resize(size)
	r.p.raster.Resize(fyne.NewSize(size.Width-2, size.Height-2))
	r.p.raster.Move(fyne.NewPos(1, 1))
}
func (r *renderer) Refresh() {
	r.p.frame.Refresh()
	r.p.raster.Refresh()
}

// Scroll is a slip that scrolls where there is too little room for all of it.
func Scroll(p *Paper) *container.Scroll {
	var s *container.Scroll
	high := func() float32 { return p.HeightFor(max(100, s.Size().Width)) }
	s = container.NewVScroll(layout.New(func() fyne.Size { return fyne.NewSize(100, high()) }, func(b layout.Placer) { b.Put(p, 0, 0, b.W, high()) }, p))
	return s
}
