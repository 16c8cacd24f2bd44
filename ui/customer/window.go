package customer

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/preferences"
)

// Windows is what the screen's system can do.
type Windows interface {
	// Second reports whether there is a second monitor with a picture of its own.
	Second() bool
	// Open shows content in a window: full on the second monitor, or plain. gone
	// is called once when a person closed it. close takes it away.
	Open(content fyne.CanvasObject, title string, full bool, gone func()) (close func())
	// Focus gives the keyboard to the cashier's window.
	Focus()
}

// window is the customer's own window, as it is and as the settings want it.
type window struct {
	mode   preferences.CustomerMode
	open   func() // closes it; nil while there is none
	full   bool
	closed bool // a person closed it: it comes again only when it is asked for
}

// Own reports whether the customer has a window of their own.
func (s *Side) Own() bool { return s.window.open != nil }

// SetMode shows the view elsewhere from now on.
func (s *Side) SetMode(m preferences.CustomerMode) {
	s.window.mode = m
	s.Reopen()
}

// Reopen shows the view in its window again, where somebody had closed it.
func (s *Side) Reopen() {
	s.window.closed = false
	s.Tick()
}

// Tick is called every second: it follows monitors as they come and go, and
// moves what depends on the time.
func (s *Side) Tick() {
	w := &s.window
	open, full := s.wanted()
	if w.open != nil && (!open || full != w.full) {
		w.open()
		w.open = nil
		s.deps.Changed()
	}
	if w.open == nil && open && !w.closed && !s.turned {
		s.open(full)
	}
	s.present()
}

// wanted is the window that mode and monitors ask for. A monitor that went
// forgets that its window was closed by hand.
func (s *Side) wanted() (open, full bool) {
	switch s.window.mode {
	case preferences.CustomerPlain:
		return true, false
	case preferences.CustomerSecond:
		there := s.deps.Windows.Second()
		if !there {
			s.window.closed = false
		}
		return there, true
	}
	return false, false
}

func (s *Side) open(full bool) {
	w := &s.window
	w.full = full
	s.view.drawn = drawn{} // another window draws everything again
	w.open = s.deps.Windows.Open(s.Object(), s.env.Words.T("nav.customer"), full, func() {
		w.open, w.closed = nil, true
		s.deps.Changed()
	})
	s.deps.Changed()
}

// Close takes the window away.
func (s *Side) Close() {
	if s.window.open != nil {
		s.window.open()
		s.window.open = nil
	}
}
