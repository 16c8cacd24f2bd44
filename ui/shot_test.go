package ui

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"fyne.io/fyne/v2/container"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// TestAShotIsWhatTheToolkitPaints holds the quick picture, from which the laws read colours, against the toolkit's own.
func TestAShotIsWhatTheToolkitPaints(t *testing.T) {
	for _, d := range []dress{{}, {lang: words.Arabic, variant: theme.Dark}, {variant: theme.Contrast, text: 2}} {
		screens := 0
		r := newHarness(t, shopFloor, allRoutes, everything, rooms)
		r.wear(d)
		walkThrough(r, func(name string) {
			if screens++; screens%4 != 1 {
				return
			}
			want, got := r.win.Canvas().Capture(), uitest.Shot(r.win.Canvas())
			if other, most := differing(want, got, bars(r)); other > 40 || want.Bounds() != got.Bounds() {
				t.Errorf("%+v, %s: %d of %d pixels differ, by up to %d, %v and %v", d, name, other, want.Bounds().Dx()*want.Bounds().Dy(), most, want.Bounds(), got.Bounds())
			}
		})
		if screens < 8 {
			t.Errorf("%d screens", screens)
		}
	}
}

// bars are where scroll bars may be, which a shot leaves out.
func bars(r *harness) (all []image.Rectangle) {
	for _, layer := range uitest.Scene(r.win.Canvas()) {
		for _, d := range layer {
			if _, is := d.Object.(*container.Scroll); is {
				b := image.Rect(int(d.Box.Left), int(d.Box.Top), int(d.Box.Right)+1, int(d.Box.Bottom)+1)
				all = append(all, image.Rect(b.Max.X-14, b.Min.Y, b.Max.X, b.Max.Y), image.Rect(b.Min.X, b.Max.Y-14, b.Max.X, b.Max.Y))
			}
		}
	}
	return all
}

// differing counts the pixels, outside of some places, that differ by more than rounding does.
func differing(a, b image.Image, but []image.Rectangle) (n, most int) {
	box := a.Bounds().Intersect(b.Bounds())
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if slices.ContainsFunc(but, func(r image.Rectangle) bool { return image.Pt(x, y).In(r) }) {
				continue
			}
			p, q := color.NRGBAModel.Convert(a.At(x, y)).(color.NRGBA), color.NRGBAModel.Convert(b.At(x, y)).(color.NRGBA)
			d := max(apart(p.R, q.R), apart(p.G, q.G), apart(p.B, q.B), apart(p.A, q.A))
			if d > 3 {
				n++
			}
			most = max(most, d)
		}
	}
	return n, most
}

func apart(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }
