package widgets

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
)

// Hatching is a pair of colours that alternate in stripes at 45 degrees.
type Hatching struct{ Stripe, Gap theme.Colour }

// PracticeHatching is black on yellow, everywhere and in every theme; UnknownHatching is purple on the ground.
var (
	PracticeHatching = Hatching{theme.OnPractice, theme.Practice}
	UnknownHatching  = Hatching{theme.Unknown, theme.UnknownGap}
)

// Hatch is a rectangle of stripes.
type Hatch struct {
	widget.BaseWidget
	colours Hatching
	stripe  float32
}

// NewHatch is a hatched rectangle; stripe is the width of one stripe measured across it, usually theme.HatchStripe.
func NewHatch(colours Hatching, stripe float32) *Hatch {
	h := &Hatch{colours: colours, stripe: stripe}
	h.ExtendBaseWidget(h)
	return h
}

// CreateRenderer is for Fyne.
func (h *Hatch) CreateRenderer() fyne.WidgetRenderer {
	r := canvas.NewRaster(h.draw)
	return newRenderer(h, func() fyne.Size { return fyne.Size{} }, r.Resize, func() {}, r)
}

// draw computes one long row of stripes and lays it down once a line, each line one pixel further along.
func (h *Hatch) draw(w, ht int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, ht))
	size := h.Size()
	if w <= 0 || ht <= 0 || size.Width <= 0 {
		return img
	}
	scale := float64(w) / float64(size.Width)
	row := stripes(w+ht, float64(h.stripe)*scale, h.colours.Stripe.NRGBA(), h.colours.Gap.NRGBA())
	for y := range ht {
		copy(img.Pix[y*img.Stride:y*img.Stride+4*w], row[4*y:])
	}
	return img
}

// stripes is a row of n pixels through a hatch whose stripes are stripe pixels wide, edges smoothed.
func stripes(n int, stripe float64, a, b color.NRGBA) []uint8 {
	const samples = 8
	row := make([]uint8, 0, 4*n)
	for x := range n {
		hits := 0
		for s := range samples {
			d := (float64(x) + (float64(s)+.5)/samples) / math.Sqrt2
			if int(d/stripe)%2 == 0 {
				hits++
			}
		}
		c := mix(b, a, float32(hits)/samples)
		row = append(row, c.R, c.G, c.B, 255)
	}
	return row
}

// Frame is content inside a frame: hatched or in one colour.
type Frame struct {
	widget.BaseWidget
	content   fyne.CanvasObject
	back      fyne.CanvasObject
	ground    *Panel
	thickness float32
}

// NewHatchFrame puts a hatched frame around content that lies on the ground.
func NewHatchFrame(colours Hatching, thickness, stripe float32, content fyne.CanvasObject) *Frame {
	return newFrame(NewHatch(colours, stripe), thickness, content)
}

// NewSolidFrame puts a frame of one colour around content that lies on the ground.
func NewSolidFrame(colour theme.Colour, thickness float32, content fyne.CanvasObject) *Frame {
	return newFrame(NewPanel(colour), thickness, content)
}

func newFrame(back fyne.CanvasObject, thickness float32, content fyne.CanvasObject) *Frame {
	f := &Frame{content: content, back: back, ground: NewPanel(theme.Ground), thickness: thickness}
	f.ExtendBaseWidget(f)
	return f
}

// CreateRenderer is for Fyne.
func (f *Frame) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{f.back, f.ground}
	if f.content != nil {
		objects = append(objects, f.content)
	}
	t := f.thickness
	return newRenderer(f,
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
		func() {
			f.back.Refresh()
			f.ground.Refresh()
		}, objects...)
}
