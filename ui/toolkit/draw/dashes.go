package draw

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
)

const (
	dashLength float64 = 7
	dashGap    float64 = 5
	// dashStroke is how thick a broken outline is at least: a thinner one is not seen as broken.
	dashStroke float32 = 1.5
)

// Dashes is the broken outline of what cannot be pressed now, around nothing, where there are few colours to tell it
// from what can be: elsewhere that has no outline, and a quiet ground. It is hidden until then, and costs nothing.
type Dashes struct {
	widget.BaseWidget
	radius float32
	sides  []fyne.CanvasObject // top and bottom with the corners, then left and right
}

// NewDashes is a hidden outline with round corners.
func NewDashes(radius float32) *Dashes {
	d := &Dashes{radius: radius}
	d.Hide()
	d.ExtendBaseWidget(d)
	return d
}

// FewColours reports whether all grounds are one, and outlines alone tell controls from the page.
func FewColours() bool { return theme.Now().Variant == theme.Contrast }

// OffGround is the fill and the line of something that is off.
func OffGround(fill, line color.NRGBA) (offFill, offLine color.NRGBA) {
	if FewColours() {
		return color.NRGBA{}, color.NRGBA{}
	}
	return fill, line
}

// SetOff shows the outline around what is off, and hides it around what is on.
func (d *Dashes) SetOff(off bool) {
	if off && FewColours() {
		d.Show()
		d.Refresh()
	} else if !d.Hidden {
		d.Hide()
	}
}

// CreateRenderer is for Fyne.
func (d *Dashes) CreateRenderer() fyne.WidgetRenderer {
	for range 4 {
		r := canvas.NewRaster(nil)
		r.Generator = func(w, h int) image.Image { return d.draw(w, h, r) }
		d.sides = append(d.sides, r)
	}
	return NewRenderer(d, func() fyne.Size { return fyne.Size{} }, d.arrange, func() {
		for _, s := range d.sides {
			s.Refresh()
		}
	}, d.sides...)
}

func (d *Dashes) arrange(s fyne.Size) {
	high := min(d.radius+1, s.Height/2)
	thick := max(dashStroke, theme.Border()) + 1
	for i, b := range [][4]float32{{0, 0, s.Width, high}, {0, s.Height - high, s.Width, high}, {0, high, thick, s.Height - 2*high}, {s.Width - thick, high, thick, s.Height - 2*high}} {
		d.sides[i].Move(fyne.NewPos(b[0], b[1]))
		d.sides[i].Resize(fyne.NewSize(max(b[2], 0), max(b[3], 0)))
	}
}

// draw is the part of the outline on one side: round corners, and dashes between them.
func (d *Dashes) draw(w, h int, of *canvas.Raster) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	size, all := of.Size(), d.Size()
	if w <= 0 || h <= 0 || size.Width <= 0 || size.Height <= 0 {
		return img
	}
	ink := theme.Ghost.NRGBA()
	scale := float64(w) / float64(size.Width)
	at := of.Position()
	wide, high := float64(all.Width)*scale, float64(all.Height)*scale
	radius := min(float64(d.radius)*scale, wide/2, high/2)
	stroke := float64(max(dashStroke, theme.Border())) * scale
	for y := range h {
		for x := range w {
			px, py := float64(at.X)*scale+float64(x)+.5, float64(at.Y)*scale+float64(y)+.5
			dx, dy := radius-min(px, wide-px), radius-min(py, high-py)
			away := math.Hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - radius
			share := min(max(.5-away, 0), 1) * min(max(away+stroke+.5, 0), 1)
			switch {
			case dx > 0 && dy > 0: // a corner
			case dx > dy:
				share *= dash(py-radius, high-2*radius, scale)
			default:
				share *= dash(px-radius, wide-2*radius, scale)
			}
			if share > 0 {
				img.SetNRGBA(x, y, color.NRGBA{R: ink.R, G: ink.G, B: ink.B, A: uint8(float64(ink.A)*share + .5)})
			}
		}
	}
	return img
}

// dash is how much of the outline there is at a place of a straight side of a length: it begins and ends with a gap,
// and its dashes are as even as they can be.
func dash(at, length, scale float64) float64 {
	n := math.Max(math.Round((length/scale-dashGap)/(dashLength+dashGap)), 1)
	period := (length - dashGap*scale) / n
	in := math.Mod(at-dashGap*scale+period, period)
	if at < dashGap*scale {
		return 0
	}
	return min(max(period-dashGap*scale-in+.5, 0), 1)
}
