package control

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/typeset"
)

// moreLargest is the largest number on it, in units: its height is given.
const moreLargest float32 = 24

// More leads to what has no room beside it: how many that is, above a word. It is 48 high, whatever the size of the
// text.
type More struct {
	input.Pressable
	word string
	n    int

	back        *canvas.Rectangle
	count, text *typeset.Text
}

// NewMore is the way to what a word such as "more" is said of.
func NewMore(word string, tapped func()) *More {
	m := &More{word: word}
	m.OnTapped = tapped
	m.Init(m)
	return m
}

// Set changes how many there are; the same again changes nothing.
func (m *More) Set(n int) { draw.Change(m, &m.n, n) }

// N is how many it counts.
func (m *More) N() int { return m.n }

// CreateRenderer is for Fyne.
func (m *More) CreateRenderer() fyne.WidgetRenderer {
	m.back = canvas.NewRectangle(color.Transparent)
	m.count, m.text = typeset.NewText("", typeset.Body).Aligned(typeset.Centre), typeset.NewText("", typeset.Caption).Cut().Aligned(typeset.Centre)
	return draw.NewRenderer(m, func() fyne.Size { return fyne.NewSize(theme.ChipHeight, theme.ChipHeight) }, m.arrange, m.paint, m.back, m.count, m.text, m.Ring())
}

func (m *More) paint() {
	draw.Box(m.back, m.Ground(theme.Card.NRGBA(), theme.Text.NRGBA()), theme.Line.NRGBA(), theme.Border(), theme.Radius)
	size := theme.Fixed(min(theme.Body.Units(), moreLargest) / max(1, theme.Now().TextScale))
	m.count.SetSpans(typeset.Span{Text: "+" + strconv.Itoa(m.n), Style: typeset.Fact.Sized(size).Tight(1.1)})
	m.text.SetSpans(typeset.Span{Text: m.word, Style: typeset.Caption.With(theme.Medium).Sized(theme.Fixed(theme.Caption.Base() / max(1, theme.Now().TextScale))).Tight(1.2)})
	m.count.Refresh()
	m.text.Refresh()
}

func (m *More) arrange(size fyne.Size) {
	m.back.Resize(size)
	m.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	c, h := m.count.MinSize().Height, m.text.HeightFor(typeset.Longest)
	top := (size.Height - c - h) / 2
	draw.Place(m.count, draw.RTL(), size.Width, 0, top, size.Width, c)
	draw.Place(m.text, draw.RTL(), size.Width, theme.S1, top+c, size.Width-2*theme.S1, h)
}
