package settings

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// rightsForm is what one role may do, right by right. What is kept holds at once.
type rightsForm struct {
	page *usersPage
	role journal.Role
	was  journal.RightSet // when it was opened
	busy bool

	chips         []*control.Chip // in the order of journal.Rights
	title, wrong  *typeset.Text
	older, common *typeset.Text
	back          *control.Button
}

// chosenRoles are those of which a shop chooses what they may do.
var chosenRoles = []journal.Role{journal.RoleCashier, journal.RoleSupervisor}

func newRightsForm(p *usersPage, role journal.Role) *rightsForm {
	s := p.screen
	w := s.deps.Words
	f := &rightsForm{page: p, role: role, was: s.deps.Staff.RightsOf(role)}
	f.title = typeset.NewText(w.T("settings.rights."+string(role)), typeset.Lead).Cut()
	f.common = typeset.NewParagraph(w.T("settings.rights.common"), typeset.Label.With(theme.Regular))
	f.older = typeset.NewParagraph(w.T("settings.rights.older"), typeset.Label)
	f.wrong = typeset.NewParagraph("", typeset.Label.Tint(theme.Failed))
	for _, right := range journal.Rights() {
		var c *control.Chip
		c = control.NewChip(w.T("right."+string(right)), "", false, func() {
			c.SetSelected(!c.Selected())
			f.say("")
		})
		c.SetSelected(f.was.Has(right))
		f.chips = append(f.chips, c)
	}
	f.back = control.NewButton(control.ButtonSpec{Label: w.T("settings.users.back"), Key: "Esc", Mid: true}, p.close)
	return f
}

func (f *rightsForm) rows() []fyne.CanvasObject {
	chips := make([]fyne.CanvasObject, len(f.chips))
	for i, c := range f.chips {
		chips[i] = c
	}
	all := []fyne.CanvasObject{f.title}
	if f.wrong.Text() != "" {
		all = append(all, f.wrong)
	}
	all = append(all, f.common, layout.Flow(theme.S2, chips...))
	if !f.page.screen.deps.Staff.RightsChosen() {
		all = append(all, f.older)
	}
	return append(all, f.back)
}

// chosen is the set that the chips say.
func (f *rightsForm) chosen() journal.RightSet {
	var set journal.RightSet
	for i, right := range journal.Rights() {
		if f.chips[i].Selected() {
			set = append(set, right)
		}
	}
	return set
}

// edited reports whether the form says something else than it was opened with.
func (f *rightsForm) edited() bool {
	return slices.ContainsFunc(journal.Rights(), func(r journal.Right) bool { return f.was.Has(r) != f.chosen().Has(r) })
}

func (f *rightsForm) say(sentence string) {
	if f.wrong.Text() != sentence {
		f.wrong.SetText(sentence)
		f.page.paint()
	}
	f.page.screen.see(sentence)
}

// keep lets the role do what the form says.
func (f *rightsForm) keep() {
	if !f.busy {
		f.page.screen.withRights(f.change, journal.RightUsers)
	}
}

func (f *rightsForm) change() {
	s := f.page.screen
	if f.busy || f.page.rights != f {
		return
	}
	f.busy = true
	set := f.chosen()
	var err error
	s.act(f.title.Text(), func() { err = s.deps.Staff.SetRights(s.deps.Life, f.role, set, s.deps.Shop.Settings().Cashier) }, func() {
		f.busy = false
		switch {
		case f.page.rights != f:
			if said := s.missed(err); said != "" {
				s.deps.Miss(f.title.Text(), said)
			}
			f.page.paint()
		case err == nil:
			if f.was = set; f.edited() { // by what was chosen meanwhile
				f.page.paint()
			} else {
				f.page.close()
			}
			if s.deps.Saved != nil {
				s.deps.Saved() // the lists may show more, or less
			}
		default:
			s.deps.failed(err)
			f.say(s.refusal(err))
		}
	}, func() string { return s.missed(err) })
}

// missed is why the till did not take what nobody waited for; blank where it did.
func (s *Screen) missed(err error) string {
	if err == nil {
		return ""
	}
	s.deps.failed(err)
	return s.refusal(err)
}

// refusal is why the till did not take something.
func (s *Screen) refusal(err error) string {
	key := "error." + string(journal.CodeOf(err))
	if !s.deps.Words.Has(key) {
		key = "settings.notSaved"
	}
	return s.deps.Words.T(key)
}
