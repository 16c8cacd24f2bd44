package control

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/typeset"
)

// Segmented is a row of two to five choices of which one holds, each 48 high.
type Segmented struct {
	widget.BaseWidget
	// OnSelected is called with the index that was tapped, not by SetSelected.
	OnSelected func(int)

	chosen   int
	segments []*segment
	frame    *canvas.Rectangle
}

// NewSegmented shows the words in reading order.
func NewSegmented(words []string, chosen int, selected func(int)) *Segmented {
	s := &Segmented{OnSelected: selected, chosen: chosen}
	for i, w := range words {
		g := &segment{owner: s, index: i, word: w}
		g.OnTapped = func() { s.tap(g.index) }
		g.Init(g)
		g.RingInside()
		s.segments = append(s.segments, g)
	}
	s.ExtendBaseWidget(s)
	return s
}

// Selected is the index of the choice that holds.
func (s *Segmented) Selected() int { return s.chosen }

// SetSelected changes the choice without calling back.
func (s *Segmented) SetSelected(i int) {
	if s.chosen != i {
		s.chosen = i
		s.Refresh()
	}
}

func (s *Segmented) tap(i int) {
	s.SetSelected(i)
	if s.OnSelected != nil {
		s.OnSelected(i)
	}
}

func segmentHigh() float32 { return theme.ChipHeight + 2*theme.Border() }

func (s *Segmented) CreateRenderer() fyne.WidgetRenderer {
	s.frame = canvas.NewRectangle(color.Transparent)
	objects := []fyne.CanvasObject{s.frame}
	for _, g := range s.segments {
		objects = append(objects, g)
	}
	return draw.NewRenderer(s,
		func() fyne.Size {
			var w float32
			for _, g := range s.segments {
				w = max(w, g.MinSize().Width)
			}
			k := max(theme.Now().TextScale, 1) // large words step down before the row outgrows its card
			return fyne.NewSize(w/k*float32(len(s.segments)), segmentHigh())
		},
		func(size fyne.Size) {
			s.frame.Resize(size)
			b := theme.Border()
			w := (size.Width - 2*b) / float32(max(1, len(s.segments)))
			for i, g := range s.segments {
				draw.Place(g, draw.RTL(), size.Width, b+float32(i)*w, b, w, size.Height-2*b)
			}
		},
		func() {
			draw.Box(s.frame, theme.Card.NRGBA(), theme.Line.NRGBA(), theme.Border(), theme.Radius)
			for _, g := range s.segments {
				g.Refresh()
			}
		}, objects...)
}

type segment struct {
	input.Pressable
	owner *Segmented
	index int
	word  string
	back  *canvas.Rectangle
	text  *typeset.Text
}

func (g *segment) CreateRenderer() fyne.WidgetRenderer {
	g.back, g.text = canvas.NewRectangle(color.Transparent), typeset.NewText("", typeset.Body).Aligned(typeset.Centre).Cut()
	return draw.NewRenderer(g,
		func() fyne.Size { return fyne.NewSize(g.text.WidthAt(theme.Label)+2*theme.S3, theme.ChipHeight) },
		func(size fyne.Size) {
			g.back.Resize(size)
			g.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
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
			draw.Box(g.back, g.Ground(fill.NRGBA(), ink.NRGBA()), color.NRGBA{}, 0, 0)
			g.text.SetSpans(typeset.Span{Text: g.word, Style: typeset.Style{Size: theme.Label, Weight: theme.Medium, Colour: ink}})
			g.text.Refresh()
		}, g.back, g.text, g.Ring())
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
