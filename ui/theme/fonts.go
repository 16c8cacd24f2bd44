package theme

import (
	"sync"

	"fyne.io/fyne/v2"

	"sanduq/assets"
)

// Weight is one of the four weights of the one typeface.
type Weight int

// Regular is for body, Medium for labels and keys, SemiBold for words that matter, Bold for amounts and verdicts.
const (
	Regular Weight = iota
	Medium
	SemiBold
	Bold
)

var weights = [...]fyne.Resource{
	Regular:  face("Regular"),
	Medium:   face("Medium"),
	SemiBold: face("SemiBold"),
	Bold:     face("Bold"),
}

// Font is the weight as a resource for canvas.Text.FontSource. It is always the same pointer: Fyne keys its cache of
// faces by it.
func (w Weight) Font() fyne.Resource {
	if w < Regular || w > Bold {
		return weights[Regular]
	}
	return weights[w]
}

func face(weight string) fyne.Resource {
	data, ok := assets.Font(weight)
	if !ok {
		panic("theme: the weight " + weight + " is not embedded")
	}
	return fyne.NewStaticResource(assets.FontFile(weight), data)
}

// Warm reads the faces while something else is done, such as opening a window: they are a tenth of a start. Nothing may
// be measured or drawn before wait has returned.
func Warm(a fyne.App) (wait func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, face := range weights {
			a.Driver().RenderedTextSize("0", Body.Base(), fyne.TextStyle{}, face)
		}
		a.Driver().RenderedTextSize("0", Body.Base(), fyne.TextStyle{}, nil) // the theme's own, for entries
	}()
	return func() { <-done }
}

// Measure is the width of a text in one direction of writing, and the distance from the top of its box to the
// baseline, both in units for a size in units.
func Measure(text string, w Weight, size float32) (width, baseline float32) {
	metrics.Lock()
	defer metrics.Unlock()
	key := measured{text, w, size}
	m, known := metrics.of[key]
	if !known {
		s, b := fyne.CurrentApp().Driver().RenderedTextSize(text, size, fyne.TextStyle{}, w.Font())
		if m = [2]float32{s.Width, b}; len(metrics.of) >= mostMetrics {
			clear(metrics.of)
		}
		metrics.of[key] = m
	}
	return m[0], m[1]
}

// metrics is what was measured. Fyne forgets that after a minute and with each change of look; with these fonts it is
// always the same.
var metrics = struct {
	sync.Mutex
	of map[measured][2]float32
}{of: map[measured][2]float32{}}

type measured struct {
	text   string
	weight Weight
	size   float32
}

// mostMetrics is more than all screens of one look need, and about a megabyte.
const mostMetrics = 8192
