package ui

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/layout"
)

// window is the main window: its canvas, and what can stand in it.
type window struct {
	canvas fyne.Canvas // nil until there is one
	root   *fyne.Container
	parts  []fyne.CanvasObject // of the cashier's window
	ribbon *dialog.Ribbon      // nil but for practice
	small  bool                // its size class
}

// focus gives the keys to something; nil takes them away.
func (w *window) focus(on fyne.Focusable) {
	switch {
	case w.canvas == nil:
	case on == nil:
		w.canvas.Unfocus()
	default:
		w.canvas.Focus(on)
	}
}

// fillWindow puts the cashier's window, or what stands in its place, into the
// main window.
func (s *Shell) fillWindow() {
	w := &s.window
	w.root.Objects = w.parts
	s.keyboard.Close()
	switch {
	case s.first.on():
		w.root.Objects = []fyne.CanvasObject{s.first.room.Object()}
	case s.turned():
		w.root.Objects = []fyne.CanvasObject{s.customer.Object()}
	case s.session.Shut():
		w.root.Objects = []fyne.CanvasObject{s.session.Screen().Object(), s.bar.root}
		if w.ribbon != nil {
			w.root.Objects = append(w.root.Objects, w.ribbon)
		}
	}
	w.root.Refresh()
}

// place lays the shell out: ribbon, bar, strip, work area.
func (s *Shell) place(b layout.Placer) {
	w := &s.window
	if len(w.root.Objects) == 0 {
		return
	}
	s.watchWidth(b.W)
	if s.first.on() || s.turned() {
		b.Put(w.root.Objects[0], 0, 0, b.W, b.H)
		return
	}
	y := float32(0)
	if w.ribbon != nil {
		h := w.ribbon.MinSize().Height
		b.Put(w.ribbon, 0, 0, b.W, h)
		y = h
	}
	bar := s.bar.root.MinSize().Height
	b.Put(s.bar.root, 0, y, b.W, bar)
	y += bar
	if s.session.Shut() {
		b.Put(s.session.Screen().Object(), 0, y, b.W, b.H-y)
		return
	}
	side := sidebarWidth()
	b.Put(s.sidebar.root, 0, y, side, b.H-y)
	b.Put(s.work.Object(), side, y, b.W-side, b.H-y)
}

// sidebarWidth grows a little with the words in the sidebar.
func sidebarWidth() float32 {
	if l := theme.Now(); !l.Small {
		return theme.SidebarWidth() * (1 + (min(max(l.TextScale, 1), 1.5)-1)*.8)
	}
	return theme.SidebarWidth()
}

// watchWidth changes the size class when the window became narrower or wider
// than it allows.
func (s *Shell) watchWidth(width float32) {
	if small := width < theme.SmallBelow; width > 0 && small != s.window.small {
		s.window.small = small
		s.env.After(0, func() {
			l := theme.Now()
			if l.Small == s.window.small {
				return // a new window is narrow for a moment: to build everything for it is a third of a start
			}
			l.Small = s.window.small
			s.SetLook(l)
		})
	}
}
