package people

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/lock"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/form"
)

// lockTimes are after how many minutes the till may lock itself.
var lockTimes = []int{0, 5, 15}

// List is the page that lists who may sign in, and holds the form of one of them.
type List struct {
	page.Card
	env    screen.Env
	host   page.Host
	staff  Staff
	memory *Memory
	may    *may    // beside the form of a person
	person *person // nil while the list is shown; it stays while another page is looked at
	rights *rights // nil unless open

	add   *control.Button
	after *form.Form
}

// New is the page, with the form that a memory has. staff is nil where nobody can sign
// in. lockAfter is of the settings that are not saved yet.
func New(env screen.Env, h page.Host, staff Staff, lockAfter *int, m *Memory) *List {
	p := &List{Card: page.NewCard(theme.S3), env: env, host: h, staff: staff, memory: m}
	p.may = newMay(p)
	w := env.Words
	p.add = control.NewButton(control.ButtonSpec{Kind: control.Tonal, Icon: "plus", Label: w.T("settings.users.add"), Mid: true}, func() { p.open(journal.User{}) })
	p.after = form.New(w, form.Plain(), form.Hooks{Changed: h.Changed}, form.Field{Kind: form.Choice, Label: "settings.users.lock", Options: form.OneOf(lockTimes, func(n int) string {
		if n == 0 {
			return w.T("settings.users.lock.never")
		}
		return w.T("settings.users.lock.after", "n", n)
	}, lockAfter)})
	if m.open != nil {
		p.person = newPerson(p, m.open.user)
		p.person.retype(m.open)
		m.open = nil
	}
	return p
}

// Primary is for page.Page: it saves the person whose form is open; what else was
// changed is saved after that.
func (p *List) Primary() (spec control.ButtonSpec, do func(), own bool) {
	switch {
	case p.rights != nil:
		return control.ButtonSpec{Label: p.env.Words.T("settings.rights.keep"), Key: "Enter"}, p.rights.save, true
	case p.person != nil:
		if n := p.person.faults(); n > 0 {
			return control.ButtonSpec{Label: p.env.Words.N("settings.users.faults", n)}, nil, true
		}
		return control.ButtonSpec{Label: p.env.Words.T("settings.users.keep"), Key: "Enter"}, p.person.save, true
	}
	return spec, nil, false
}

// Aside is for page.Page: what the role may do that is chosen for somebody new.
func (p *List) Aside() fyne.CanvasObject {
	if p.person == nil || !p.person.besideRights() {
		return nil
	}
	return p.may.root
}

// Back is for page.Page: it leaves an open form.
func (p *List) Back() fyne.CanvasObject {
	switch {
	case p.rights != nil:
		return p.rights.back
	case p.person != nil:
		return p.person.back
	}
	return nil
}

// Press is for page.Page: it gives Esc to an open form.
func (p *List) Press(k screen.KeyPress) bool {
	if p.person == nil && p.rights == nil || k.Name != fyne.KeyEscape {
		return false
	}
	p.close()
	return true
}

func (p *List) open(u journal.User) {
	p.person = newPerson(p, u)
	p.Paint()
	draw.Focus(p.Object(), p.person.form.Line(placeName).Focusable()) // it has just been made, and is on no canvas of its own yet
}

// Typed is for page.Page.
func (p *List) Typed() bool {
	return p.person != nil && p.person.edited() || p.rights != nil && p.rights.edited()
}

// Left is for page.Page: the memory alone has what was typed.
func (p *List) Left() {
	if p.memory.open = nil; p.person != nil {
		p.memory.open = p.person.typed()
	}
	p.close()
}

// close goes back to the list, and forgets what was typed.
func (p *List) close() {
	if p.person != nil {
		p.person.form.Empty()
	}
	p.person, p.rights = nil, nil
	p.Paint()
}

// act does something slow for a form of the page, which is busy meanwhile. done gets
// what came of it while the form is open; else a refusal is told in the window.
func (p *List) act(about string, busy *bool, open func() bool, work func() error, done func(error)) {
	*busy = true
	var err error
	missed := func() string {
		if err == nil {
			return ""
		}
		p.host.Failed(err)
		return p.refusal(err)
	}
	p.host.Act(about, func() { err = work() }, func() {
		if *busy = false; !open() {
			if said := missed(); said != "" {
				p.env.Miss(about, said)
			}
			p.Paint()
			return
		}
		p.host.Failed(err)
		done(err)
	}, missed)
}

// refusal is why the till did not take something.
func (p *List) refusal(err error) string {
	key := "error." + string(journal.CodeOf(err))
	if !p.env.Words.Has(key) {
		key = "settings.notSaved"
	}
	return p.env.Words.T(key)
}

// Paint is for page.Page.
func (p *List) Paint() {
	switch {
	case p.staff == nil:
		return
	case p.rights != nil:
		p.Show(p.rights.rows()...)
	case p.person != nil:
		p.may.show(p.person.draft.Now.Role)
		p.Show(p.person.rows()...)
	default:
		p.Show(p.list()...)
	}
	p.host.Refresh()
}

func (p *List) list() (all []fyne.CanvasObject) {
	w, users := p.env.Words, p.staff.Users()
	if len(users) == 0 {
		return []fyne.CanvasObject{page.Plain(w.T("settings.users.none")), p.add}
	}
	for _, u := range users {
		all = append(all, control.NewNavItem("user", u.Name, w.T(lock.RoleKey(u.Role)), func() { p.open(u) }))
	}
	all = append(all, p.add)
	for _, role := range chosenRoles {
		all = append(all, control.NewNavItem("lock", w.T("settings.rights."+string(role)), "", func() {
			p.rights = newRights(p, role)
			p.Paint()
		}))
	}
	p.after.Paint()
	return append(all, p.after.Rows()...)
}
