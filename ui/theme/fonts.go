package theme

import (
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
	s, b := fyne.CurrentApp().Driver().RenderedTextSize(text, size, fyne.TextStyle{}, w.Font())
	return s.Width, b
}
