package card

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"

	"sanduq/assets"
	"sanduq/ui/theme"
)

// side is the width of a picture in pixels.
const side = 240

// frame is how an end of the screen looks: what surrounds it, and in it a sign
// of a colour on a ground. The shapes differ, so that a card printed in black
// says the same.
type frame struct {
	icon         string
	ink, ground  theme.Colour
	edge         int // thickness of the frame, in pixels
	hatched      bool
	first, other theme.Colour // of the frame; other only when hatched
}

var frames = map[string]frame{
	"paid":     {icon: "check", ink: theme.OnPaid, ground: theme.Paid},
	"waiting":  {icon: "ring", ink: theme.Waiting, ground: theme.Card, edge: 4, first: theme.Edge},
	"failed":   {icon: "cross-octagon", ink: theme.Failed, ground: theme.Card, edge: 22, first: theme.Failed},
	"unknown":  {icon: "question", ink: theme.Unknown, ground: theme.Card, edge: 26, hatched: true, first: theme.Unknown, other: theme.UnknownGap},
	"practice": {icon: "check", ink: theme.Text, ground: theme.Card, edge: 40, hatched: true, first: theme.Text, other: theme.Practice},
	"never":    {icon: "close", ink: theme.Failed, ground: theme.FailedTint},
}

// picture draws one of frames, or an icon of that name.
func picture(name string) (image.Image, error) {
	f, framed := frames[name]
	if !framed {
		f = frame{icon: name, ink: theme.Primary, ground: theme.PrimaryTint}
	}
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	fill(img, img.Bounds(), f.first)
	if f.hatched {
		hatch(img, f.first.In(theme.Light), f.other.In(theme.Light))
	}
	fill(img, img.Bounds().Inset(f.edge), f.ground)
	size := (side - 2*f.edge) * 3 / 4
	sign, err := icon(f.icon, f.ink.In(theme.Light), size)
	if err != nil {
		return nil, err
	}
	draw.Draw(img, image.Rect(0, 0, size, size).Add(image.Pt((side-size)/2, (side-size)/2)), sign, image.Point{}, draw.Over)
	return img, nil
}

func fill(img draw.Image, r image.Rectangle, c theme.Colour) {
	draw.Draw(img, r, image.NewUniform(c.In(theme.Light)), image.Point{}, draw.Src)
}

// hatch covers a picture with stripes at 45 degrees.
func hatch(img *image.RGBA, a, b color.Color) {
	const stripe = 24
	for y := range side {
		for x := range side {
			if (x+y)/stripe%2 == 0 {
				img.Set(x, y, a)
			} else {
				img.Set(x, y, b)
			}
		}
	}
}

// icon draws one of the window's icons.
func icon(name string, ink color.NRGBA, size int) (image.Image, error) {
	data, ok := assets.Icon(name)
	if !ok {
		return nil, fmt.Errorf("card: there is no icon %q", name)
	}
	data = bytes.ReplaceAll(data, []byte("currentColor"), fmt.Appendf(nil, "#%02x%02x%02x", ink.R, ink.G, ink.B))
	drawing, err := oksvg.ReadIconStream(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("card: icon %s: %w", name, err)
	}
	drawing.SetTarget(0, 0, float64(size), float64(size))
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	drawing.Draw(rasterx.NewDasher(size, size, rasterx.NewScannerGV(size, size, img, img.Bounds())), 1)
	return img, nil
}
