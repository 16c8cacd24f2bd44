package uitest

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
)

func TestContrastIsThatOfRelativeLuminance(t *testing.T) {
	for _, c := range []struct {
		a, b color.Color
		want float64
	}{
		{color.Black, color.White, 21}, {color.White, color.Black, 21}, {color.White, color.White, 1},
		{color.NRGBA{R: 0x76, G: 0x76, B: 0x76, A: 0xff}, color.White, 4.54}, {color.NRGBA{R: 0xff, A: 0xff}, color.White, 4},
	} {
		if got := Contrast(c.a, c.b); got < c.want-.005 || got > c.want+.005 {
			t.Errorf("%v on %v: %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

func TestAnOutlineIsBrokenWhereItBeginsOrEnds(t *testing.T) {
	p := image.NewRGBA(image.Rect(0, 0, 30, 4))
	draw.Draw(p, p.Bounds(), image.White, image.Point{}, draw.Src)
	if got := Breaks(p, p.Bounds(), color.White); got != 0 {
		t.Errorf("no outline is broken %d times", got)
	}
	for _, dash := range []image.Rectangle{image.Rect(0, 2, 5, 3), image.Rect(10, 2, 15, 3), image.Rect(20, 2, 30, 3)} {
		draw.Draw(p, dash, image.Black, image.Point{}, draw.Src)
	}
	if got := Breaks(p, p.Bounds(), color.White); got != 5 {
		t.Errorf("three dashes are broken %d times", got)
	}
	if got := Breaks(p, image.Rect(21, 0, 29, 4), color.White); got != 1 {
		t.Errorf("a whole outline begins %d times", got)
	}
}
