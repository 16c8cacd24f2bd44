package account

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// choice is one row of a list to choose from: a tick when it is chosen, its
// words, a note beside them, and at the end the key that chooses it.
type choice struct {
	widget.BaseWidget
	input.Hover
	tapped     func()
	text, note string
	chosen     bool

	back, line    *graphic.Panel
	tick          *graphic.Icon
	cap           *typeset.KeyCap // nil: no key chooses it
	box           *fyne.Container // nil before it is first drawn
	words, remark *typeset.Text
	fitted        fitted
}

// fitted is how the words of a row stand in a room.
type fitted struct {
	room, text float32 // text is the scale of it
	size       theme.Size
	high       float32
}

// newChoice is a row; a key of "" is none.
func newChoice(text, note, key string, tapped func()) *choice {
	c := &choice{text: text, note: note, tapped: tapped,
		back: graphic.NewPanel(theme.Transparent), line: graphic.NewPanel(theme.Line),
		tick: graphic.NewIcon("check", 24, theme.Primary), words: typeset.NewText("", typeset.Body).Cut(), remark: typeset.NewText("", typeset.Caption)}
	if key != "" {
		c.cap = typeset.NewKeyCap(key, theme.Text)
	}
	c.OnHover = c.paint
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

// number shows the key that chooses the row, or keeps its place.
func (c *choice) number(on bool) {
	if c.cap != nil {
		layout.SetVisible(on, c.cap)
	}
}

func (c *choice) CreateRenderer() fyne.WidgetRenderer {
	all := []fyne.CanvasObject{c.back, c.line, c.tick, c.words, c.remark}
	if c.cap != nil {
		all = append(all, c.cap)
	}
	c.box = layout.New(layout.Least(fyne.NewSize(0, c.height())), c.place, all...)
	c.paint()
	return widget.NewSimpleRenderer(c.box)
}

func (c *choice) height() float32 {
	return max(theme.RowHeight, typeset.Body.Size.Units()*1.35+theme.S4)
}

// heightFor is how high the row is at a width: higher where its words take more than a line.
func (c *choice) heightFor(width float32) float32 {
	if width <= 0 {
		return c.height()
	}
	_, room := c.room(width)
	_, high := c.fit(room)
	return max(c.height(), high+theme.S4)
}

// room is where the words begin in a width, and how much of it they have.
func (c *choice) room(width float32) (x, room float32) {
	x = theme.S4 + theme.IconSide(24) + theme.S3
	end := width - theme.S4
	if c.cap != nil {
		end -= max(c.cap.MinSize().Width, capSide) + theme.S3
	}
	return x, end - x
}

// fit is the largest size in which the words stand whole on three lines, in the smallest on
// as many as it takes, and how high they are then, chosen or not: what tells one name from
// another may be its end.
func (c *choice) fit(room float32) (size theme.Size, high float32) {
	scale := max(1, theme.Now().TextScale)
	if f := c.fitted; f.room == room && f.text == scale {
		return f.size, f.high
	}
	words := typeset.NewParagraph(c.text, typeset.Body.With(theme.SemiBold))
	for _, size = range []theme.Size{theme.Body, theme.Label, theme.Caption} {
		words.StepDown(size, room)
		if high = words.HeightFor(room); high < 3.5*words.HeightFor(words.Width()+1) {
			break
		}
	}
	c.fitted = fitted{room, scale, words.Style().Size, high}
	return c.fitted.size, high
}

func (c *choice) paint() {
	ink, weight, fill := theme.Text, theme.Regular, theme.Transparent
	if c.chosen {
		ink, weight, fill = theme.Primary, theme.SemiBold, theme.PrimaryTint
	}
	if c.Hovered && !c.chosen {
		fill = theme.Sunken
	}
	c.back.SetFill(fill, theme.Transparent)
	c.tick.Hidden = !c.chosen
	c.tick.Set("check", theme.Primary)
	c.words.SetSpans(typeset.Span{Text: c.text, Style: typeset.Body.Tint(ink).With(weight)})
	note := typeset.Caption
	if c.chosen {
		note = note.Tint(theme.Primary).With(theme.SemiBold)
	}
	c.remark.SetSpans(typeset.Span{Text: c.note, Style: note})
	if c.box != nil {
		c.box.Refresh()
	}
}

func (c *choice) place(p layout.Placer) {
	p.Put(c.back, 0, 0, p.W, p.H)
	p.Put(c.line, 0, 0, p.W, theme.Border())
	tick := theme.IconSide(24)
	p.Put(c.tick, theme.S4, (p.H-tick)/2, tick, tick)
	end := p.W - theme.S4
	if c.cap != nil {
		k := c.cap.MinSize()
		wide := max(k.Width, capSide)
		p.Put(c.cap, end-wide, (p.H-max(k.Height, capSide))/2, wide, max(k.Height, capSide))
	}
	n := c.remark.MinSize()
	x, room := c.room(p.W)
	size, _ := c.fit(room)
	c.words.SetStyle(c.words.Style().Sized(size))
	wide := c.words.Width()
	layout.SetVisible(wide+theme.S3+n.Width <= room, c.remark) // the note goes before the words
	how := typeset.Ellipsis
	if wide > room {
		how = typeset.Wrap
	}
	draw.Change(c.words, &c.words.Overflow, how)
	wide = min(wide, room)
	high := c.words.HeightFor(wide)
	p.Put(c.words, x, (p.H-high)/2, wide, high)
	p.Put(c.remark, x+wide+theme.S3, (p.H-n.Height)/2, n.Width, n.Height)
}

// capSide is the side of a row's key cap, at least.
const capSide = 28

func (c *choice) Tapped(*fyne.PointEvent) { input.TellTap(c); c.tapped() }
