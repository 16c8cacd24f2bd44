package settings

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/settings/page"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// host is the screen as its pages know it: a page.Host.
type host struct{ s *Screen }

// Changed is for page.Host.
func (h host) Changed() {
	h.s.saved = false
	h.s.paint()
}

// Refresh is for page.Host. A page that is being made has nothing to say yet.
func (h host) Refresh() {
	if h.s.pages != nil && h.s.menu != nil && h.s.memory.drafted {
		h.s.paint()
	}
}

// Enter is for page.Host.
func (h host) Enter() { h.s.enter() }

// See is for page.Host.
func (h host) See(sentence string) {
	if sentence == "" {
		return
	}
	says := func(o fyne.CanvasObject) bool {
		switch x := o.(type) {
		case *control.Field:
			return x.Problem() == sentence
		case *typeset.Text:
			return x.Text() == sentence
		}
		return false
	}
	here := h.s.here()
	seen := layout.See(here.Object(), says)
	if beside := here.Aside(); seen == nil && beside != nil {
		seen = layout.See(beside, says)
	}
	if field, is := seen.(*control.Field); is {
		draw.Focus(h.s.Root, field.Focusable())
	}
}

// Shows is for page.Host.
func (h host) Shows(p page.Page) bool { return h.s.pages != nil && h.s.here() == p }

// Act is for page.Host.
func (h host) Act(about string, work, done func(), refused func() string) {
	s, visit := h.s, h.s.visits
	s.env.Go(func() {
		work()
		s.env.Post(func() {
			if visit == s.visits && s.memory.drafted {
				done()
			} else if said := refused(); said != "" {
				s.env.Miss(about, said)
			}
		})
	})
}

// WithRights is for page.Host.
func (h host) WithRights(then func(), rights ...journal.Right) {
	may := h.s.deps.May
	missing := slices.DeleteFunc(rights, func(r journal.Right) bool { return may == nil || may(r) })
	if len(missing) > 0 {
		h.s.deps.Window.Delegate(missing, then)
		return
	}
	then()
}

// Leaving is for page.Host.
func (h host) Leaving(then func()) {
	if ask := h.s.deps.Window.Ask; ask != nil && h.s.Unsaved() {
		ask(then)
		return
	}
	then()
}

// By is for page.Host.
func (h host) By() string { return h.s.deps.Shop.Settings().Cashier }

// Saved is for page.Host.
func (h host) Saved() {
	if saved := h.s.deps.Window.Saved; saved != nil {
		saved()
	}
}

// Failed is for page.Host.
func (h host) Failed(err error) { h.s.env.Report(h.s.deps.Failed, err) }
