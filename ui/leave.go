package ui

import "sanduq/ui/preferences"

// Detach ends what Start began and takes the shell out of its window, which
// something else fills now. A shell that has left does not come back.
func (s *Shell) Detach() {
	s.env.Preferences.Discard() // what is on trial was so in the settings of this shell
	s.Stop()
	s.unsubscribe()
	s.env.Preferences.SetPersonal(preferences.Personal{})
	s.decisions.Close()
	s.keyboard.Close()
	s.frame.Focus(nil)
	s.first.Hide()
	if s.work.Screen() != nil {
		s.work.Screen().Hidden()
	}
	if s.session.Shut() {
		s.session.Screen().Hidden()
	}
	s.phone.Discard()
	if s.customer != nil {
		s.customer.Close()
	}
	if c := s.frame.Canvas(); c != nil {
		s.input.Detach(c)
	}
}
