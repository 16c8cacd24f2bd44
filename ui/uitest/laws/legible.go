package laws

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
)

const (
	// leastTarget is the smallest side of what can be tapped.
	leastTarget = 48
	// largeText is the size from which letters are read with less contrast.
	largeText = 24
	// words and figures are how much they must stand out: what is read in a
	// running line, and what is large, grey for now, or not typed yet.
	words   = 4.5
	figures = 3
)

// unseen are the signs that leave no ink: blanks, and the marks of a direction.
const unseen = " \t\u00a0\u200e\u200f\u2066\u2067\u2068\u2069"

// Contrast finds texts that do not stand out from what they are written on, as
// the pixels show it.
func Contrast(c fyne.Canvas) (all []string) {
	layers := uitest.Scene(c)
	layer := layers[len(layers)-1]
	picture := uitest.Shot(c)
	scale := float32(picture.Bounds().Dx()) / c.Size().Width
	for i, d := range layer {
		t, ok := d.Object.(*canvas.Text)
		if !ok || strings.Trim(t.Text, unseen) == "" || d.Seen.Empty() || !d.Box.Within(d.Seen, slack) || hidden(d, layer[i+1:]) {
			continue
		}
		least := words
		if t.TextSize >= largeText || off(d) {
			least = figures
		}
		if got := standsOut(picture, d.Seen, scale); got < least {
			all = append(all, fmt.Sprintf("%q of %s stands out by %.2f, not %.1f", t.Text, owner(d), got, least))
		}
	}
	return all
}

// hidden reports whether something drawn later, that is no part of it, lies over an object.
func hidden(d uitest.Drawn, later []uitest.Drawn) bool {
	for _, o := range later {
		if opaque(o.Object) && !o.Inside(d.Object) && !o.Seen.Cut(d.Seen).Empty() {
			return true
		}
	}
	return false
}

// off reports whether a text belongs to something that cannot be used now.
func off(d uitest.Drawn) bool {
	for _, o := range d.In {
		if x, ok := o.(fyne.Disableable); ok && x.Disabled() {
			return true
		}
	}
	return false
}

// Off finds buttons that cannot be pressed and look as if they could, where there
// are few colours: their outline is broken.
func Off(c fyne.Canvas) (all []string) {
	if theme.Now().Variant != theme.Contrast {
		return nil
	}
	layers := uitest.Scene(c)
	layer := layers[len(layers)-1]
	picture := uitest.Shot(c)
	scale := float32(picture.Bounds().Dx()) / c.Size().Width
	for i, d := range layer {
		_, button := d.Object.(primary)
		x, ok := d.Object.(fyne.Disableable)
		if !button || !ok || !x.Disabled() || inDevice(d) || d.Seen.Empty() || !d.Box.Within(d.Seen, slack) || hidden(d, layer[i+1:]) {
			continue
		}
		ground, _ := commonest(picture, d.Box, scale)
		edge := upperEdge(d.Box, scale)
		if n := uitest.Breaks(picture, edge, ground); n < min(leastBreaks, int(float32(edge.Dx())/scale/breakEvery)) {
			all = append(all, fmt.Sprintf("%s is off, and its outline is broken %d times", describe(d), n))
		}
	}
	return all
}

// leastBreaks is how often the upper side of a button with a word is broken at least; that
// of one with an icon alone is as short as one break for so many units.
const (
	leastBreaks = 6
	breakEvery  = 8
)

// upperEdge is where the outline of a button runs between its upper corners.
func upperEdge(b uitest.Box, scale float32) image.Rectangle {
	return image.Rect(int((b.Left+16)*scale), int(b.Top*scale), int((b.Right-16)*scale), int((b.Top+4)*scale))
}

// standsOut is the contrast between the commonest colour of a box and the one
// that differs from it most.
func standsOut(p image.Image, b uitest.Box, scale float32) float64 {
	ground, count := commonest(p, b, scale)
	most := 1.0
	for at := range count {
		most = max(most, uitest.Contrast(at, ground))
	}
	return most
}

// commonest is the colour of most pixels of a box, and how many have which.
func commonest(p image.Image, b uitest.Box, scale float32) (ground color.RGBA, count map[color.RGBA]int) {
	count = map[color.RGBA]int{}
	r := image.Rect(int(b.Left*scale), int(b.Top*scale), int(math.Ceil(float64(b.Right*scale))), int(math.Ceil(float64(b.Bottom*scale)))).Intersect(p.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; {
			at, from := p.At(x, y), x
			for x++; x < r.Max.X && p.At(x, y) == at; x++ { // a run of one colour, as most of a box is, is counted once
			}
			count[color.RGBAModel.Convert(at).(color.RGBA)] += x - from
		}
	}
	for at, n := range count {
		if n > count[ground] {
			ground = at
		}
	}
	return ground, count
}

// Targets finds what can be tapped and is too small for a finger. What stands in
// for something outside the till is as large as that.
func Targets(c fyne.Canvas) (all []string) {
	layers := uitest.Scene(c)
	for _, d := range controls(layers[len(layers)-1]) {
		size := d.Box.Size()
		if inDevice(d) || inControl(d) || onlyRead(d, size) || size.Width >= leastTarget-.5 && size.Height >= leastTarget-.5 {
			continue
		}
		all = append(all, fmt.Sprintf("%s is %.0f by %.0f", describe(d), size.Width, size.Height))
	}
	return all
}

// onlyRead reports whether it is a line that leads nowhere: it takes no tap, and is as low as its words allow
// where there is too little room.
func onlyRead(d uitest.Drawn, size fyne.Size) bool {
	line, is := d.Object.(interface {
		fyne.Disableable
		Least() float32
	})
	return is && line.Disabled() && size.Height >= line.Least()-.5
}

// inControl reports whether a tap there is taken by something larger too, such
// as the field around a line of text.
func inControl(d uitest.Drawn) bool {
	for _, o := range d.In {
		if _, ok := o.(fyne.Tappable); ok {
			return true
		}
	}
	return false
}
