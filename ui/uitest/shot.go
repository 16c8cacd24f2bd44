package uitest

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/theme"
)

// Shot is the picture that a canvas's Capture makes, in two thirds of the time: what looks the same was
// painted by the toolkit once, alone, and plain rectangles are filled. Scroll bars are left out. A canvas with anything
// else on it than rectangles, circles, texts, images and rasters is captured. It is used on the test's goroutine only.
func Shot(c fyne.Canvas) image.Image {
	layers := Scene(c)
	for _, layer := range layers {
		for _, d := range layer {
			if !paintable(d) {
				return c.Capture()
			}
		}
	}
	size := c.Size()
	p := &shot{scale: c.Scale()}
	p.RGBA = image.NewRGBA(image.Rect(0, 0, p.pixel(size.Width), p.pixel(size.Height)))
	draw.Draw(p.RGBA, p.Rect, image.NewUniform(theme.Color(theme.ColorNameBackground)), image.Point{}, draw.Src)
	for _, layer := range layers {
		for _, d := range layer {
			if !d.Seen.Empty() {
				p.paint(d)
			}
		}
	}
	return p.RGBA
}

// paintable reports whether a shot can show an object, or it is nothing but a holder of others.
func paintable(d Drawn) bool {
	switch o := d.Object.(type) {
	case *canvas.Rectangle:
		return o.Aspect == 0 && o.Shadow == (canvas.Shadow{})
	case *canvas.Text:
		return o.TextStyle == fyne.TextStyle{}
	case *canvas.Circle:
		return o.Shadow == (canvas.Shadow{}) && d.Box.Within(d.Clip, 0) // the toolkit moves one that is cut
	case *canvas.Image, *canvas.Raster, *fyne.Container, fyne.Widget:
		return true
	}
	return false
}

type shot struct {
	*image.RGBA
	scale float32
}

// pixel is where the toolkit's painter puts a length in units.
func (p *shot) pixel(v float32) int { return int(math.Ceil(float64(v * p.scale))) }

func (p *shot) area(b Box) image.Rectangle {
	return image.Rect(p.pixel(b.Left), p.pixel(b.Top), p.pixel(b.Right), p.pixel(b.Bottom))
}

func (p *shot) paint(d Drawn) {
	clip := p.area(d.Clip)
	at := image.Pt(p.pixel(d.Box.Left), p.pixel(d.Box.Top))
	switch o := d.Object.(type) {
	case *canvas.Rectangle:
		if plain(o) {
			if o.FillColor != nil {
				size := image.Pt(p.pixel(o.Size().Width), p.pixel(o.Size().Height))
				draw.Draw(p.RGBA, clip.Intersect(image.Rectangle{at, at.Add(size)}), image.NewUniform(o.FillColor), image.Point{}, draw.Over)
			}
			return
		}
		c := canvas.NewRectangle(o.FillColor)
		*c = *o
		p.copied(d, at, clip, c, sprite{fill: o.FillColor, stroke: o.StrokeColor, size: o.Size(),
			form: [6]float32{o.StrokeWidth, o.CornerRadius, o.TopLeftCornerRadius, o.TopRightCornerRadius, o.BottomLeftCornerRadius, o.BottomRightCornerRadius}})
	case *canvas.Circle:
		c := canvas.NewCircle(o.FillColor)
		*c = *o
		p.copied(d, at, clip, c, sprite{name: "circle", fill: o.FillColor, stroke: o.StrokeColor, size: o.Size(), form: [6]float32{o.StrokeWidth}})
	case *canvas.Text:
		if o.Text == "" {
			return
		}
		c := canvas.NewText(o.Text, o.Color)
		*c = *o
		name := ""
		if o.FontSource != nil {
			name = o.FontSource.Name()
		}
		p.copied(d, at, clip, c, sprite{name: name, text: o.Text, fill: o.Color, size: o.Size(), form: [6]float32{o.TextSize, float32(o.Alignment)}})
	case *canvas.Image:
		c := &canvas.Image{}
		*c = *o
		key := sprite{}
		if o.Resource != nil { // its Image is then what Fyne made of it at this size
			key = sprite{name: o.Resource.Name(), text: "image", size: o.Size(), form: [6]float32{float32(o.FillMode), float32(o.ScaleMode), float32(o.Translucency), o.CornerRadius}}
		}
		p.copied(d, at, clip, c, key)
	case *canvas.Raster:
		size := image.Pt(p.pixel(o.Size().Width), p.pixel(o.Size().Height))
		if drawn := o.Generator(size.X, size.Y); drawn.Bounds().Size() == size {
			clip = clip.Intersect(image.Rectangle{at, at.Add(size)})
			draw.Draw(p.RGBA, clip, drawn, drawn.Bounds().Min.Add(clip.Min.Sub(at)), draw.Over)
			return
		}
		c := canvas.NewRaster(o.Generator)
		*c = *o
		p.copied(d, at, clip, c, sprite{})
	}
}

// plain reports whether a rectangle is its colour and nothing else.
func plain(r *canvas.Rectangle) bool {
	return (r.StrokeColor == nil || r.StrokeWidth <= 0) && r.CornerRadius == 0 &&
		r.TopLeftCornerRadius == 0 && r.TopRightCornerRadius == 0 && r.BottomLeftCornerRadius == 0 && r.BottomRightCornerRadius == 0
}

// sprite is everything that an object's looks depend on; none has no name, no text and no size.
type sprite struct {
	name, text   string
	fill, stroke color.Color
	size         fyne.Size
	scale        float32
	form         [6]float32
}

// painted are objects as the toolkit paints them, with a margin of edge units around them.
var painted = map[sprite]*image.RGBA{}

// edge is room for what an object paints outside its box.
const edge = 8

// mostPainted bounds the bytes that are kept: more than a test binary has in one look.
const mostPainted = 96 << 20

var paintedBytes int

// copied paints an object's copy.
func (p *shot) copied(d Drawn, at image.Point, clip image.Rectangle, copied fyne.CanvasObject, key sprite) {
	known := key != sprite{}
	key.scale = p.scale
	drawn, is := painted[key]
	if !known || !is {
		if r, is := copied.(*canvas.Rectangle); is {
			drawn = p.rectangle(r)
		} else {
			drawn = p.alone(copied)
		}
		if paintedBytes >= mostPainted {
			clear(painted)
			paintedBytes = 0
		}
		if known {
			painted[key] = drawn
			paintedBytes += len(drawn.Pix)
		}
	}
	margin := p.pixel(edge)
	clip = clip.Intersect(drawn.Rect.Add(at.Sub(image.Pt(margin, margin))))
	draw.Draw(p.RGBA, clip, drawn, clip.Min.Sub(at).Add(image.Pt(margin, margin)), draw.Over)
}

// rectangle is one with corners or a border. It is painted with less of its middle, which is then repeated: a large one
// takes the toolkit 20 ms.
func (p *shot) rectangle(r *canvas.Rectangle) *image.RGBA {
	const whole = 4 // units that are whole pixels at each scale of quarters
	corner := max(r.CornerRadius, r.TopLeftCornerRadius, r.TopRightCornerRadius, r.BottomLeftCornerRadius, r.BottomRightCornerRadius) + r.StrokeWidth + whole
	less := func(length float32) float32 {
		if p.scale*whole != float32(math.Round(float64(p.scale*whole))) {
			return 0
		}
		return max(0, whole*float32(math.Floor(float64((length-2*corner)/whole))))
	}
	size := r.Size()
	cut := fyne.NewSize(less(size.Width), less(size.Height))
	r.Resize(size.Subtract(cut))
	small := p.alone(r)
	mid := image.Pt(p.pixel(edge+r.Size().Width/2), p.pixel(edge+r.Size().Height/2))
	more := image.Pt(p.pixel(cut.Width), p.pixel(cut.Height))
	large := image.NewRGBA(image.Rectangle{Max: small.Rect.Max.Add(more)})
	for y := range large.Rect.Max.Y {
		from := small.Pix[small.Stride*(y-min(max(y-mid.Y, 0), more.Y)):][:small.Stride]
		to := large.Pix[large.Stride*y:][:large.Stride]
		copy(to, from[:4*mid.X])
		for x := range more.X {
			copy(to[4*(mid.X+x):], from[4*mid.X:][:4])
		}
		copy(to[4*(mid.X+more.X):], from[4*mid.X:])
	}
	return large
}

// alone is an object as the toolkit paints it on nothing.
func (p *shot) alone(o fyne.CanvasObject) *image.RGBA {
	size := o.Size()
	if t, is := o.(*canvas.Text); is {
		size = size.Max(t.MinSize())
	}
	c := software.NewTransparentCanvas()
	c.SetPadded(false)
	c.(interface{ SetScale(float32) }).SetScale(p.scale)
	o.Move(fyne.NewPos(edge, edge))
	c.SetContent(container.NewWithoutLayout(o))
	c.Resize(size.AddWidthHeight(2*edge, 2*edge))
	from := c.Capture()
	to := image.NewRGBA(from.Bounds())
	draw.Draw(to, to.Rect, from, from.Bounds().Min, draw.Src)
	return to
}
