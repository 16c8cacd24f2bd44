package widgets

import (
	"image/color"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
)

// renderer is the one renderer of most widgets here: paint takes colours and words over, arrange places the objects.
type renderer struct {
	widget  fyne.Widget
	objects []fyne.CanvasObject
	min     func() fyne.Size
	arrange func(fyne.Size)
	paint   func()

	rounded []*roundedRectangle // in place of the rectangles among the objects
	shown   []fyne.CanvasObject // the objects with rounded rectangles
	next    []fyne.CanvasObject // room for what is shown next
}

func newRenderer(w fyne.Widget, min func() fyne.Size, arrange func(fyne.Size), paint func(), objects ...fyne.CanvasObject) *renderer {
	r := &renderer{widget: w, objects: objects, min: min, arrange: arrange, paint: paint}
	paint()
	return r
}

func (r *renderer) Destroy()           {}
func (r *renderer) MinSize() fyne.Size { return r.min() }

func (r *renderer) Layout(size fyne.Size) {
	r.arrange(size)
	r.Objects()
}

func (r *renderer) Refresh() {
	r.paint()
	r.arrange(r.widget.Size())
	r.Objects()
	canvas.Refresh(r.widget)
}

// Objects takes over what has become of the rectangles, wherever they were changed. A rounded rectangle that moves asks for another
// frame, so Layout and Refresh have done it before this one is painted.
func (r *renderer) Objects() []fyne.CanvasObject {
	if !shaders {
		return r.objects
	}
	now, n, scale := r.next[:0], 0, float32(0)
	for _, o := range r.objects {
		rect, is := o.(*canvas.Rectangle)
		if !is {
			now = append(now, o)
			continue
		}
		if n == len(r.rounded) {
			r.rounded = append(r.rounded, &roundedRectangle{})
		}
		if r.rounded[n].of != rect {
			r.rounded[n] = &roundedRectangle{of: rect}
		}
		if scale == 0 {
			scale = scaleOf(r.widget)
		}
		now = append(now, r.rounded[n].objects(scale)...)
		n++
	}
	if r.next = now; !slices.Equal(now, r.shown) {
		r.shown = slices.Clone(now)
	}
	return r.shown
}

// repaint asks for another frame of a widget whose rectangles have changed alone: a rectangle that is drawn as a rounded rectangle is
// on no canvas, so that its own Refresh is lost.
func repaint(w fyne.Widget) {
	c := canvasOf(w)
	if d, ok := c.(interface{ SetDirty() }); ok {
		d.SetDirty()
		return
	}
	canvas.Refresh(w)
}

// place moves and sizes an object, mirrored inside width when the direction is from right to left.
func place(o fyne.CanvasObject, rtl bool, width, x, y, w, h float32) {
	if rtl {
		x = width - x - w
	}
	o.Resize(fyne.NewSize(w, h))
	o.Move(fyne.NewPos(x, y))
}

// placeMin is place with the object's own minimum size, centred on the line at middle.
func placeMin(o fyne.CanvasObject, rtl bool, width, x, middle float32) float32 {
	m := o.MinSize()
	place(o, rtl, width, x, middle-m.Height/2, m.Width, m.Height)
	return m.Width
}

// settle is the part of a pixel by which text is lifted before the painter rounds, so that on average it stands where
// the line box says.
const settle = .6

// topFor is where a canvas text of an ascent begins so that its baseline is at base. The painter rounds the ascent up to
// whole pixels, which would push small text down by up to one of them.
func topFor(w fyne.CanvasObject, base, ascent float32) float32 {
	scale := float32(1)
	if c := canvasOf(w); c != nil && c.Scale() > 0 {
		scale = c.Scale()
	}
	return base - (float32(math.Ceil(float64(ascent*scale)))+settle)/scale
}

// hints reports whether there is room for key caps: large text takes it first.
func hints() bool { return theme.Now().TextScale < 1.5 }

func isRTL() bool { return theme.Now().RTL }

// mix lays a share of ink over a ground, for hover and press.
func mix(ground, ink color.NRGBA, share float32) color.NRGBA {
	if ground.A == 0 {
		ink.A = uint8(255 * share)
		return ink
	}
	blend := func(a, b uint8) uint8 { return uint8(float32(a) + (float32(b)-float32(a))*share + .5) }
	return color.NRGBA{R: blend(ground.R, ink.R), G: blend(ground.G, ink.G), B: blend(ground.B, ink.B), A: ground.A}
}

func fade(c color.NRGBA, share float32) color.NRGBA {
	c.A = uint8(float32(c.A)*share + .5)
	return c
}

// box is a rectangle with the border inside its bounds. Where there is only a border, the fill is the border's colour
// all but transparent: the painter mixes the two along the inner edge, and would mix in black otherwise.
func box(r *canvas.Rectangle, fill, stroke color.NRGBA, width, radius float32) {
	if fill.A == 0 && stroke.A > 0 {
		fill = stroke
		fill.A = 1
	}
	r.FillColor, r.StrokeColor, r.StrokeWidth, r.CornerRadius = fill, stroke, width, radius
	if stroke.A == 0 {
		r.StrokeWidth = 0
	}
	if fill.A == 0 {
		r.FillColor = color.Transparent // the one value for which nothing is painted
	}
}
