// Package frame is the main window: its canvas, what stands in it, where, and its size
// class. It knows no part by name beyond where it stands. A Window belongs on the UI
// goroutine.
package frame

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
)

// Smallest is the smallest size of the main window.
var Smallest = fyne.NewSize(1024, 640)

// Parts are what the cashier's window is made of.
type Parts struct {
	Work, Bar, Sidebar fyne.CanvasObject
	Ribbon             fyne.CanvasObject // along the upper edge; nil for none
}

// Window is the main window.
type Window struct {
	after   func(func()) // runs f a little later on the UI goroutine
	resized func(small bool)

	canvas fyne.Canvas // nil until there is one
	parts  Parts
	whole  fyne.CanvasObject // that fills the window; nil for none
	locked fyne.CanvasObject // that stands in the place of sales and work; nil for none
	small  bool              // its size class
	root   *fyne.Container
}

// New is an empty window. resized is told, some time after the window was made narrower
// or wider, that its size class is another one.
func New(env screen.Env, resized func(small bool)) *Window {
	w := &Window{after: func(f func()) { env.After(0, f) }, resized: resized, small: theme.Now().Small}
	w.root = layout.New(func() fyne.Size { return Smallest }, w.place)
	return w
}

// Object is the content of the window.
func (w *Window) Object() fyne.CanvasObject { return w.root }

// Canvas is nil until there is one.
func (w *Window) Canvas() fyne.Canvas { return w.canvas }

// SetCanvas takes the canvas that the content stands on.
func (w *Window) SetCanvas(c fyne.Canvas) { w.canvas = c }

// Focus gives the keys to something; nil takes them away.
func (w *Window) Focus(on fyne.Focusable) {
	switch {
	case w.canvas == nil:
	case on == nil:
		w.canvas.Unfocus()
	default:
		w.canvas.Focus(on)
	}
}

// Focused is what has the keys; nil for nothing.
func (w *Window) Focused() fyne.Focusable {
	if w.canvas == nil {
		return nil
	}
	return w.canvas.Focused()
}

// Set takes other parts, in the look of now. They are shown with the next Fill.
func (w *Window) Set(p Parts) { w.parts, w.small = p, theme.Now().Small }

// Fill shows the cashier's window, or what stands in its place: whole alone, or locked
// below the bar. Either may be nil.
func (w *Window) Fill(whole, locked fyne.CanvasObject) {
	w.whole, w.locked = whole, locked
	p := w.parts
	switch {
	case whole != nil:
		w.root.Objects = []fyne.CanvasObject{whole}
	case locked != nil:
		w.root.Objects = []fyne.CanvasObject{locked, p.Bar}
	default:
		// The order is that of the focus: the work, the tools above it, the sales beside it.
		w.root.Objects = []fyne.CanvasObject{p.Work, p.Bar, p.Sidebar}
	}
	if whole == nil && p.Ribbon != nil {
		w.root.Objects = append(w.root.Objects, p.Ribbon)
	}
	w.root.Refresh()
}

// Refresh lays everything out again.
func (w *Window) Refresh() { w.root.Refresh() }

// place lays the window out: ribbon, bar, sidebar, work area.
func (w *Window) place(b layout.Placer) {
	if len(w.root.Objects) == 0 {
		return
	}
	w.watchWidth(b.W)
	if w.whole != nil {
		b.Put(w.whole, 0, 0, b.W, b.H)
		return
	}
	p, y := w.parts, float32(0)
	if p.Ribbon != nil {
		h := p.Ribbon.MinSize().Height
		b.Put(p.Ribbon, 0, 0, b.W, h)
		y = h
	}
	y += b.PutDown(p.Bar, 0, y, b.W)
	if w.locked != nil {
		b.Put(w.locked, 0, y, b.W, b.H-y)
		return
	}
	side := sidebarWidth()
	b.Put(p.Sidebar, 0, y, side, b.H-y)
	b.Put(p.Work, side, y, b.W-side, b.H-y)
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
func (w *Window) watchWidth(width float32) {
	if small := width < theme.SmallBelow; width > 0 && small != w.small {
		w.small = small
		w.after(func() {
			if theme.Now().Small != w.small { // a new window is narrow for a moment: to build everything for it is a third of a start
				w.resized(w.small)
			}
		})
	}
}
