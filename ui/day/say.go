package day

// on reports whether a page is the one that is shown.
func (s *Screen) on(p page) bool { return s.page == p }

// refused says why what a page asked for was not done. Where the page was left
// meanwhile it is said on the one that is shown, with what it was about; and where the
// whole screen was, once somebody is back.
func (s *Screen) refused(p page, why string) {
	if !s.on(p) || !s.shown {
		why = s.deps.Words.T("said.about", "what", p.face().Title.Text(), "said", why)
	}
	if !s.shown {
		s.memory.unseen = why
		return
	}
	s.page.face().Wrong(why)
}

// sayUnseen says what was refused while nobody saw it.
func (s *Screen) sayUnseen() {
	if s.memory.unseen != "" && s.shown {
		s.page.face().Wrong(s.memory.unseen)
		s.memory.unseen = ""
	}
}
