package ui

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/keys"
	"sanduq/ui/screen"
	"sanduq/ui/shell/workarea"
)

// firstRun is what a new till shows before its first sale.
type firstRun struct {
	shell  *Shell
	screen Setup // nil once it is over
	room   *workarea.Area
	banner fyne.CanvasObject // nil when there is none
}

// on reports whether it has the window.
func (f *firstRun) on() bool { return f.screen != nil }

// setBanner shows a banner where it belongs, nil takes it away: in the top bar, and
// where the first run, which has none, gives it room.
func (s *Shell) setBanner(o fyne.CanvasObject) {
	f := &s.first
	if !f.on() {
		s.bar.setBanner(o)
	} else if f.banner != o {
		f.banner = o
		f.screen.SetBanner(o)
	}
}

// build makes it, or makes it anew in another language or look.
func (f *firstRun) build() {
	s := f.shell
	if s.opt.Setup == nil {
		return
	}
	if f.on() {
		f.screen.Hidden()
	}
	f.screen = s.opt.Setup(s.env, setupShell{f})
	f.screen.SetBanner(f.banner)
	f.room = workarea.New()
	f.room.Put(f.screen)
}

// setupShell is the shell as the first run knows it.
type setupShell struct{ run *firstRun }

// Focus is for SetupShell.
func (s setupShell) Focus(on fyne.Focusable) { s.run.shell.window.focus(on) }

// Done is for SetupShell.
func (s setupShell) Done() { s.run.done() }

// shown lets it take the keyboard, once there is a window.
func (f *firstRun) shown() {
	if f.on() && f.shell.window.canvas != nil {
		f.screen.Shown()
	}
}

// done gives the window to the sales. The Enter that ended the first run charges
// nothing.
func (f *firstRun) done() {
	if !f.on() {
		return
	}
	s := f.shell
	f.screen.Hidden()
	f.screen, f.banner, s.opt.Setup = nil, nil, nil
	s.typed.begin(s.opt.Till.Settings().Currency)
	s.opt.Logger.Info("set up")
	s.build()
}

// event is what keys do during the first run.
func (f *firstRun) event(e keys.Event) {
	switch e.Kind {
	case keys.Digit, keys.Point, keys.Text:
		f.screen.Press(screen.KeyPress{Rune: e.Rune})
	case keys.Command:
		switch {
		case e.Name == keys.Enter && !f.shell.input.enter.use(), f.screen.Press(screen.KeyPress{Name: e.Name}):
		case e.Name == keys.Help:
			f.shell.help()
		case e.Name == keys.Full:
			call(f.shell.opt.FullScreen)
		}
	}
}
