package settings

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/lock"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// userForm is one person: a new one, or one to be changed. What is kept holds
// at once.
type userForm struct {
	page *usersPage
	user journal.User // ID blank: a new one
	role journal.Role

	first journal.Role // before anybody chose
	busy  bool

	name, pin, again *control.Field
	roles            *control.Segmented
	wishes           *lock.Wishes
	wrong            *typeset.Text // what is about no field
	wrongAt          wrongPlace
	remove, back     *control.Button
}

// typedUser is what stands in a form.
type typedUser struct {
	user       journal.User
	role       journal.Role
	name       string
	pin, again core.Secret
	wishes     journal.UserPreferences
}

func (f *userForm) typed() *typedUser {
	return &typedUser{f.user, f.role, f.name.Text(), core.NewSecret(f.pin.Text()), core.NewSecret(f.again.Text()), f.wishes.Chosen()}
}

// retype fills in what stood in another form of the same person.
func (f *userForm) retype(t *typedUser) {
	f.role = t.role
	f.name.SetText(t.name)
	f.pin.SetText(t.pin.Reveal())
	f.again.SetText(t.again.Reveal())
	f.wishes.Set(t.wishes)
	f.paint()
}

// edited reports whether the form says something else than is kept.
func (f *userForm) edited() bool {
	return f.name.Text() != f.user.Name || f.pin.Text()+f.again.Text() != "" || f.role != f.first || f.wishes.Chosen() != f.user.UserPreferences
}

// wrongPlace is where a sentence stands that is about no field: beside what it is
// about.
type wrongPlace int

const (
	wrongForm wrongPlace = iota
	wrongRole
	wrongRemoval
)

var userRoles = []journal.Role{journal.RoleCashier, journal.RoleSupervisor, journal.RoleManager}

func newUserForm(p *usersPage, u journal.User) *userForm {
	f := &userForm{page: p, user: u, role: cmp.Or(u.Role, journal.RoleCashier)}
	w := p.screen.deps.Words
	if len(p.screen.deps.Staff.Users()) == 0 {
		f.role = journal.RoleManager // the first
	}
	f.first = f.role
	code := w.T("settings.users.pin")
	if u.ID != "" {
		code = w.T("settings.users.pin.new")
	}
	field := func(label string, secret bool, next func()) *control.Field {
		spec := control.FieldSpec{Label: label, Password: secret}
		if secret {
			spec.Input = control.InputDigits
		}
		one := control.NewField(spec)
		if secret {
			one.Filter = money.Digit
		}
		one.OnChanged = func(string) { f.clear() }
		one.OnSubmit = func(string) { next() }
		return one
	}
	f.name = field(w.T("settings.users.name"), false, func() { f.pin.Focus() })
	f.pin = field(code, true, func() { f.again.Focus() })
	f.again = field(w.T("settings.users.again"), true, func() { f.keep() })
	f.wrong = typeset.NewParagraph("", typeset.Label.Tint(theme.Failed))
	f.name.SetText(u.Name)
	var roles []string
	for _, r := range userRoles {
		roles = append(roles, w.T(lock.RoleKey(r)))
	}
	f.roles = control.NewSegmented(roles, 0, func(i int) {
		f.role = userRoles[i]
		f.clear()
		f.paint()
	})
	f.wishes = lock.NewWishes(w, u.UserPreferences, f.clear)
	f.back = control.NewButton(control.ButtonSpec{Label: w.T("settings.users.back"), Key: "Esc", Mid: true}, p.close)
	f.remove = control.NewButton(control.ButtonSpec{Kind: control.Danger, Label: w.T("settings.users.remove"), Mid: true}, f.drop)
	f.paint()
	return f
}

func (f *userForm) paint() {
	f.roles.SetSelected(max(0, slices.Index(userRoles, f.role)))
}

func (f *userForm) rows() []fyne.CanvasObject {
	w := f.page.screen.deps.Words
	buttons := []fyne.CanvasObject{layout.Grow(1, f.back)}
	if f.user.ID != "" {
		buttons = append(buttons, layout.Grow(1, f.remove))
	}
	var all []fyne.CanvasObject
	add := func(at wrongPlace, rows ...fyne.CanvasObject) {
		if all = append(all, rows...); f.wrong.Text() != "" && f.wrongAt == at {
			all = append(all, f.wrong)
		}
	}
	add(wrongForm)
	all = append(all, f.name)
	add(wrongRole, layout.Rows(6, typeset.NewText(w.T("settings.users.role"), typeset.Label), f.roles))
	all = append(all, layout.Columns(theme.S4, layout.Grow(1, f.pin), layout.Grow(1, f.again)))
	add(wrongRemoval, f.wishes.Rows()...)
	return append(all, layout.Columns(theme.S3, buttons...))
}

// clear takes away what was said of the form.
func (f *userForm) clear() {
	said := f.wrong.Text()
	f.wrong.SetText("")
	for _, one := range []*control.Field{f.name, f.pin, f.again} {
		said += one.Problem()
		one.SetProblem("")
	}
	if said != "" {
		f.page.paint()
	}
}

// nameFault is what is wrong with the name beside those of the others, as a sentence.
func (f *userForm) nameFault() string {
	var others []string
	for _, u := range f.page.screen.deps.Staff.Users() {
		if u.ID != f.user.ID {
			others = append(others, u.Name)
		}
	}
	fault := journal.FaultOfName(f.name.Text(), others)
	if fault == "" {
		return ""
	}
	return f.page.screen.deps.Words.T("settings.users.name."+string(fault), "n", journal.LongestName)
}

// wrongs says in each field what is wrong there, in all of them at once, and gives the
// keys to the first. False where nothing is.
func (f *userForm) wrongs() bool {
	w := f.page.screen.deps.Words
	pin, again := "", ""
	if f.pin.Text() != "" || f.user.ID == "" { // blank keeps the code that somebody has
		if !journal.PINFits(core.NewSecret(f.pin.Text())) {
			pin = w.T("error." + string(journal.CodePINShape))
		}
	}
	if f.pin.Text() != f.again.Text() {
		again = w.T("settings.users.differ")
	}
	f.clear()
	first := ""
	for _, one := range []struct {
		field    *control.Field
		sentence string
	}{{f.name, f.nameFault()}, {f.pin, pin}, {f.again, again}} {
		one.field.SetProblem(one.sentence)
		first = cmp.Or(first, one.sentence)
	}
	if first == "" {
		return false
	}
	f.page.paint()
	f.page.screen.see(first)
	return true
}

// refuse says why nothing was kept, beside what it is about; at is where a sentence
// stands that no field is the cause of.
func (f *userForm) refuse(err error, at wrongPlace) {
	sentence := f.page.screen.refusal(err)
	switch journal.CodeOf(err) {
	case journal.CodeName:
		f.wrongIn(f.name, cmp.Or(f.nameFault(), sentence))
		return
	case journal.CodePINShape:
		f.wrongIn(f.pin, sentence)
		return
	case journal.CodeLastManager:
		if at == wrongForm {
			at = wrongRole
		}
	}
	f.clear()
	f.wrong.SetText(sentence)
	f.wrongAt = at
	f.page.paint()
	f.page.screen.see(sentence)
}

// wrongIn says what is wrong in a field.
func (f *userForm) wrongIn(field *control.Field, sentence string) {
	f.clear()
	field.SetProblem(sentence)
	f.page.paint()
	f.page.screen.see(sentence)
}

// forget takes the PIN out of the fields.
func (f *userForm) forget() {
	f.pin.OnChanged, f.again.OnChanged = nil, nil
	f.pin.SetText("")
	f.again.SetText("")
}

// keep makes the person what the form says.
func (f *userForm) keep() {
	s := f.page.screen
	name, role, digits, wishes := f.name.Text(), f.role, f.pin.Text(), f.wishes.Chosen()
	if f.busy || f.wrongs() {
		return
	}
	f.work(wrongForm, func() (journal.User, error) {
		if f.user.ID == "" {
			added, err := s.deps.Staff.AddUser(s.deps.Life, name, role, core.NewSecret(digits))
			if err == nil && wishes != (journal.UserPreferences{}) {
				if err = s.deps.Staff.SetUserPreferences(s.deps.Life, added.ID, wishes); err == nil {
					added.UserPreferences = wishes
				}
			}
			return added, err
		}
		u := f.user
		if wishes != u.UserPreferences {
			if err := s.deps.Staff.SetUserPreferences(s.deps.Life, u.ID, wishes); err != nil {
				return u, err
			}
			u.UserPreferences = wishes
		}
		if digits == "" && name == u.Name && role == u.Role {
			return u, nil
		}
		u.Name, u.Role = name, role
		return u, s.deps.Staff.ChangeUser(s.deps.Life, u.ID, name, role, core.NewSecret(digits))
	})
}

func (f *userForm) drop() {
	if s := f.page.screen; !f.busy {
		f.work(wrongRemoval, func() (journal.User, error) { return journal.User{}, s.deps.Staff.RemoveUser(s.deps.Life, f.user.ID) })
	}
}

// work changes a person, who is what it returns after that; nobody when removed. at
// is where it stands that it was refused.
func (f *userForm) work(at wrongPlace, change func() (journal.User, error)) {
	f.page.screen.withRights(func() { f.change(at, change) }, journal.RightUsers)
}

func (f *userForm) change(at wrongPlace, change func() (journal.User, error)) {
	s := f.page.screen
	if f.busy || f.page.form != f {
		return
	}
	f.busy = true
	var now journal.User
	var err error
	sent := f.typed()
	s.act(sent.name, func() { now, err = change() }, func() {
		f.busy = false
		if f.page.form != f {
			if said := s.missed(err); said != "" {
				s.deps.Miss(sent.name, said)
			}
			f.page.paint()
			return
		}
		if err == nil {
			f.kept(sent, now)
			if s.deps.Saved != nil {
				s.deps.Saved()
			}
			return
		}
		s.deps.failed(err)
		if f.user.ID == "" && now.ID != "" { // added, but for what they want of the window
			f.known(sent, now)
		}
		f.refuse(err, at)
	}, func() string { return s.missed(err) })
}

// kept closes the form of a person who is kept, unless something else stands in it
// by now than what was.
func (f *userForm) kept(sent *typedUser, now journal.User) {
	same := f.pin.Text() == sent.pin.Reveal() && f.again.Text() == sent.again.Reveal()
	if now.ID == "" || same && f.name.Text() == sent.name && f.role == sent.role && f.wishes.Chosen() == sent.wishes {
		f.page.close()
		return
	}
	f.known(sent, now)
	f.page.paint()
}

// known goes on with a person as they are kept by now. A code that is kept is not
// kept again.
func (f *userForm) known(sent *typedUser, now journal.User) {
	f.user, f.first = now, now.Role
	if f.pin.Text() == sent.pin.Reveal() && f.again.Text() == sent.again.Reveal() {
		f.pin.SetText("")
		f.again.SetText("")
	}
}
