// Package firstrun is what a new till shows before its first sale: the screen of the first
// run in a work area of its own, which has the whole window. It belongs on the UI
// goroutine.
package firstrun

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/shell/frame"
	"sanduq/ui/shell/workarea"
)

// Screen is the screen of the first run.
type Screen interface {
	screen.Screen
	// SetBanner shows a banner where nothing can be pressed; nil takes it away.
	SetBanner(fyne.CanvasObject)
}

// Shell is the window as the first run knows it.
type Shell interface {
	Focus(on fyne.Focusable) // nil takes the focus away
	Done()                   // the till is set up: to the first sale
}

// FirstRun is the first run of a till, until it is over.
type FirstRun struct {
	env    screen.Env
	build  func(screen.Env, Shell) Screen // nil where there is no first run
	frame  *frame.Window
	done   func()
	screen Screen // nil once it is over
	area   *workarea.Area
	banner fyne.CanvasObject // nil when there is none
}

// New shows nothing before Build. build makes the screen; nil for a till that was set up.
// done is called when the first run is over.
func New(env screen.Env, build func(screen.Env, Shell) Screen, f *frame.Window, done func()) *FirstRun {
	return &FirstRun{env: env, build: build, frame: f, done: done}
}

// On reports whether it has the window.
func (f *FirstRun) On() bool { return f.screen != nil }

// Area is the room of its screen.
func (f *FirstRun) Area() *workarea.Area { return f.area }

// Banner reports whether a banner is shown.
func (f *FirstRun) Banner() bool { return f.banner != nil }

// SetBanner gives a banner room on the screen; nil takes it away.
func (f *FirstRun) SetBanner(o fyne.CanvasObject) {
	if f.banner != o {
		f.banner = o
		f.screen.SetBanner(o)
	}
}

// Build makes the screen, or makes it again in another language or look.
func (f *FirstRun) Build() {
	if f.build == nil {
		return
	}
	if f.On() {
		f.screen.Hidden()
	}
	f.screen = f.build(f.env, shell{f})
	f.screen.SetBanner(f.banner)
	f.area = workarea.New()
	f.area.Exchange(f.screen)
}

// Shown lets it take the keyboard, once there is a window.
func (f *FirstRun) Shown() {
	if f.On() && f.frame.Canvas() != nil {
		f.screen.Shown()
	}
}

// Hide tells the screen that nobody sees it any more.
func (f *FirstRun) Hide() {
	if f.On() {
		f.screen.Hidden()
	}
}

// Press hands a key to the screen, and reports whether it was used.
func (f *FirstRun) Press(p screen.KeyPress) bool { return f.screen.Press(p) }

// shell is the window as the screen knows it.
type shell struct{ run *FirstRun }

// Focus is for Shell.
func (s shell) Focus(on fyne.Focusable) { s.run.frame.Focus(on) }

// Done is for Shell. The Enter that ended the first run charges nothing.
func (s shell) Done() {
	f := s.run
	if !f.On() {
		return
	}
	f.screen.Hidden()
	f.screen, f.banner, f.build = nil, nil, nil
	f.done()
}
