package entry

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/typeset"
)

// CountRow is a note or coin that is counted: what it is worth, how many were typed, and what they come to. The whole
// row is the target; what is typed goes to the chosen one.
type CountRow struct {
	input.Pressable
	spec CountSpec

	back, bar, rule, field  *canvas.Rectangle
	value, times, typed, to *typeset.Text
	caret                   *canvas.Rectangle
}

// CountSpec says what a row shows.
type CountSpec struct {
	Value, Typed, Sum string
	Chosen            bool
	Wrong             bool // not a number
	Last              bool // no line below it
}

// NewCountRow is a row.
func NewCountRow(spec CountSpec, tapped func()) *CountRow {
	c := &CountRow{spec: spec}
	c.OnTapped = tapped
	c.Init(c)
	c.RingInside()
	return c
}

// Spec is what the row shows.
func (c *CountRow) Spec() CountSpec { return c.spec }

// Set changes what the row shows.
func (c *CountRow) Set(spec CountSpec) { draw.Change(c, &c.spec, spec) }

const (
	countField  float32 = 132 // the width of what is typed into
	countBox    float32 = 48
	countValues float32 = 92 // where the values end
)

func (c *CountRow) CreateRenderer() fyne.WidgetRenderer {
	c.back, c.bar, c.rule, c.field = canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent)
	c.caret = canvas.NewRectangle(color.Transparent)
	c.value, c.times, c.typed, c.to = typeset.NewText("", typeset.Lead), typeset.NewText("×", typeset.Body.Tint(theme.Muted)), typeset.NewText("", typeset.Lead), typeset.NewText("", typeset.Fact)
	return draw.NewRenderer(c, c.min, c.arrange, c.paint, c.back, c.bar, c.rule, c.field, c.value, c.times, c.typed, c.caret, c.to, c.Ring())
}

func (c *CountRow) min() fyne.Size {
	return fyne.NewSize(320, max(theme.Target, c.typed.MinSize().Height+theme.S3))
}

func (c *CountRow) paint() {
	s := c.spec
	fill, edge, stroke := theme.Transparent.NRGBA(), theme.Edge.NRGBA(), theme.Border()
	if s.Chosen { // thinner than the ring of what has the focus
		fill, edge, stroke = theme.PrimaryTint.NRGBA(), theme.Primary.NRGBA(), theme.Border()+1
	}
	if s.Wrong {
		edge, stroke = theme.Failed.NRGBA(), theme.Border()+1
	}
	draw.Box(c.back, c.Ground(fill, theme.Text.NRGBA()), color.NRGBA{}, 0, 0)
	draw.Box(c.bar, theme.Primary.NRGBA(), color.NRGBA{}, 0, 0)
	draw.Box(c.rule, theme.Line.NRGBA(), color.NRGBA{}, 0, 0)
	draw.Box(c.field, theme.Card.NRGBA(), edge, stroke, theme.Radius)
	draw.Box(c.caret, theme.Primary.NRGBA(), color.NRGBA{}, 0, 0)
	c.bar.Hidden, c.caret.Hidden, c.rule.Hidden = !s.Chosen, !s.Chosen, s.Last
	c.value.SetSpans(typeset.Span{Text: s.Value, Style: typeset.Lead})
	c.typed.SetSpans(typeset.Span{Text: s.Typed, Style: typeset.Lead})
	c.to.SetSpans(typeset.Span{Text: s.Sum, Style: typeset.Fact})
}

func (c *CountRow) arrange(size fyne.Size) {
	rtl, middle, k := draw.RTL(), size.Height/2, max(1, theme.Now().TextScale)
	c.back.Resize(size)
	c.ArrangeRing(fyne.NewPos(0, 0), size, 0)
	draw.Place(c.bar, rtl, size.Width, 0, 0, 4, size.Height)
	draw.Place(c.rule, rtl, size.Width, 0, size.Height-theme.Border(), size.Width, theme.Border())
	values := max(countValues*k, c.value.MinSize().Width+20)
	v := c.value.MinSize()
	draw.Place(c.value, rtl, size.Width, values-v.Width, middle-v.Height/2, v.Width, v.Height)
	t := c.times.MinSize()
	draw.Place(c.times, rtl, size.Width, values+theme.S4, middle-t.Height/2, t.Width, t.Height)
	x := values + theme.S4 + t.Width + theme.S3
	wide, high := min(countField*k, max(80, size.Width-x-c.to.MinSize().Width-40)), min(max(countBox, c.typed.MinSize().Height+theme.S2), size.Height-theme.S2)
	draw.Place(c.field, rtl, size.Width, x, middle-high/2, wide, high)
	n := c.typed.MinSize()
	draw.Place(c.typed, rtl, size.Width, x+wide-theme.S3-n.Width-4, middle-n.Height/2, n.Width, n.Height)
	draw.Place(c.caret, rtl, size.Width, x+wide-theme.S3-2, middle-high*.3, 2, high*.6)
	s := c.to.MinSize()
	draw.Place(c.to, rtl, size.Width, size.Width-20-s.Width, middle-s.Height/2, s.Width, s.Height)
}
