package graphic

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// Hatching is a pair of colours that alternate in stripes at 45 degrees.
type Hatching struct{ Stripe, Gap theme.Colour }

// PracticeHatching is black on yellow, everywhere and in every theme; UnknownHatching is purple on the ground.
var (
	PracticeHatching = Hatching{theme.OnPractice, theme.Practice}
	UnknownHatching  = Hatching{theme.Unknown, theme.UnknownGap}
)

// Hatch is a rectangle of stripes, or a frame of them.
type Hatch struct {
	widget.BaseWidget
	colours Hatching
	stripe  float32
	frame   float32 // how thick the frame is; 0 means all of the rectangle
}

// NewHatch is a hatched rectangle; stripe is the width of one stripe measured across it, usually theme.HatchStripe.
func NewHatch(colours Hatching, stripe float32) *Hatch {
	h := &Hatch{colours: colours, stripe: stripe}
	h.ExtendBaseWidget(h)
	return h
}

func (h *Hatch) CreateRenderer() fyne.WidgetRenderer {
	var objects []fyne.CanvasObject
	sides := 1
	if h.frame > 0 {
		sides = 4 // what lies inside the frame would be drawn, and painted with each frame of the window, for nothing
	}
	for range sides {
		r := canvas.NewRaster(nil)
		r.Generator = func(w, ht int) image.Image { return h.draw(w, ht, r) }
		objects = append(objects, r)
	}
	return draw.NewRenderer(h, func() fyne.Size { return fyne.Size{} }, func(s fyne.Size) {
		if sides == 1 {
			objects[0].Resize(s)
			return
		}
		t := min(h.frame, s.Width/2, s.Height/2)
		for i, b := range [][4]float32{{0, 0, s.Width, t}, {0, s.Height - t, s.Width, t}, {0, t, t, s.Height - 2*t}, {s.Width - t, t, t, s.Height - 2*t}} {
			objects[i].Resize(fyne.NewSize(b[2], b[3]))
			objects[i].Move(fyne.NewPos(b[0], b[1]))
		}
	}, func() {}, objects...)
}

// draw computes one long row of stripes and lays it down once a line, each line one pixel further along. The stripes go
// on from one side of a frame to the next.
func (h *Hatch) draw(w, ht int, of *canvas.Raster) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, ht))
	size := of.Size()
	if w <= 0 || ht <= 0 || size.Width <= 0 {
		return img
	}
	scale := float64(w) / float64(size.Width)
	from := int((float64(of.Position().X)+float64(of.Position().Y))*scale + .5)
	row := stripes(from, w+ht, float64(h.stripe)*scale, h.colours.Stripe.NRGBA(), h.colours.Gap.NRGBA())
	for y := range ht {
		copy(img.Pix[y*img.Stride:y*img.Stride+4*w], row[4*y:])
	}
	return img
}

// stripes is a row of n pixels through a hatch, from a place on, whose stripes are stripe pixels wide, edges smoothed.
func stripes(from, n int, stripe float64, a, b color.NRGBA) []uint8 {
	const samples = 8
	row := make([]uint8, 0, 4*n)
	for x := from; x < from+n; x++ {
		hits := 0
		for s := range samples {
			d := (float64(x) + (float64(s)+.5)/samples) / math.Sqrt2
			if int(d/stripe)%2 == 0 {
				hits++
			}
		}
		c := draw.Mix(b, a, float32(hits)/samples)
		row = append(row, c.R, c.G, c.B, 255)
	}
	return row
}

// Frame is content inside a frame: hatched or in one colour. The content lies on the window itself.
type Frame struct {
	widget.BaseWidget
	content   fyne.CanvasObject
	back      fyne.CanvasObject
	thickness float32
}

// NewHatchFrame puts a hatched frame around content.
func NewHatchFrame(colours Hatching, thickness, stripe float32, content fyne.CanvasObject) *Frame {
	back := NewHatch(colours, stripe)
	back.frame = thickness
	return newFrame(back, thickness, content)
}

// NewSolidFrame puts a frame of one colour around content.
func NewSolidFrame(colour theme.Colour, thickness float32, content fyne.CanvasObject) *Frame {
	back := NewFrame(theme.Transparent, colour, 0)
	back.Stroke = thickness
	return newFrame(back, thickness, content)
}

func newFrame(back fyne.CanvasObject, thickness float32, content fyne.CanvasObject) *Frame {
	f := &Frame{content: content, back: back, thickness: thickness}
	f.ExtendBaseWidget(f)
	return f
}

func (f *Frame) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{f.back}
	if f.content != nil {
		objects = append(objects, f.content)
	}
	t := f.thickness
	return draw.NewRenderer(f,
		func() fyne.Size {
			if f.content == nil {
				return fyne.NewSquareSize(2 * t)
			}
			return f.content.MinSize().AddWidthHeight(2*t, 2*t)
		},
		func(s fyne.Size) {
			f.back.Resize(s)
			for _, o := range objects[1:] {
				o.Resize(fyne.NewSize(max(0, s.Width-2*t), max(0, s.Height-2*t)))
				o.Move(fyne.NewPos(t, t))
			}
		},
		func() { f.back.Refresh() }, objects...)
}
