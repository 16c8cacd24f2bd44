package draw

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// paintRoundedRectangles computes what a graphics card paints for the parts of a rounded rectangle on a frame of pixels
// at a scale: the shaders of shaders.go written again in Go, over the toolkit's bounds, which are rounded to pixels and
// painted with a rim.
func paintRoundedRectangles(parts []fyne.CanvasObject, scale float32, w, h int, ground [4]float32) [][4]float32 {
	frame := make([][4]float32, w*h)
	for i := range frame {
		frame[i] = ground
	}
	round := func(v float32) float32 { return float32(math.Round(float64(v * scale))) }
	for _, o := range parts {
		s := o.(*canvas.Shader)
		u := s.Uniforms
		x1, y1 := round(s.Position().X), round(s.Position().Y)
		x2, y2 := x1+round(s.Size().Width), y1+round(s.Size().Height)
		rim := float32(math.Round(float64(.5*scale))) * scale
		fill, line := [4]float32{u["fr"], u["fg"], u["fb"], u["fa"]}, [4]float32{u["lr"], u["lg"], u["lb"], u["la"]}
		for i := range frame {
			x, y := float32(i%w)+.5, float32(i/w)+.5
			if x < x1-rim || x > x2+rim || y < y1-rim || y > y2+rim {
				continue
			}
			c := fill
			if s.Name == "sanduq-rounded-rectangle" {
				r := u["radius"]
				cx := r - min(x-x1+u["before"], x2-x+u["after"])
				cy := r - min(y-y1+u["above"], y2-y+u["below"])
				away := float32(math.Hypot(float64(max(cx, 0)), float64(max(cy, 0)))) + min(max(cx, cy), 0) - r
				m := clamp01(away + u["stroke"] + .5)
				for j := range c {
					c[j] += (line[j] - c[j]) * m
				}
				c[3] *= clamp01(.5 - away)
			}
			for j := range 3 {
				frame[i][j] = c[j]*c[3] + frame[i][j]*(1-c[3])
			}
		}
	}
	return frame
}

func clamp01(v float32) float32 { return min(max(v, 0), 1) }

// aRoundedRectangle is a rounded rectangle of a rectangle that begins at (10, 10).
func aRoundedRectangle(size fyne.Size, fill, line color.NRGBA, stroke, radius float32) (*roundedRectangle, *canvas.Rectangle) {
	r := canvas.NewRectangle(color.Transparent)
	Box(r, fill, line, stroke, radius)
	r.Resize(size)
	r.Move(fyne.NewPos(10, 10))
	return &roundedRectangle{of: r}, r
}

// TestALargeRoundedRectangleLooksLikeAWholeOne draws rounded rectangles in five parts and in one, at scales of real
// screens.
func TestALargeRoundedRectangleLooksLikeAWholeOne(t *testing.T) {
	test.NewTempApp(t)
	white, grey, none := color.NRGBA{255, 255, 255, 255}, color.NRGBA{90, 90, 90, 255}, color.NRGBA{}
	for _, c := range []struct {
		name           string
		fill, line     color.NRGBA
		stroke, radius float32
		parts          int
	}{
		{"card", white, grey, 1, 12, 5}, {"card in high contrast", white, grey, 2, 12, 5}, {"panel", white, none, 0, 0, 5},
		{"button", grey, grey, 1, 12, 5}, {"focus ring", none, grey, 3, 17, 4}, {"round frame", none, grey, 4, 24, 4},
	} {
		for _, scale := range []float32{1, 1.1, 1.25, 1.5, 1.75, 2, 3} {
			t.Run(fmt.Sprint(c.name, " at ", scale), func(t *testing.T) {
				size := fyne.NewSize(221, 179.5)
				p, _ := aRoundedRectangle(size, c.fill, c.line, c.stroke, c.radius)
				parts := p.objects(scale)
				if len(parts) != c.parts {
					t.Fatalf("drawn in %d parts, want %d", len(parts), c.parts)
				}
				l := p.drawn
				if c.fill.A == 0 {
					l.fill = color.NRGBA{R: c.line.R, G: c.line.G, B: c.line.B}
				}
				if c.stroke == 0 {
					l.line = l.fill
				}
				w, h := int(240*scale), int(200*scale)
				ground := [4]float32{.2, .9, .2, 1}
				got := paintRoundedRectangles(parts, scale, w, h, ground)
				want := paintRoundedRectangles((&roundedRectangle{of: p.of}).edge(0, l, box4{0, 0, l.pixels(size.Width), l.pixels(size.Height)}), scale, w, h, ground)
				wrong := 0
				for i := range got {
					if d := distance(got[i], want[i]); d > .02 {
						wrong++
					}
				}
				if wrong > 0 {
					t.Errorf("%d of %d points differ", wrong, len(got))
				}
			})
		}
	}
}

func distance(a, b [4]float32) (most float32) {
	for j := range a {
		most = max(most, float32(math.Abs(float64(a[j]-b[j]))))
	}
	return most
}

func TestWhatIsNotSeenIsNotDrawn(t *testing.T) {
	test.NewTempApp(t)
	grey, none := color.NRGBA{90, 90, 90, 255}, color.NRGBA{}
	for name, change := range map[string]func(*canvas.Rectangle){
		"transparent": func(r *canvas.Rectangle) { Box(r, none, none, 1, 12) },
		"hidden":      func(r *canvas.Rectangle) { r.Hidden = true },
		"empty":       func(r *canvas.Rectangle) { r.Resize(fyne.Size{}) },
	} {
		p, r := aRoundedRectangle(fyne.NewSize(200, 200), grey, grey, 1, 12)
		if len(p.objects(1)) == 0 {
			t.Fatal("a grey rounded rectangle is not drawn")
		}
		change(r)
		if n := len(p.objects(1)); n != 0 {
			t.Errorf("%s: %d parts are drawn", name, n)
		}
	}
}

// TestPartsAreRoundedAsTheirRectangle: a part that begins whole pixels after its
// rounded rectangle must do so wherever the rounded rectangle stands, or its line has a step.
func TestPartsAreRoundedAsTheirRectangle(t *testing.T) {
	test.NewTempApp(t)
	s := canvas.NewShader("part", nil, nil)
	for _, scale := range []float32{1, 1.1, 1.25, 4. / 3, 1.5, 1.75, 2} {
		for x := float32(0); x < 1400; x += .25 {
			for n := float32(1); n < 1400; n += 97 {
				l := roundedRectangleLook{pos: fyne.NewPos(x, 0), scale: scale}
				l.stand(s, box4{n, 0, 10, 10})
				if got, want := l.pixels(s.Position().X), l.pixels(x)+n; got != want {
					t.Fatalf("at %v a part %v pixels after a rounded rectangle at %v begins at %v, want %v", scale, n, x, got, want)
				}
			}
		}
	}
}
