package reports

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/input"
)

// drawing is the renderer of what is drawn here: objects is asked again after
// each Refresh.
type drawing struct {
	of      fyne.Widget
	objects func() []fyne.CanvasObject
	min     func() fyne.Size
	arrange func(fyne.Size)
}

func (d *drawing) Destroy()                     {}
func (d *drawing) Objects() []fyne.CanvasObject { return d.objects() }
func (d *drawing) MinSize() fyne.Size           { return d.min() }
func (d *drawing) Layout(size fyne.Size)        { d.arrange(size) }
func (d *drawing) Refresh() {
	d.arrange(d.of.Size())
	canvas.Refresh(d.of)
}

// marked is what a chart and a table have in common: one thing in it is marked,
// by the keyboard or the pointer, and opens.
type marked struct {
	widget.BaseWidget
	wid   fyne.Widget
	count func() int
	at    func(fyne.Position) int // what stands at a position; -1 for nothing
	open  func(i int)
	moved func() // another is marked

	mark, hovered int // -1 for none
	focused       bool
	back          *canvas.Rectangle // below what is marked
	ring          *canvas.Rectangle
}

func (m *marked) init(w fyne.Widget) {
	m.wid, m.mark, m.hovered = w, -1, -1
	m.back, m.ring = canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent)
	m.back.Hide()
	m.ring.Hide()
	m.ExtendBaseWidget(w)
}

// shown is what is marked, by the pointer before the keyboard; -1 for nothing.
func (m *marked) shown() int {
	if m.hovered >= 0 && m.hovered < m.count() {
		return m.hovered
	}
	if m.mark < m.count() {
		return m.mark
	}
	return -1
}

// step marks another, by so many further in reading order.
func (m *marked) step(by int) {
	n := m.count()
	if n == 0 {
		return
	}
	switch {
	case m.mark < 0 && by < 0:
		m.mark = n - 1
	case m.mark < 0:
		m.mark = min(n, by) - 1
	default:
		m.mark = max(0, min(n-1, m.mark+by))
	}
	m.changed()
}

// enter opens what is marked and reports whether there is anything.
func (m *marked) enter() bool {
	if m.mark < 0 || m.mark >= m.count() {
		return false
	}
	m.open(m.mark)
	return true
}

func (m *marked) changed() {
	m.wid.Refresh()
	if m.moved != nil {
		m.moved()
	}
}

// Tapped opens what is there.
func (m *marked) Tapped(e *fyne.PointEvent) {
	if i := m.at(e.Position); i >= 0 {
		m.mark = i
		m.open(i)
	}
}

// MouseIn, MouseMoved and MouseOut mark what is below the pointer.
func (m *marked) MouseIn(e *desktop.MouseEvent) { m.MouseMoved(e) }

func (m *marked) MouseMoved(e *desktop.MouseEvent) { m.hover(m.at(e.Position)) }

func (m *marked) MouseOut() { m.hover(-1) }

func (m *marked) hover(i int) {
	if m.hovered != i {
		m.hovered = i
		m.changed()
	}
}

func (m *marked) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (m *marked) FocusGained() { m.focus(true) }
func (m *marked) FocusLost()   { m.focus(false) }

func (m *marked) focus(on bool) {
	m.focused = on
	switch {
	case !on:
		m.mark = -1
	case m.mark < 0 && m.count() > 0:
		m.mark = 0
	}
	input.TellFocus(m.wid, on)
	m.changed()
}

// TypedRune hands every rune but Space on to the canvas.
func (m *marked) TypedRune(r rune) {
	if r == ' ' {
		m.enter()
		return
	}
	input.PassRune(m.wid, r)
}

// TypedKey moves the mark along an axis, opens, and hands the rest on.
func (m *marked) typed(e *fyne.KeyEvent, back, on fyne.KeyName) {
	switch e.Name {
	case back:
		m.step(-1)
	case on:
		m.step(1)
	case fyne.KeyHome:
		m.mark = 0
		m.step(0)
	case fyne.KeyEnd:
		m.step(m.count())
	case fyne.KeyReturn, fyne.KeyEnter:
		m.enter()
	default:
		input.PassKey(m.wid, e)
	}
}

// KeyDown tells the canvas of a key that goes down: Fyne tells only what has the
// focus.
func (m *marked) KeyDown(e *fyne.KeyEvent) { input.PassDown(draw.CanvasOf(m.wid), e) }

// KeyUp does the same for one that goes up.
func (m *marked) KeyUp(e *fyne.KeyEvent) { input.PassUp(draw.CanvasOf(m.wid), e) }

// paintMark draws the tint below what is marked and the ring around all.
func (m *marked) paintMark(size fyne.Size, where func(i int) (at fyne.Position, size fyne.Size)) {
	m.back.Hidden = true
	if i := m.shown(); i >= 0 && (m.focused || m.hovered >= 0 || m.mark >= 0) {
		at, s := where(i)
		m.back.Hidden = false
		fill(m.back, theme.PrimaryTint, theme.RadiusSmall)
		if theme.Now().Variant == theme.Contrast { // which has no tint
			m.back.FillColor, m.back.StrokeColor, m.back.StrokeWidth = color.Transparent, theme.Text.NRGBA(), theme.Border()
		}
		m.back.Move(at)
		m.back.Resize(s)
	}
	w := theme.FocusRing()
	out := theme.FocusGap + w
	m.ring.FillColor, m.ring.StrokeColor, m.ring.StrokeWidth, m.ring.CornerRadius = color.Transparent, theme.Primary.NRGBA(), w, theme.RadiusSmall
	m.ring.Move(fyne.NewPos(-out, -out))
	m.ring.Resize(size.AddWidthHeight(2*out, 2*out))
	m.ring.Hidden = !m.focused
}

func fill(r *canvas.Rectangle, c theme.Colour, radius float32) {
	r.FillColor, r.StrokeColor, r.StrokeWidth, r.CornerRadius = c.NRGBA(), color.Transparent, 0, radius
}

// place places an object in a width, mirrored from right to left.
func place(o fyne.CanvasObject, width, x, y, w, h float32) {
	if theme.Now().RTL {
		x = width - x - w
	}
	o.Resize(fyne.NewSize(max(w, 0), max(h, 0)))
	o.Move(fyne.NewPos(x, y))
}
