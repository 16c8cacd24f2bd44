package popover

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
)

// Choice is one line of a list to pick from.
type Choice struct {
	Icon, Label string
	Pick        func()
}

// Choices is a short list to pick from, in one or two columns.
type Choices struct {
	all     []Choice
	columns int
	at      int
	buttons []*control.Button
	root    *fyne.Container
}

const choiceWidth float32 = 232

// NewChoices starts on the line that holds now; -1 where none does, and then Enter takes
// none until a person has moved.
func NewChoices(all []Choice, now, columns int) *Choices {
	c := &Choices{all: all, at: now, columns: columns}
	objects := make([]fyne.CanvasObject, 0, len(all))
	for _, one := range all {
		b := control.NewButton(control.ButtonSpec{Kind: control.Quiet, Label: one.Label, Icon: one.Icon}, one.Pick)
		c.buttons = append(c.buttons, b)
		objects = append(objects, b)
	}
	c.root = layout.New(c.min, c.place, objects...)
	c.paint()
	return c
}

// Object implements Body.
func (c *Choices) Object() fyne.CanvasObject { return c.root }

// Buttons are its lines.
func (c *Choices) Buttons() []*control.Button { return c.buttons }

// lines is the number of lines of a column.
func (c *Choices) lines() int { return (len(c.all) + c.columns - 1) / c.columns }

// Press implements Body.
func (c *Choices) Press(p screen.KeyPress) bool {
	to := c.at
	switch p.Name {
	case fyne.KeyUp:
		to--
	case fyne.KeyDown:
		to++
	case fyne.KeyLeft, fyne.KeyRight:
		if (p.Name == fyne.KeyRight) != theme.Now().RTL {
			to += c.lines()
		} else {
			to -= c.lines()
		}
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = len(c.all) - 1
	case fyne.KeyReturn, fyne.KeyEnter:
		if c.at >= 0 {
			c.all[c.at].Pick()
		}
		return true
	default:
		return false
	}
	if to >= 0 && to < len(c.all) {
		c.at = to
		c.paint()
	}
	return true
}

func (c *Choices) paint() {
	for i, b := range c.buttons {
		b.SetChosen(i == c.at)
	}
}

func (c *Choices) min() fyne.Size {
	wide := choiceWidth
	for _, b := range c.buttons {
		wide = max(wide, b.MinSize().Width)
	}
	n := float32(c.columns)
	return fyne.NewSize(wide*n+theme.S2*(n-1), c.high()*float32(c.lines()))
}

func (c *Choices) high() float32 { return c.buttons[0].MinSize().Height }

func (c *Choices) place(b layout.Placer) {
	n := float32(c.columns)
	wide := (b.W - theme.S2*(n-1)) / n
	high := min(c.high(), b.H/float32(c.lines()))
	for i, o := range c.buttons {
		column, line := i/c.lines(), i%c.lines()
		b.Put(o, float32(column)*(wide+theme.S2), float32(line)*high, wide, high)
	}
}
