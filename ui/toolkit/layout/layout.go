package layout

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/toolkit/draw"
)

// Placer puts objects at places that are given for a layout from left to right; it mirrors them when the direction is
// from right to left. Screens with a layout of their own use it in one function:
//
//	layout.New(nil, func(p layout.Placer) { p.Put(card, 24, 24, 578, 466) }, card)
type Placer struct {
	W, H float32 // of the container

	rtl, dry bool
}

// Measure is a Placer of a width that places nothing: a layout that returns how high it is can be asked beforehand.
func Measure(width float32) Placer { return Placer{W: width, dry: true} }

// Dry is the same Placer, placing nothing.
func (p Placer) Dry() Placer {
	p.dry = true
	return p
}

// Put moves and sizes an object.
func (p Placer) Put(o fyne.CanvasObject, x, y, w, h float32) {
	if o != nil && !p.dry {
		draw.Place(o, p.rtl, p.W, x, y, max(0, w), max(0, h))
	}
}

// PutMin gives an object its minimum size at a corner and returns the size.
func (p Placer) PutMin(o fyne.CanvasObject, x, y float32) fyne.Size {
	m := o.MinSize()
	p.Put(o, x, y, m.Width, m.Height)
	return m
}

// PutEnd gives an object its minimum size with its trailing edge at x and returns the size.
func (p Placer) PutEnd(o fyne.CanvasObject, x, y float32) fyne.Size {
	m := o.MinSize()
	p.Put(o, x-m.Width, y, m.Width, m.Height)
	return m
}

// PutMiddle gives an object its minimum size with its middle at y and returns the size.
func (p Placer) PutMiddle(o fyne.CanvasObject, x, y float32) fyne.Size {
	m := o.MinSize()
	p.Put(o, x, y-m.Height/2, m.Width, m.Height)
	return m
}

// PutDown gives an object a width, with the height that its words need there, and returns the height.
func (p Placer) PutDown(o fyne.CanvasObject, x, y, w float32) float32 {
	h := float32(0)
	if wraps, ok := o.(interface{ HeightFor(width float32) float32 }); ok {
		h = wraps.HeightFor(w)
	} else {
		h = o.MinSize().Height
	}
	p.Put(o, x, y, w, h)
	return h
}

type placed struct {
	min   func() fyne.Size // nil for none
	place func(Placer)
	after func() // called after each; nil for nothing
}

func (l *placed) MinSize([]fyne.CanvasObject) fyne.Size {
	if l.min == nil {
		return fyne.Size{}
	}
	return l.min()
}

func (l *placed) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	l.place(Placer{W: s.Width, H: s.Height, rtl: draw.RTL()})
	if l.after != nil {
		l.after()
	}
}

// New is a container whose objects place puts where they belong, each time its size changes or it is refreshed. min may
// be nil: a screen asks for no room, so that the window decides.
func New(min func() fyne.Size, place func(Placer), objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&placed{min: min, place: place}, objects...)
}

// Least is a minimum that does not change.
func Least(size fyne.Size) func() fyne.Size { return func() fyne.Size { return size } }

// Flow sets objects side by side in as many lines as they need.
func Flow(gap float32, objects ...fyne.CanvasObject) fyne.CanvasObject {
	var wide float32
	lines := func(p Placer) float32 {
		var x, y, high float32
		for _, o := range objects {
			m := o.MinSize()
			if x > 0 && x+m.Width > p.W {
				x, y = 0, y+high+gap
			}
			p.Put(o, x, y, m.Width, m.Height)
			x, high = x+m.Width+gap, max(high, m.Height)
		}
		return y + high
	}
	return New(
		func() fyne.Size { return fyne.NewSize(0, lines(Measure(max(wide, 300)))) },
		func(p Placer) {
			wide = p.W
			lines(p)
		}, objects...)
}

// Fixed gives an object a minimum size, whatever its own is.
func Fixed(width, height float32, o fyne.CanvasObject) fyne.CanvasObject {
	return New(Least(fyne.NewSize(width, height)), func(p Placer) { p.Put(o, 0, 0, p.W, p.H) }, o)
}

// Padding puts room around an object.
func Padding(x, y float32, o fyne.CanvasObject) *fyne.Container {
	return New(
		func() fyne.Size { return o.MinSize().AddWidthHeight(2*x, 2*y) },
		func(p Placer) { p.Put(o, x, y, p.W-2*x, p.H-2*y) }, o)
}

// Grow marks an object of Columns or Rows that shares the room left over; weight is its share.
func Grow(weight float32, o fyne.CanvasObject) fyne.CanvasObject {
	return &fyne.Container{Layout: &growLayout{weight}, Objects: []fyne.CanvasObject{o}}
}

type growLayout struct{ weight float32 }

func (g *growLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	if len(o) == 0 {
		return fyne.Size{}
	}
	return o[0].MinSize()
}

func (g *growLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	for _, x := range o {
		x.Resize(s)
		x.Move(fyne.Position{})
	}
}

// Columns sets objects side by side from the leading edge with a gap, each as high as the container, or centred on its
// own height when centre is set. Hidden objects take no room.
func Columns(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&trackLayout{gap: gap, across: true}, objects...)
}

// Centred is Columns with each object at its own height on the common middle.
func Centred(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&trackLayout{gap: gap, across: true, own: true}, objects...)
}

// Rows sets objects below each other with a gap, each as wide as the container.
func Rows(gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(&trackLayout{gap: gap}, objects...)
}

// IsRows reports whether Rows has made a container.
func IsRows(c *fyne.Container) bool {
	track, ok := c.Layout.(*trackLayout)
	return ok && !track.across
}

type trackLayout struct {
	gap         float32
	across, own bool
}

func (t *trackLayout) along(s fyne.Size) float32 {
	if t.across {
		return s.Width
	}
	return s.Height
}

func weight(o fyne.CanvasObject) float32 {
	if c, ok := o.(*fyne.Container); ok {
		if g, ok := c.Layout.(*growLayout); ok {
			return g.weight
		}
	}
	return 0
}

func (t *trackLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var along, other float32
	n := 0
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		along += t.along(m)
		other = max(other, m.Width+m.Height-t.along(m))
		n++
	}
	along += t.gap * float32(max(0, n-1))
	if t.across {
		return fyne.NewSize(along, other)
	}
	return fyne.NewSize(other, along)
}

func (t *trackLayout) Layout(objects []fyne.CanvasObject, s fyne.Size) {
	if !t.across { // a wrapped text knows its height only after it knows its width
		for _, o := range objects {
			if o.Visible() && weight(o) == 0 {
				o.Resize(fyne.NewSize(s.Width, o.Size().Height))
			}
		}
	}
	var fixed, total float32
	n := 0
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		if w := weight(o); w > 0 {
			total += w
		} else {
			fixed += t.along(o.MinSize())
		}
		n++
	}
	left := max(0, t.along(s)-fixed-t.gap*float32(max(0, n-1)))
	var at float32
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		size := t.along(m)
		if w := weight(o); w > 0 {
			size = left * w / total
		}
		switch {
		case t.across && t.own:
			o.Resize(fyne.NewSize(size, o.Size().Height)) // as above
			m = o.MinSize()
			draw.Place(o, draw.RTL(), s.Width, at, (s.Height-m.Height)/2, size, m.Height)
		case t.across:
			draw.Place(o, draw.RTL(), s.Width, at, 0, size, s.Height)
		default:
			draw.Place(o, false, s.Width, 0, at, s.Width, size)
		}
		at += size + t.gap
	}
}

// SetVisible shows objects or hides them, and leaves alone what is so already.
func SetVisible(on bool, objects ...fyne.CanvasObject) {
	for _, o := range objects {
		switch {
		case on == o.Visible():
		case on:
			o.Show()
		default:
			o.Hide()
		}
	}
}

// Objects are some of a kind, as a container takes them.
func Objects[T fyne.CanvasObject](some []T) []fyne.CanvasObject {
	all := make([]fyne.CanvasObject, len(some))
	for i, one := range some {
		all[i] = one
	}
	return all
}

// Grid sets objects in columns of equal width that fill rows from the leading edge, all as high as the highest.
func Grid(columns int, gap float32, objects ...fyne.CanvasObject) *fyne.Container {
	cell := func() (w, h float32) {
		for _, o := range objects {
			m := o.MinSize()
			w, h = max(w, m.Width), max(h, m.Height)
		}
		return w, h
	}
	rows := (len(objects) + columns - 1) / columns
	return New(
		func() fyne.Size {
			w, h := cell()
			c, r := float32(columns), float32(rows)
			return fyne.NewSize(c*w+(c-1)*gap, r*h+(r-1)*gap)
		},
		func(p Placer) {
			c, r := float32(columns), float32(rows)
			w, h := (p.W-(c-1)*gap)/c, (p.H-(r-1)*gap)/r
			for i, o := range objects {
				p.Put(o, float32(i%columns)*(w+gap), float32(i/columns)*(h+gap), w, h)
			}
		}, objects...)
}
