package settings

import (
	"context"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/lock"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Staff is who may sit at the till. All methods but Users may be slow; what
// they change holds at once.
type Staff interface {
	Users() []journal.User
	AddUser(ctx context.Context, name string, role journal.Role, pin core.Secret) (journal.User, error)
	// ChangeUser leaves the PIN as it is when pin is empty.
	ChangeUser(ctx context.Context, id, name string, role journal.Role, pin core.Secret) error
	RemoveUser(ctx context.Context, id string) error
	// RightsOf is what a role may do here; RightsChosen reports whether the shop
	// has said so.
	RightsOf(role journal.Role) journal.RightSet
	RightsChosen() bool
	SetRights(ctx context.Context, role journal.Role, set journal.RightSet, by string) error
	SetUserPreferences(ctx context.Context, id string, p journal.UserPreferences) error
}

// lockTimes are after how many minutes the till may lock itself.
var lockTimes = []int{0, 5, 15}

// usersPage lists who may sign in, and holds the form of one of them.
type usersPage struct {
	screen *Screen
	form   *userForm   // nil while the list is shown; it stays while another section is looked at
	rights *rightsForm // nil unless open

	text    *typeset.Text
	add     *control.Button
	after   *control.Segmented
	content *fyne.Container
	root    fyne.CanvasObject
}

func newUsersPage(s *Screen) *usersPage {
	p := &usersPage{screen: s}
	w := s.deps.Words
	p.text = typeset.NewParagraph(w.T("settings.users.none"), typeset.Label.With(theme.Regular))
	p.add = control.NewButton(control.ButtonSpec{Kind: control.Tonal, Icon: "plus", Label: w.T("settings.users.add"), Mid: true}, func() { p.open(journal.User{}) })
	var times []string
	for _, n := range lockTimes {
		if n == 0 {
			times = append(times, w.T("settings.users.lock.never"))
			continue
		}
		times = append(times, w.T("settings.users.lock.after", "n", n))
	}
	p.after = control.NewSegmented(times, 0, func(i int) {
		s.draft().shop.LockAfter = lockTimes[i]
		s.changed()
		p.paint()
	})
	p.content = layout.Rows(theme.S3)
	p.root = card(p.content)
	return p
}

func (p *usersPage) object() fyne.CanvasObject { return p.root }
func (p *usersPage) aside() fyne.CanvasObject  { return nil }

// primary saves the person whose form is open; what else was changed is saved
// after that.
func (p *usersPage) primary() (control.ButtonSpec, func(), bool) {
	if p.rights != nil {
		return control.ButtonSpec{Label: p.screen.deps.Words.T("settings.rights.keep"), Key: "Enter"}, p.rights.keep, true
	}
	if p.form == nil {
		return control.ButtonSpec{}, nil, false
	}
	return control.ButtonSpec{Label: p.screen.deps.Words.T("settings.users.keep"), Key: "Enter"}, p.form.keep, true
}

// press gives Esc to an open form.
func (p *usersPage) press(k screen.KeyPress) bool {
	if p.form == nil && p.rights == nil {
		return false
	}
	if k.Name != fyne.KeyEscape {
		return false
	}
	p.close()
	return true
}

func (p *usersPage) open(u journal.User) {
	p.form = newUserForm(p, u)
	p.paint()
	focus(p.root, p.form.name.Focusable()) // it has just been made, and is on no canvas of its own yet
}

// edited reports whether something stands in the form that is not kept.
func (p *usersPage) edited() bool {
	return p.form != nil && p.form.edited() || p.rights != nil && p.rights.edited()
}

// openRights shows what a role may do.
func (p *usersPage) openRights(role journal.Role) {
	p.rights = newRightsForm(p, role)
	p.paint()
}

// typed is what stands in the form; nil without one.
func (p *usersPage) typed() *typedUser {
	if p.form == nil {
		return nil
	}
	return p.form.typed()
}

// reopen shows the form that was open before the screen was built anew.
func (p *usersPage) reopen() {
	if m := p.screen.memory; m.form != nil {
		p.form = newUserForm(p, m.form.user)
		p.form.retype(m.form)
		m.form = nil
	}
}

// close goes back to the list, and forgets what was typed.
func (p *usersPage) close() {
	if p.form != nil {
		p.form.forget()
		p.form = nil
	}
	p.rights = nil
	p.paint()
}

func (p *usersPage) paint() {
	s := p.screen
	if s.draft() == nil || s.deps.Staff == nil {
		return
	}
	if p.form != nil || p.rights != nil {
		if p.rights != nil {
			p.content.Objects = p.rights.rows()
		} else {
			p.content.Objects = p.form.rows()
		}
		p.content.Refresh()
		p.root.Refresh()
		s.paint()
		return
	}
	w, users := s.deps.Words, s.deps.Staff.Users()
	var all []fyne.CanvasObject
	if len(users) == 0 {
		all = append(all, p.text)
	}
	for _, u := range users {
		all = append(all, control.NewNavItem("user", u.Name, w.T(lock.RoleKey(u.Role)), func() { p.open(u) }))
	}
	all = append(all, p.add)
	if len(users) > 0 {
		for _, role := range chosenRoles {
			all = append(all, control.NewNavItem("lock", w.T("settings.rights."+string(role)), "", func() { p.openRights(role) }))
		}
		chosen := 0
		for i, n := range lockTimes {
			if n == s.draft().shop.LockAfter {
				chosen = i
			}
		}
		p.after.SetSelected(chosen)
		all = append(all, layout.Rows(6, typeset.NewText(w.T("settings.users.lock"), typeset.Label), p.after))
	}
	p.content.Objects = all
	p.content.Refresh()
	p.root.Refresh()
	s.paint()
}
