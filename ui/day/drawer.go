package day

import (
	"context"

	"sanduq/ui/pages"
)

// openDrawer opens the drawer once what is to be done is durable: first is that, nil
// where it is already. Nobody waits for it.
func (s *Screen) openDrawer(first func(context.Context) error) {
	env, d := s.env, s.deps
	if d.Paper.OpenDrawer == nil {
		return
	}
	life := context.WithoutCancel(env.Life)
	env.Go(func() {
		var err error
		if first != nil {
			err = first(life)
		}
		if err == nil {
			err = d.Paper.OpenDrawer(env.Life)
		}
		env.Post(func() {
			s.failed(err)
			if env.Life.Err() == nil {
				s.drawer(err)
			}
		})
	})
}

// ofDrawer is a page on which something is said of the drawer.
type ofDrawer interface{ ofDrawer() *pages.Frame }

// drawer says on the page that somebody sees by now that the drawer stays shut or, in
// practice, that it opened. Anyone who has gone on to what has no word about a drawer is
// told in the window that it stays shut.
func (s *Screen) drawer(err error) {
	w := s.env.Words
	var tell, wrong func(string)
	if p, speaks := s.page.(ofDrawer); speaks {
		tell, wrong = p.ofDrawer().ShowNotice, p.ofDrawer().Wrong
	}
	switch {
	case err != nil && (wrong == nil || !s.shown):
		s.env.Miss(w.T("day.drawer"), w.T("day.drawer.shut"))
	case err != nil:
		wrong(w.T("day.drawer.shut"))
	case s.env.Practice && tell != nil:
		tell(w.T("cash.drawer.practice"))
	}
}

// count goes to the count of the drawer, and opens it.
func (s *Screen) count() {
	s.goTo(stepCount)
	s.openDrawer(func(ctx context.Context) error { return s.deps.Till.OpenToCount(ctx, s.deps.Person.By()) })
}
