package people

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// rights is what one role may do, right by right. What is kept holds at once.
type rights struct {
	list *List
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

func newRights(p *List, role journal.Role) *rights {
	w := p.env.Words
	f := &rights{list: p, role: role, was: p.staff.RightsOf(role)}
	f.title = typeset.NewText(w.T("settings.rights."+string(role)), typeset.Lead).Cut()
	f.common = typeset.NewParagraph(w.T("settings.rights.common"), typeset.Label.With(theme.Regular))
	f.older = typeset.NewParagraph(w.T("settings.rights.older"), typeset.Label)
	f.wrong = typeset.NewParagraph("", typeset.Label.Tint(theme.Failed))
	for _, right := range journal.Rights() {
		var c *control.Chip
		c = control.NewChip(w.T("right."+string(right)), "", false, func() {
			c.SetSelected(!c.Selected())
			f.showSentence("")
		})
		c.SetSelected(f.was.Has(right))
		f.chips = append(f.chips, c)
	}
	f.back = control.NewButton(control.ButtonSpec{Label: w.T("settings.users.back"), Key: "Esc", Mid: true}, p.close)
	return f
}

func (f *rights) rows() []fyne.CanvasObject {
	chips := make([]fyne.CanvasObject, len(f.chips))
	for i, c := range f.chips {
		chips[i] = c
	}
	all := []fyne.CanvasObject{f.title}
	if f.wrong.Text() != "" {
		all = append(all, f.wrong)
	}
	all = append(all, f.common, layout.Flow(theme.S2, chips...))
	if !f.list.staff.RightsChosen() {
		all = append(all, f.older)
	}
	return all
}

// chosen is the set that the chips say.
func (f *rights) chosen() journal.RightSet {
	var set journal.RightSet
	for i, right := range journal.Rights() {
		if f.chips[i].Selected() {
			set = append(set, right)
		}
	}
	return set
}

// edited reports whether the form says something else than it was opened with.
func (f *rights) edited() bool {
	return slices.ContainsFunc(journal.Rights(), func(r journal.Right) bool { return f.was.Has(r) != f.chosen().Has(r) })
}

func (f *rights) showSentence(sentence string) {
	if f.wrong.Text() != sentence {
		f.wrong.SetText(sentence)
		f.list.Paint()
	}
	f.list.host.See(sentence)
}

// save lets the role do what the form says.
func (f *rights) save() {
	if !f.busy {
		f.list.host.WithRights(f.change, journal.RightUsers)
	}
}

func (f *rights) change() {
	p := f.list
	if f.busy || p.rights != f {
		return
	}
	set, by := f.chosen(), p.host.By()
	p.act(f.title.Text(), &f.busy, func() bool { return p.rights == f }, func() error { return p.staff.SetRights(p.env.Life, f.role, set, by) }, func(err error) {
		if err != nil {
			f.showSentence(p.refusal(err))
			return
		}
		if f.was = set; f.edited() { // by what was chosen meanwhile
			p.Paint()
		} else {
			p.close()
		}
		p.host.Saved() // the lists may show more, or less
	})
}
