package ui

import (
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/ui/toolkit/draw"
)

// What a point costs where no graphics card paints it, measured, in the price
// of a point of the body of a plate.
const (
	platePrice  = 3
	imagePrice  = 2.5
	squarePrice = 4.5 // the toolkit's rectangle
	roundPrice  = 7
	arcPrice    = 11
)

// price is what an object alone costs, in points.
func price(o fyne.CanvasObject) float32 {
	size, each := o.Size(), float32(0)
	switch o := o.(type) {
	case *canvas.Shader:
		each = platePrice
		if strings.HasSuffix(o.Name, "-body") {
			each = 1
		}
	case *canvas.Rectangle:
		each = squarePrice
		if o.CornerRadius != 0 || o.TopLeftCornerRadius != 0 || o.TopRightCornerRadius != 0 {
			each = roundPrice
		}
		if o.FillColor == nil || o.FillColor == color.Transparent {
			each = 0
		}
	case *canvas.Text:
		size, each = o.MinSize(), imagePrice
	case *canvas.Image, *canvas.Raster:
		each = imagePrice
	case *canvas.Arc:
		each = arcPrice
	case *canvas.Circle:
		each = roundPrice
	}
	return each * size.Width * size.Height
}

// cost is what an object and all below it cost.
func cost(o fyne.CanvasObject) (sum float32) {
	if !o.Visible() {
		return 0
	}
	var below []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		below = o.Objects
	case fyne.Widget:
		below = test.WidgetRenderer(o).Objects()
	default:
		return price(o)
	}
	for _, child := range below {
		sum += cost(child)
	}
	return sum
}

// TestAFrameIsCheapToPaint adds up what each screen paints: every change paints
// all of it, and a cheap till has no graphics card. One is a window filled with
// one plain colour. With the toolkit's rectangles these cost five to seven.
func TestAFrameIsCheapToPaint(t *testing.T) {
	for _, c := range []struct {
		name string
		most float32
		show func(*harness)
	}{
		{"a new sale", 2.2, func(r *harness) { r.runes("12.5") }},
		{"the routes", 1.8, func(r *harness) { r.runes("12.5"); r.keys(fyne.KeyReturn) }},
		{"a QR", 2.8, func(*harness) {}},
		{"the wait for the bank", 2.6, func(r *harness) { r.notice(sale(12, version(3), state(core.StateWaitingPayment))) }},
		{"what nobody knows", 3, func(r *harness) { r.notice(sale(12, version(3), state(core.StateWaitingPayment), capped)) }},
		{"paid in practice", 3, func(r *harness) { r.notice(sale(12, version(3), paid)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Cleanup(draw.DrawWithShaders())
			r := newHarness(t, shopFloor, everything)
			if c.name != "a new sale" && c.name != "the routes" {
				r.notice(sale(12, version(2)))
				r.shell.open(sale(12).ID)
			}
			c.show(r)
			size := r.win.Canvas().Size()
			if got := cost(r.win.Canvas().Content()) / (size.Width * size.Height); got > c.most || got < 1 {
				t.Errorf("a frame costs %.2f windows, want 1 to %.1f", got, c.most)
			}
		})
	}
}
