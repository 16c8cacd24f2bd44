package reports

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/typeset"
)

// chart is pairs of bars beside each other: what is, and beside it in grey what
// was. They run from right to left where the language does.
type chart struct {
	marked
	bars     []bar
	compared bool

	base     *canvas.Rectangle
	now, was []*canvas.Rectangle
	labels   []*typeset.Text
	drawn    []fyne.CanvasObject
}

const (
	barWide  float32 = 15
	barGap   float32 = 2
	barRound float32 = 3
	labelTop float32 = 2
)

func newChart(open func(bar), moved func()) *chart {
	c := &chart{base: canvas.NewRectangle(color.Transparent)}
	c.count = func() int { return len(c.bars) }
	c.at = c.column
	c.open = func(i int) { open(c.bars[i]) }
	c.moved = moved
	c.init(c)
	return c
}

// set shows other bars; the mark stays where they have the same labels.
func (c *chart) set(bars []bar, compared bool) {
	if !slices.EqualFunc(c.bars, bars, func(a, b bar) bool { return a.label == b.label }) {
		c.mark, c.hovered = -1, -1
	}
	c.bars, c.compared = bars, compared
	for len(c.now) < len(bars) {
		c.now, c.was = append(c.now, canvas.NewRectangle(color.Transparent)), append(c.was, canvas.NewRectangle(color.Transparent))
		c.labels = append(c.labels, typeset.NewText("", typeset.Caption.Tight(1.2)).Aligned(typeset.Centre))
	}
	c.drawn = []fyne.CanvasObject{c.back}
	for i, b := range bars {
		c.labels[i].SetText(b.label)
		c.drawn = append(c.drawn, c.labels[i])
	}
	c.drawn = append(c.drawn, c.base)
	for i := range bars {
		if c.compared {
			c.drawn = append(c.drawn, c.was[i])
		}
		c.drawn = append(c.drawn, c.now[i])
	}
	c.drawn = append(c.drawn, c.ring)
	c.Refresh()
}

// highest is the largest sum of all bars, 1 at least.
func (c *chart) highest() int64 {
	top := int64(1)
	for _, b := range c.bars {
		top = max(top, b.Now.Minor, b.Before.Minor)
	}
	return top
}

func (c *chart) slot() float32 { return c.Size().Width / float32(max(1, len(c.bars))) }

// column is which bar stands at a position.
func (c *chart) column(at fyne.Position) int {
	x := at.X
	if theme.Now().RTL {
		x = c.Size().Width - x
	}
	if i := int(x / c.slot()); x >= 0 && i < len(c.bars) {
		return i
	}
	return -1
}

// TypedKey moves the mark with the arrows that point along the bars.
func (c *chart) TypedKey(e *fyne.KeyEvent) {
	back, on := fyne.KeyLeft, fyne.KeyRight
	if theme.Now().RTL {
		back, on = on, back
	}
	c.typed(e, back, on)
}

func (c *chart) CreateRenderer() fyne.WidgetRenderer {
	if c.drawn == nil {
		c.set(nil, false)
	}
	return &drawing{c, func() []fyne.CanvasObject { return c.drawn }, func() fyne.Size { return fyne.NewSize(200, 120) }, c.arrange}
}

func (c *chart) arrange(size fyne.Size) {
	line := typeset.Caption.Tight(1.2).Size.Units()*1.2 + labelTop
	floor := size.Height - line
	slot, top := c.slot(), c.highest()
	per := float32(1)
	if c.compared {
		per = 2
	}
	wide := min(barWide, (slot-2*barGap)/per-barGap)
	if !c.compared {
		wide = min(2*barWide, slot-3*barGap)
	}
	wide = max(wide, 1)
	fill(c.base, theme.Line, 0)
	place(c.base, size.Width, 0, floor, size.Width, theme.Border())
	every := c.every(slot)
	for i, b := range c.bars {
		x := slot*float32(i) + (slot-per*wide-(per-1)*barGap)/2
		if c.compared {
			c.bar(c.was[i], theme.Ghost, b.Before.Minor, top, size.Width, x, floor, wide)
			x += wide + barGap
		}
		c.bar(c.now[i], theme.Primary, b.Now.Minor, top, size.Width, x, floor, wide)
		c.labels[i].Hidden = i%every != 0
		room := slot * float32(every)
		h := c.labels[i].MinSize().Height
		place(c.labels[i], size.Width, slot*float32(i)+(slot-room)/2, floor+labelTop, room, h)
	}
	c.paintMark(size, func(i int) (fyne.Position, fyne.Size) {
		x := slot * float32(i)
		if theme.Now().RTL {
			x = size.Width - x - slot
		}
		return fyne.NewPos(x, 0), fyne.NewSize(slot, size.Height)
	})
}

// every is how many bars share a label, so that labels do not touch.
func (c *chart) every(slot float32) int {
	widest := float32(1)
	for i := range c.bars {
		widest = max(widest, c.labels[i].Width())
	}
	n := 1
	for slot*float32(n) < widest+theme.S1 && n < len(c.bars) {
		n++
	}
	return n
}

// bar draws one; a sum that is not nothing is always to be seen.
func (c *chart) bar(r *canvas.Rectangle, colour theme.Colour, minor, top int64, width, x, floor, wide float32) {
	high := float32(float64(minor) / float64(top) * float64(floor))
	if minor > 0 {
		high = max(high, 2)
	}
	fill(r, colour, 0)
	r.TopLeftCornerRadius, r.TopRightCornerRadius = min(barRound, high/2), min(barRound, high/2)
	r.Hidden = high <= 0
	place(r, width, x, floor-high, wide, high)
}
