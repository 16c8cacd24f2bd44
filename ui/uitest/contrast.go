package uitest

import (
	"image"
	"image/color"
	"math"
)

// Contrast is how much two opaque colours stand out from each other: the ratio of
// their relative luminance, from 1 to 21.
func Contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

func luminance(c color.Color) float64 {
	part := func(v uint32) float64 {
		f := float64(v) / 0xffff
		if f <= .04045 {
			return f / 12.92
		}
		return math.Pow((f+.055)/1.055, 2.4)
	}
	r, g, b, _ := c.RGBA()
	return .2126*part(r) + .7152*part(g) + .0722*part(b)
}

// Breaks is how often an outline begins or ends in the row of an edge's pixels where
// it does so most. One that is whole, or none, has no break.
func Breaks(p image.Image, edge image.Rectangle, ground color.Color) (most int) {
	for y := edge.Min.Y; y < edge.Max.Y; y++ {
		n, on := 0, false
		for x := edge.Min.X; x < edge.Max.X; x++ {
			if is := Contrast(p.At(x, y), ground) > 1.6; is != on {
				n, on = n+1, is
			}
		}
		most = max(most, n)
	}
	return most
}
