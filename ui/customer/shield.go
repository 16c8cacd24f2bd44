package customer

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// holdTime is how long a finger must rest in a corner.
const holdTime = 3 * time.Second

// touchShield lies over the customer's view: it takes every touch, so that nothing
// below can be pressed, and shows no pointer.
type touchShield struct {
	widget.BaseWidget
	after   func(time.Duration, func()) func()
	touched func()
	held    func()
	stop    func()
}

func newTouchShield(after func(time.Duration, func()) func(), touched, held func()) *touchShield {
	g := &touchShield{after: after, touched: touched, held: held}
	g.ExtendBaseWidget(g)
	return g
}

var (
	_ desktop.Mouseable  = (*touchShield)(nil)
	_ desktop.Cursorable = (*touchShield)(nil)
)

func (g *touchShield) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(color.Transparent))
}

func (g *touchShield) Cursor() desktop.Cursor { return desktop.HiddenCursor }

// MouseDown is for Fyne. Only the upper corners count: a customer points at
// the code, not there.
func (g *touchShield) MouseDown(e *desktop.MouseEvent) {
	g.MouseUp(e)
	g.touched()
	s := g.Size()
	x := min(e.Position.X, s.Width-e.Position.X)
	if x < s.Width/8 && e.Position.Y < s.Height/6 {
		g.stop = g.after(holdTime, g.held)
	}
}

func (g *touchShield) MouseUp(*desktop.MouseEvent) {
	if g.stop != nil {
		g.stop()
		g.stop = nil
	}
}
