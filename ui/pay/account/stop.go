package account

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/layout"
)

// stop is where the focus can stand while the screen has the keys: a whole
// list, or a field that shows what the screen keeps. It draws the ring around
// itself, so that there is one ring as there is one focus.
type stop struct {
	widget.BaseWidget
	on      bool
	changed func() // the focus came or went; may be nil
	ring    *graphic.Panel
}

func newStop(changed func()) *stop {
	s := &stop{changed: changed, ring: graphic.NewFrame(theme.Transparent, theme.Primary, theme.Radius+theme.FocusGap)}
	s.ring.Hide()
	s.ExtendBaseWidget(s)
	return s
}

func (s *stop) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(layout.New(nil, func(p layout.Placer) {
		out := theme.FocusRing() - 1
		p.Put(s.ring, -out, -out, p.W+2*out, p.H+2*out)
	}, s.ring))
}

// focus asks the window for the focus.
func (s *stop) focus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil && c.Focused() != fyne.Focusable(s) {
		c.Focus(s)
	}
}

func (s *stop) FocusGained() { s.set(true) }

func (s *stop) FocusLost() { s.set(false) }

func (s *stop) set(on bool) {
	s.on = on
	s.setVisible(on)
	input.TellFocus(s, on)
	if s.changed != nil {
		s.changed()
	}
}

// setVisible draws the ring, or takes it away.
func (s *stop) setVisible(on bool) {
	s.ring.Stroke = theme.FocusRing()
	s.ring.Hidden = !on
	s.ring.Refresh()
	s.Refresh()
}

// TypedRune hands every sign to the screen.
func (s *stop) TypedRune(r rune) { input.PassRune(s, r) }

// TypedKey hands every key to the screen: Enter is its primary button.
func (s *stop) TypedKey(e *fyne.KeyEvent) { input.PassKey(s, e) }

// KeyDown tells the window of keys that go down.
func (s *stop) KeyDown(e *fyne.KeyEvent) { input.PassDown(draw.CanvasOf(s), e) }

func (s *stop) KeyUp(*fyne.KeyEvent) {}
