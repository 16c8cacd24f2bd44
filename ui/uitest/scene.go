package uitest

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// Box is a rectangle of the window, in units.
type Box struct{ Left, Top, Right, Bottom float32 }

// Empty reports whether there is nothing in it.
func (b Box) Empty() bool { return b.Right <= b.Left || b.Bottom <= b.Top }

// Cut is what two boxes have in common.
func (b Box) Cut(o Box) Box {
	return Box{max(b.Left, o.Left), max(b.Top, o.Top), min(b.Right, o.Right), min(b.Bottom, o.Bottom)}
}

// Within reports whether b lies in o, but for a margin.
func (b Box) Within(o Box, margin float32) bool {
	return b.Left >= o.Left-margin && b.Top >= o.Top-margin && b.Right <= o.Right+margin && b.Bottom <= o.Bottom+margin
}

// Size is how large it is.
func (b Box) Size() fyne.Size { return fyne.NewSize(b.Right-b.Left, b.Bottom-b.Top) }

// Drawn is one object of a window, and where it is.
type Drawn struct {
	Object fyne.CanvasObject
	Box    Box                 // where it stands
	Seen   Box                 // what scrolling leaves of it
	Clip   Box                 // outside of which the toolkit paints nothing of it, its outline neither
	In     []fyne.CanvasObject // what it is in, outermost first
}

// Inside reports whether d is a part of another object.
func (d Drawn) Inside(o fyne.CanvasObject) bool {
	for _, in := range d.In {
		if in == o {
			return true
		}
	}
	return false
}

// Scene lists what a canvas draws, in drawing order: one list for its content,
// and one for each overlay above it.
func Scene(c fyne.Canvas) [][]Drawn {
	all := Box{0, 0, c.Size().Width, c.Size().Height}
	var layers [][]Drawn
	for _, o := range append([]fyne.CanvasObject{c.Content()}, c.Overlays().List()...) {
		s := &scene{}
		s.draw(o, fyne.Position{}, all, all, nil)
		layers = append(layers, s.all)
	}
	return layers
}

type scene struct{ all []Drawn }

func (s *scene) draw(o fyne.CanvasObject, at fyne.Position, clip, paint Box, in []fyne.CanvasObject) {
	if o == nil || !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	b := Box{at.X, at.Y, at.X + o.Size().Width, at.Y + o.Size().Height}
	if _, is := o.(fyne.Scrollable); is {
		paint = b
	}
	s.all = append(s.all, Drawn{Object: o, Box: b, Seen: b.Cut(clip), Clip: paint, In: in})
	in = append(in[:len(in):len(in)], o)
	switch x := o.(type) {
	case *fyne.Container:
		for _, c := range x.Objects {
			s.draw(c, at, clip, paint, in)
		}
	case *container.Scroll:
		s.draw(x.Content, at, b.Cut(clip), paint, in) // its position holds the offset
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(x).Objects() {
			s.draw(c, at, clip, paint, in)
		}
	}
}
