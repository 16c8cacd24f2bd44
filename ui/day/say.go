package day

// on reports whether a page is the one that is shown.
func (s *Screen) on(p page) bool { return s.page == p }

// refused says why what a page asked for was not done. Where the page was left
// meanwhile it is said on the one that is shown, with what it was about; and where the
// whole screen was, whatever is shown instead.
func (s *Screen) refused(p page, why string) {
	about := p.face().Title.Text()
	switch {
	case !s.shown:
		s.env.Miss(about, why)
		return
	case !s.on(p):
		why = s.env.Words.T("said.about", "what", about, "said", why)
	}
	s.page.face().Wrong(why)
}
