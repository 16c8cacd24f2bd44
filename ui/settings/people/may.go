package people

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/ui/lock"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// may is the card beside the form of a person: what the role that is chosen may do here, and what it
// needs somebody else's code for. It only shows.
type may struct {
	list *List
	rows *fyne.Container
	root fyne.CanvasObject
	role journal.Role     // that is shown
	has  journal.RightSet // what it may do, as that is shown
}

func newMay(p *List) *may {
	m := &may{list: p, rows: layout.Rows(theme.S1)}
	m.root = graphic.NewCardPadded(container.NewVScroll(layout.Padding(theme.S4, theme.S4, m.rows)), theme.Border(), theme.Border())
	return m
}

// show lists the rights of a role.
func (m *may) show(role journal.Role) {
	w, has := m.list.env.Words, m.list.staff.RightsOf(role)
	if m.role == role && slices.Equal(m.has, has) {
		return
	}
	m.role, m.has = role, slices.Clone(has)
	yes, no := []fyne.CanvasObject{m.line("check", "settings.rights.sell")}, []fyne.CanvasObject(nil)
	for _, right := range journal.Rights() {
		if key := "right." + string(right); role == journal.RoleManager || has.Has(right) {
			yes = append(yes, m.line("check", key))
		} else {
			no = append(no, m.line("lock", key))
		}
	}
	head := func(key string) fyne.CanvasObject {
		return typeset.NewParagraph(w.T(key), typeset.Caption.With(theme.SemiBold))
	}
	all := append([]fyne.CanvasObject{typeset.NewText(w.T(lock.RoleKey(role)), typeset.Lead).Cut(), head("settings.rights.may")}, yes...)
	if len(no) > 0 {
		all = append(append(all, head("settings.rights.code")), no...)
	}
	m.rows.Objects = all
	m.rows.Refresh()
	m.root.Refresh()
}

func (m *may) line(icon, key string) fyne.CanvasObject {
	mark := graphic.NewIcon(icon, 20, theme.Text)
	return layout.Centred(theme.S3, mark, layout.Grow(1, page.Plain(m.list.env.Words.T(key))))
}
