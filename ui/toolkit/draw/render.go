package draw

import (
	"image/color"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
)

// Renderer is the renderer of most widgets of the toolkit: paint takes colours and words over, arrange places the
// objects.
type Renderer struct {
	widget  fyne.Widget
	objects []fyne.CanvasObject
	min     func() fyne.Size
	arrange func(fyne.Size)
	paint   func()

	rounded []*roundedRectangle // in place of the rectangles among the objects
	shown   []fyne.CanvasObject // the objects with rounded rectangles
	next    []fyne.CanvasObject // room for what is shown next
}

// NewRenderer paints at once; arrange is called when the widget has a size.
func NewRenderer(w fyne.Widget, min func() fyne.Size, arrange func(fyne.Size), paint func(), objects ...fyne.CanvasObject) *Renderer {
	r := &Renderer{widget: w, objects: objects, min: min, arrange: arrange, paint: paint}
	paint()
	return r
}

// SetObjects changes what is drawn, from the next frame on.
func (r *Renderer) SetObjects(objects ...fyne.CanvasObject) { r.objects = objects }

// Destroy is for Fyne.
func (r *Renderer) Destroy() {}

// MinSize is for Fyne.
func (r *Renderer) MinSize() fyne.Size { return r.min() }

// Layout is for Fyne.
func (r *Renderer) Layout(size fyne.Size) {
	r.arrange(size)
	r.Objects()
}

// Refresh paints and arranges again.
func (r *Renderer) Refresh() {
	r.paint()
	r.arrange(r.widget.Size())
	r.Objects()
	canvas.Refresh(r.widget)
}

// Objects takes over what has become of the rectangles, wherever they were changed. A rounded rectangle that moves asks
// for another frame, so Layout and Refresh have done it before this one is painted.
func (r *Renderer) Objects() []fyne.CanvasObject {
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

// Change gives a field of a widget another value and draws the widget again; the same value changes nothing.
func Change[T comparable](w fyne.CanvasObject, field *T, to T) {
	if *field != to {
		*field = to
		w.Refresh()
	}
}

// Repaint asks for another frame of a widget whose rectangles have changed alone: a rectangle that is drawn as a
// rounded rectangle is on no canvas, so that its own Refresh is lost.
func Repaint(w fyne.Widget) {
	c := CanvasOf(w)
	if d, ok := c.(interface{ SetDirty() }); ok {
		d.SetDirty()
		return
	}
	canvas.Refresh(w)
}

// Place moves and sizes an object, mirrored inside width when the direction is from right to left.
func Place(o fyne.CanvasObject, rtl bool, width, x, y, w, h float32) {
	if rtl {
		x = width - x - w
	}
	o.Resize(fyne.NewSize(w, h))
	o.Move(fyne.NewPos(x, y))
}

// PlaceMin is Place with the object's own minimum size, centred on the line at middle.
func PlaceMin(o fyne.CanvasObject, rtl bool, width, x, middle float32) float32 {
	m := o.MinSize()
	Place(o, rtl, width, x, middle-m.Height/2, m.Width, m.Height)
	return m.Width
}

// settle is the part of a pixel by which text is lifted before the painter rounds, so that on average it stands where
// the line box says.
const settle = .6

// TopFor is where a canvas text of an ascent begins so that its baseline is at base. The painter rounds the ascent up
// to whole pixels, which would push small text down by up to one of them.
func TopFor(w fyne.CanvasObject, base, ascent float32) float32 {
	scale := float32(1)
	if c := CanvasOf(w); c != nil && c.Scale() > 0 {
		scale = c.Scale()
	}
	return base - (float32(math.Ceil(float64(ascent*scale)))+settle)/scale
}

// KeyHints reports whether there is room for key caps: large text takes it first.
func KeyHints() bool { return theme.Now().TextScale < 1.5 }

// RTL reports whether the direction is from right to left.
func RTL() bool { return theme.Now().RTL }

// Mix lays a share of ink over a ground, for hover and press.
func Mix(ground, ink color.NRGBA, share float32) color.NRGBA {
	if ground.A == 0 {
		ink.A = uint8(255 * share)
		return ink
	}
	blend := func(a, b uint8) uint8 { return uint8(float32(a) + (float32(b)-float32(a))*share + .5) }
	return color.NRGBA{R: blend(ground.R, ink.R), G: blend(ground.G, ink.G), B: blend(ground.B, ink.B), A: ground.A}
}

// Fade is a colour that is less opaque.
func Fade(c color.NRGBA, share float32) color.NRGBA {
	c.A = uint8(float32(c.A)*share + .5)
	return c
}

// Box is a rectangle with the border inside its bounds. Where there is only a border, the fill is the border's colour
// all but transparent: the painter mixes the two along the inner edge, and would mix in black otherwise.
func Box(r *canvas.Rectangle, fill, stroke color.NRGBA, width, radius float32) {
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
