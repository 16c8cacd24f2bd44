package widgets

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
)

// moreLargest is the largest number on it, in units: its height is given.
const moreLargest float32 = 24

// More leads to what has no room beside it: how many that is, above a word. It is 48 high, whatever the size of the text.
type More struct {
	Pressable
	word string
	n    int

	back        *canvas.Rectangle
	count, text *Text
}

// NewMore is the way to what a word such as "more" is said of.
func NewMore(word string, tapped func()) *More {
	m := &More{word: word}
	m.OnTapped = tapped
	m.Init(m)
	return m
}

// Set changes how many there are; the same again changes nothing.
func (m *More) Set(n int) {
	if m.n != n {
		m.n = n
		m.Refresh()
	}
}

// N is how many it counts.
func (m *More) N() int { return m.n }

// CreateRenderer is for Fyne.
func (m *More) CreateRenderer() fyne.WidgetRenderer {
	m.back = canvas.NewRectangle(color.Transparent)
	m.count, m.text = NewText("", Body).Aligned(Centre), NewText("", Caption).Cut().Aligned(Centre)
	return NewRenderer(m, func() fyne.Size { return fyne.NewSize(theme.ChipHeight, theme.ChipHeight) }, m.arrange, m.paint, m.back, m.count, m.text, m.Ring())
}

func (m *More) paint() {
	Box(m.back, m.Ground(theme.Card.NRGBA(), theme.Text.NRGBA()), theme.Line.NRGBA(), theme.Border(), theme.Radius)
	size := theme.Fixed(min(theme.Body.Units(), moreLargest) / max(1, theme.Now().TextScale))
	m.count.SetSpans(Span{"+" + strconv.Itoa(m.n), Fact.Sized(size).Tight(1.1)})
	m.text.SetSpans(Span{m.word, Caption.With(theme.Medium).Sized(theme.Fixed(theme.Caption.Base() / max(1, theme.Now().TextScale))).Tight(1.2)})
	m.count.Refresh()
	m.text.Refresh()
}

func (m *More) arrange(size fyne.Size) {
	m.back.Resize(size)
	m.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	c, h := m.count.MinSize().Height, m.text.HeightFor(Longest)
	top := (size.Height - c - h) / 2
	Place(m.count, RTL(), size.Width, 0, top, size.Width, c)
	Place(m.text, RTL(), size.Width, theme.S1, top+c, size.Width-2*theme.S1, h)
}
