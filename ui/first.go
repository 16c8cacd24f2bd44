package ui

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/cashier"
	"sanduq/ui/keys"
	"sanduq/ui/screen"
)

// buildFirst makes the first run, or makes it anew in another language or look.
func (s *Shell) buildFirst() {
	if s.opt.Setup == nil {
		return
	}
	if s.first != nil {
		s.first.Hidden()
	}
	s.first = s.opt.Setup(SetupDeps{Env: s.env, Life: s.life, SetLanguage: s.SetLanguage, Focus: s.focus, Done: s.firstDone})
	s.room = newWork()
	s.room.put(s.first)
}

func (s *Shell) focus(on fyne.Focusable) {
	switch {
	case s.canvas == nil:
	case on == nil:
		s.canvas.Unfocus()
	default:
		s.canvas.Focus(on)
	}
}

// showFirst lets the first run take the keyboard, once there is a window.
func (s *Shell) showFirst() {
	if s.first != nil && s.canvas != nil {
		s.first.Shown()
	}
}

// firstDone gives the window to the sales. The Enter that ended the first run
// charges nothing.
func (s *Shell) firstDone() {
	if s.first == nil {
		return
	}
	s.first.Hidden()
	s.first, s.opt.Setup = nil, nil
	s.draft = cashier.NewDraft(s.opt.Till.Settings().Currency)
	s.log.Info("set up")
	s.build()
}

// firstEvent is what keys do during the first run.
func (s *Shell) firstEvent(e keys.Event) {
	switch e.Kind {
	case keys.Digit, keys.Point, keys.Text:
		s.first.Press(screen.KeyPress{Rune: e.Rune})
	case keys.Command:
		switch {
		case e.Name == keys.Enter && !s.enter.use(), s.first.Press(screen.KeyPress{Name: e.Name}):
		case e.Name == keys.Help:
			s.help()
		case e.Name == keys.Full:
			call(s.opt.FullScreen)
		}
	}
}
