package lock

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/layout"
)

// dots shows how many digits of a PIN were typed, and none of them. It is never mirrored.
type dots struct {
	widget.BaseWidget
	places, typed int
	all           []*canvas.Rectangle
}

// newDots is a row of so many places, all empty.
func newDots(places int) *dots {
	d := &dots{places: places}
	for range mostDots {
		d.all = append(d.all, canvas.NewRectangle(color.Transparent))
	}
	d.ExtendBaseWidget(d)
	return d
}

const (
	mostDots = 12
	dotSize  = float32(20)
	dotGap   = float32(20)
	dotsHigh = float32(56)
)

// Set changes how many places there are and how many are filled.
func (d *dots) Set(places, typed int) {
	if d.places != places || d.typed != typed {
		d.places, d.typed = min(places, mostDots), typed
		d.Refresh()
	}
}

func (d *dots) CreateRenderer() fyne.WidgetRenderer {
	objects := layout.Objects(d.all)
	return draw.NewRenderer(d, func() fyne.Size { return fyne.NewSize(4*dotSize+3*dotGap, dotsHigh) }, d.arrange, func() {
		for i, r := range d.all {
			fill, line := color.NRGBA{}, theme.Edge.NRGBA()
			if i < d.typed {
				fill, line = theme.Text.NRGBA(), theme.Text.NRGBA()
			}
			draw.Box(r, fill, line, 2, dotSize/2)
			r.Hidden = i >= d.places
		}
	}, objects...)
}

func (d *dots) arrange(size fyne.Size) {
	x := (size.Width - float32(d.places)*(dotSize+dotGap) + dotGap) / 2
	for _, r := range d.all {
		r.Resize(fyne.NewSquareSize(dotSize))
		r.Move(fyne.NewPos(x, (size.Height-dotSize)/2))
		x += dotSize + dotGap
	}
}
