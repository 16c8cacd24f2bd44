package control

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Segmented is a row of two to five choices of which one holds, each 48 high. It is one stop of Tab: Left and Right
// choose, Space goes on to the next choice, and Enter is left to the form, as in a line to type into.
type Segmented struct {
	input.Pressable
	// OnSelected is called with the index that was tapped or chosen by a key, not by SetSelected.
	OnSelected func(int)
	// OnSubmit is called for Enter; while it is nil, Enter goes on to the canvas.
	OnSubmit func()

	chosen   int
	segments []*segment
	frame    *canvas.Rectangle
}

// NewSegmented shows the words in reading order.
func NewSegmented(words []string, chosen int, selected func(int)) *Segmented {
	s := &Segmented{OnSelected: selected, chosen: chosen}
	for i, w := range words {
		g := &segment{owner: s, index: i, word: w}
		g.OnHover = g.Refresh
		g.ExtendBaseWidget(g)
		s.segments = append(s.segments, g)
	}
	s.OnTapped = func() { s.tap((s.chosen + 1) % max(1, len(s.segments))) }
	s.Init(s)
	s.RingInside()
	return s
}

// Selected is the index of the choice that holds.
func (s *Segmented) Selected() int { return s.chosen }

// SetSelected changes the choice without calling back.
func (s *Segmented) SetSelected(i int) { draw.Change(s, &s.chosen, i) }

func (s *Segmented) tap(i int) {
	s.SetSelected(i)
	if s.OnSelected != nil {
		s.OnSelected(i)
	}
}

// TypedKey chooses with Left and Right, as they are seen, and leaves Enter to the form.
func (s *Segmented) TypedKey(e *fyne.KeyEvent) {
	step := 0
	switch e.Name {
	case fyne.KeyLeft:
		step = -1
	case fyne.KeyRight:
		step = 1
	case fyne.KeyReturn, fyne.KeyEnter:
		if s.OnSubmit != nil && !s.Disabled() {
			s.OnSubmit()
			return
		}
		input.PassKey(s, e)
		return
	default:
		s.Pressable.TypedKey(e)
		return
	}
	if draw.RTL() {
		step = -step
	}
	if to := s.chosen + step; !s.Disabled() && to >= 0 && to < len(s.segments) {
		input.CountPress()
		s.tap(to)
	}
}

func (s *Segmented) CreateRenderer() fyne.WidgetRenderer {
	s.frame = canvas.NewRectangle(color.Transparent)
	objects := []fyne.CanvasObject{s.frame}
	objects = append(objects, layout.Objects(s.segments)...)
	objects = append(objects, s.Ring())
	return draw.NewRenderer(s,
		func() fyne.Size {
			var w float32
			for _, g := range s.segments {
				w = max(w, g.MinSize().Width)
			}
			k := max(theme.Now().TextScale, 1) // large words step down before the row outgrows its card
			return fyne.NewSize(w/k*float32(len(s.segments)), theme.ChipHeight+2*theme.Border())
		},
		func(size fyne.Size) {
			s.frame.Resize(size)
			b := theme.Border()
			w := (size.Width - 2*b) / float32(max(1, len(s.segments)))
			for i, g := range s.segments {
				draw.Place(g, draw.RTL(), size.Width, b+float32(i)*w, b, w, size.Height-2*b)
			}
			s.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
		},
		func() {
			draw.Box(s.frame, theme.Card.NRGBA(), theme.Line.NRGBA(), theme.Border(), theme.Radius)
			for _, g := range s.segments {
				g.Refresh()
			}
			s.ArrangeRing(fyne.NewPos(0, 0), s.Size(), theme.Radius)
		}, objects...)
}

// segment is one choice, for a finger or the mouse: the keys are the row's.
type segment struct {
	widget.BaseWidget
	input.Hover
	owner *Segmented
	index int
	word  string
	back  *canvas.Rectangle
	text  *typeset.Text
}

// Tapped chooses it, and gives its row the keys.
func (g *segment) Tapped(*fyne.PointEvent) {
	input.TellTap(g)
	if g.owner.Disabled() {
		return
	}
	input.CountPress()
	if c := draw.CanvasOf(g); c != nil {
		c.Focus(g.owner)
	}
	g.owner.tap(g.index)
}

// Cursor is that of its row, which may be off.
func (g *segment) Cursor() desktop.Cursor { return g.owner.Cursor() }

func (g *segment) CreateRenderer() fyne.WidgetRenderer {
	g.back, g.text = canvas.NewRectangle(color.Transparent), typeset.NewText("", typeset.Body).Aligned(typeset.Centre).Cut()
	return draw.NewRenderer(g,
		func() fyne.Size { return fyne.NewSize(g.text.WidthAt(theme.Label)+2*theme.S3, theme.ChipHeight) },
		func(size fyne.Size) {
			g.back.Resize(size)
			g.text.StepDown(theme.Label, size.Width-theme.S2)
			h := g.text.HeightFor(typeset.Longest)
			g.text.Resize(fyne.NewSize(size.Width, h))
			g.text.Move(fyne.NewPos(0, (size.Height-h)/2))
			g.corners()
		},
		func() {
			fill, ink := theme.Card, theme.Text
			if g.index == g.owner.chosen {
				fill, ink = theme.Text, theme.Card
			}
			ground := fill.NRGBA()
			if g.Hovered && !g.owner.Disabled() {
				ground = draw.Mix(ground, ink.NRGBA(), .06)
			}
			draw.Box(g.back, ground, color.NRGBA{}, 0, 0)
			g.text.SetSpans(typeset.Span{Text: g.word, Style: typeset.Style{Size: theme.Label, Weight: theme.Medium, Colour: ink}})
			g.text.Refresh()
		}, g.back, g.text)
}

// corners rounds the outer ones.
func (g *segment) corners() {
	first, last := g.index == 0, g.index == len(g.owner.segments)-1
	if draw.RTL() {
		first, last = last, first
	}
	r := theme.Radius - theme.Border()
	round := func(on bool) float32 {
		if on {
			return r
		}
		return 0
	}
	g.back.TopLeftCornerRadius, g.back.BottomLeftCornerRadius = round(first), round(first)
	g.back.TopRightCornerRadius, g.back.BottomRightCornerRadius = round(last), round(last)
}

// Word is what the choice is called.
func (g *segment) Word() string { return g.word }
