package cashier

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// choice is one row of a list to choose from: a tick when it is chosen, its
// words, and a note at the end.
type choice struct {
	widget.BaseWidget
	tapped           func()
	text, note       string
	chosen           bool
	hovered, focused bool

	back, ring, line *widgets.Panel
	tick             *widgets.Icon
	box              *fyne.Container // nil before it is first drawn
	words, remark    *widgets.Text
}

func newChoice(text, note string, tapped func()) *choice {
	c := &choice{text: text, note: note, tapped: tapped,
		back: widgets.NewPanel(theme.Transparent), ring: widgets.NewFrame(theme.Transparent, theme.Primary, 0), line: widgets.NewPanel(theme.Line),
		tick: widgets.NewIcon("check", 24, theme.Primary), words: widgets.NewText("", widgets.Body).Cut(), remark: widgets.NewText("", widgets.Caption)}
	c.ExtendBaseWidget(c)
	return c
}

// choose shows the row as chosen or not.
func (c *choice) choose(on bool) {
	if c.chosen != on {
		c.chosen = on
		c.paint()
	}
}

func (c *choice) CreateRenderer() fyne.WidgetRenderer {
	c.box = widgets.NewScreen(fyne.NewSize(0, c.height()), c.place, c.back, c.line, c.tick, c.words, c.remark, c.ring)
	c.paint()
	return widget.NewSimpleRenderer(c.box)
}

func (c *choice) height() float32 {
	return max(theme.RowHeight, widgets.Body.Size.Units()*1.35+theme.S4)
}

func (c *choice) paint() {
	ink, weight, fill := theme.Text, theme.Regular, theme.Transparent
	if c.chosen {
		ink, weight, fill = theme.Primary, theme.SemiBold, theme.PrimaryTint
	}
	if c.hovered && !c.chosen {
		fill = theme.Sunken
	}
	c.back.SetFill(fill, theme.Transparent)
	c.tick.Hidden = !c.chosen
	c.tick.Set("check", theme.Primary)
	c.words.SetSpans(widgets.Span{Text: c.text, Style: widgets.Body.Tint(ink).With(weight)})
	note := widgets.Caption
	if c.chosen {
		note = note.Tint(theme.Primary).With(theme.SemiBold)
	}
	c.remark.SetSpans(widgets.Span{Text: c.note, Style: note})
	c.ring.Stroke = theme.FocusRing()
	c.ring.Hidden = !c.focused
	if c.box != nil {
		c.box.Refresh()
	}
}

func (c *choice) place(p widgets.Placer) {
	p.Put(c.back, 0, 0, p.Size.Width, p.Size.Height)
	p.Put(c.line, 0, 0, p.Size.Width, theme.Border())
	p.Put(c.ring, 0, 0, p.Size.Width, p.Size.Height)
	p.Put(c.tick, theme.S4, (p.Size.Height-24)/2, 24, 24)
	x := theme.S4 + 24 + theme.S3
	n := c.remark.MinSize()
	p.Put(c.remark, p.Size.Width-theme.S4-n.Width, (p.Size.Height-n.Height)/2, n.Width, n.Height)
	h := c.words.MinSize().Height
	room := p.Size.Width - theme.S4 - x
	if n.Width > 0 {
		room -= n.Width + theme.S4
	}
	p.Put(c.words, x, (p.Size.Height-h)/2, room, h)
}

func (c *choice) Tapped(*fyne.PointEvent) { c.tapped() }

func (c *choice) FocusGained() { c.focused = true; c.paint(); widgets.TellFocus(c, true) }

func (c *choice) FocusLost() { c.focused = false; c.paint(); widgets.TellFocus(c, false) }

// TypedRune chooses on Space; other signs belong to the screen.
func (c *choice) TypedRune(r rune) {
	if r == ' ' {
		c.tapped()
		return
	}
	if o := c.canvas(); o != nil && o.OnTypedRune() != nil {
		o.OnTypedRune()(r)
	}
}

// TypedKey hands every key to the screen: Enter is its primary button.
func (c *choice) TypedKey(e *fyne.KeyEvent) {
	if o := c.canvas(); o != nil && o.OnTypedKey() != nil {
		o.OnTypedKey()(e)
	}
}

// KeyDown tells the window of keys that go down while the row has the focus.
func (c *choice) KeyDown(e *fyne.KeyEvent) {
	if o, ok := c.canvas().(desktop.Canvas); ok && o.OnKeyDown() != nil {
		o.OnKeyDown()(e)
	}
}

func (c *choice) KeyUp(*fyne.KeyEvent) {}

func (c *choice) canvas() fyne.Canvas { return fyne.CurrentApp().Driver().CanvasForObject(c) }

func (c *choice) MouseIn(*desktop.MouseEvent) { c.hovered = true; c.paint() }

func (c *choice) MouseMoved(*desktop.MouseEvent) {}

func (c *choice) MouseOut() { c.hovered = false; c.paint() }

func (c *choice) Cursor() desktop.Cursor { return desktop.PointerCursor }
