package people

import (
	"cmp"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/lock"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/typeset"
)

// person is the form of one person: a new one, or one to be changed. What is kept
// holds at once.
type person struct {
	list *List
	user journal.User // ID blank: a new one
	busy bool

	draft        form.Draft[chosen]
	form         *form.Form
	remove, back *control.Button
}

// chosen is what is chosen for a person, but for the code.
type chosen struct {
	Name string
	Role journal.Role
	Own  journal.UserPreferences
}

// Memory is the form that was open when the settings were built again. The zero value
// is none; it holds a code that was typed.
type Memory struct{ open *typed }

// typed is what stands in a form.
type typed struct {
	user       journal.User
	chosen     chosen
	pin, again core.Secret
}

// The places of the form that faults are about.
const (
	placeName    = "name"
	placeRole    = "role"
	placePIN     = "pin"
	placeAgain   = "again"
	placeRemoval = "removal"
)

var roles = []journal.Role{journal.RoleCashier, journal.RoleSupervisor, journal.RoleManager}

func newPerson(p *List, u journal.User) *person {
	f := &person{list: p, user: u}
	w := p.env.Words
	role := cmp.Or(u.Role, journal.RoleCashier)
	if len(p.staff.Users()) == 0 {
		role = journal.RoleManager // the first
	}
	f.draft.Start(chosen{u.Name, role, u.UserPreferences})
	code := "settings.users.pin"
	if u.ID != "" {
		code = "settings.users.pin.new"
	}
	fields := []form.Field{
		{Kind: form.Said},
		{Name: placeName, Label: "settings.users.name", Args: []any{"n", journal.LongestName}, Value: form.At(&f.draft.Now.Name), Wrong: f.wrongName},
		{Kind: form.Choice, Label: "settings.users.role", Options: form.OneOf(roles, func(r journal.Role) string { return w.T(lock.RoleKey(r)) }, &f.draft.Now.Role)},
		{Name: placeRole, Kind: form.Said},
		{Name: placePIN, Kind: form.Digits, Filter: money.Digit, Label: code, Wrong: f.wrongPIN},
		{Name: placeAgain, Kind: form.Digits, Filter: money.Digit, Label: "settings.users.again", Same: placePIN, Differs: "settings.users.differ", Beside: !f.besideRights()},
	}
	if u.ID != "" { // somebody new has the shop's language and size of text until they change them
		fields = append(fields, lock.PreferenceFields(w, &f.draft.Now.Own)...)
	}
	fields = append(fields, form.Field{Name: placeRemoval, Kind: form.Said})
	f.form = form.New(w, form.Plain(), form.Hooks{Faded: p.Paint, Changed: func() { p.may.show(f.draft.Now.Role) }, Enter: func(*control.Field) { f.save() }}, fields...)
	f.back = control.NewButton(control.ButtonSpec{Label: w.T("settings.users.back"), Key: "Esc", Mid: true}, p.close)
	f.remove = control.NewButton(control.ButtonSpec{Kind: control.Danger, Label: w.T("settings.users.remove"), Mid: true}, f.drop)
	return f
}

func (f *person) typed() *typed {
	return &typed{f.user, f.draft.Now, core.NewSecret(f.form.Text(placePIN)), core.NewSecret(f.form.Text(placeAgain))}
}

// retype fills in what stood in another form of the same person.
func (f *person) retype(t *typed) {
	f.draft.Now = t.chosen
	f.form.Line(placePIN).SetText(t.pin.Reveal())
	f.form.Line(placeAgain).SetText(t.again.Reveal())
	f.form.Paint()
}

// edited reports whether the form says something else than is kept.
func (f *person) edited() bool {
	return f.draft.Edited() || f.form.Text(placePIN)+f.form.Text(placeAgain) != ""
}

// besideRights reports whether what the role may do has room beside the form: not in a small window, nor beside large
// words, nor beside the sizes of text of somebody who is there.
func (f *person) besideRights() bool {
	return f.user.ID == "" && !theme.Now().Small && theme.Now().TextScale <= 1.2
}

// faults is how many fields say what is wrong with them.
func (f *person) faults() (n int) {
	for _, place := range []string{placeName, placePIN, placeAgain} {
		if f.form.Line(place).Problem() != "" {
			n++
		}
	}
	return n
}

func (f *person) rows() []fyne.CanvasObject {
	var ends []fyne.CanvasObject
	if f.user.ID != "" {
		ends = append(ends, f.remove)
	}
	head := typeset.NewText(cmp.Or(f.user.Name, f.list.env.Words.T("settings.users.add")), typeset.Lead).Cut()
	return append(append([]fyne.CanvasObject{head}, f.form.Rows()...), ends...)
}

// wrongName is what is wrong with the name beside those of the others.
func (f *person) wrongName(name string) string {
	var others []string
	for _, u := range f.list.staff.Users() {
		if u.ID != f.user.ID {
			others = append(others, u.Name)
		}
	}
	if fault := journal.FaultOfName(name, others); fault != "" {
		return "settings.users.name." + string(fault)
	}
	return ""
}

// wrongPIN lets a blank code keep the one that somebody has.
func (f *person) wrongPIN(pin string) string {
	if (pin != "" || f.user.ID == "") && !journal.PINFits(core.NewSecret(pin)) {
		return "error." + string(journal.CodePINShape)
	}
	return ""
}

// refuse says why nothing was kept, beside what it is about; place is where a
// sentence stands that no line is the cause of.
func (f *person) refuse(err error, place string) {
	w, sentence := f.list.env.Words, f.list.refusal(err)
	switch journal.CodeOf(err) {
	case journal.CodeName:
		place = placeName
		if key := f.wrongName(f.draft.Now.Name); key != "" {
			sentence = w.T(key, "n", journal.LongestName)
		}
	case journal.CodePINShape:
		place = placePIN
	case journal.CodeLastManager:
		place = cmp.Or(place, placeRole)
	}
	f.form.Clear()
	f.form.ShowAt(place, sentence)
	f.list.Paint()
	f.list.host.See(sentence)
}

// save makes the person what the form says.
func (f *person) save() {
	if f.busy {
		return
	}
	if first := f.form.Check(); first != nil {
		f.list.Paint()
		f.list.host.See(first.Problem())
		return
	}
	f.work("", f.write(f.draft.Now, f.form.Text(placePIN)))
}

// write is what makes the person so. It runs off the UI goroutine, and returns who
// they are after that, also beside an error: the till has an act for what they prefer,
// and one for the rest.
func (f *person) write(now chosen, digits string) func() (journal.User, error) {
	staff, life, u, pin := f.list.staff, f.list.env.Life, f.user, core.NewSecret(digits)
	prefer := func(u journal.User) (journal.User, error) {
		if now.Own == u.UserPreferences {
			return u, nil
		}
		err := staff.SetUserPreferences(life, u.ID, now.Own)
		if err == nil {
			u.UserPreferences = now.Own
		}
		return u, err
	}
	return func() (journal.User, error) {
		if u.ID == "" {
			return staff.AddUser(life, now.Name, now.Role, pin)
		}
		u, err := prefer(u)
		if err != nil || digits == "" && now.Name == u.Name && now.Role == u.Role {
			return u, err
		}
		if err := staff.ChangeUser(life, u.ID, now.Name, now.Role, pin); err != nil {
			return u, err
		}
		u.Name, u.Role = now.Name, now.Role
		return u, nil
	}
}

func (f *person) drop() {
	staff, life, id := f.list.staff, f.list.env.Life, f.user.ID
	f.work(placeRemoval, func() (journal.User, error) { return journal.User{}, staff.RemoveUser(life, id) })
}

// work changes a person, who is what it returns after that; nobody when removed.
// place is where it stands that it was refused.
func (f *person) work(place string, change func() (journal.User, error)) {
	if !f.busy {
		f.list.host.WithRights(func() { f.change(place, change) }, journal.RightUsers)
	}
}

func (f *person) change(place string, change func() (journal.User, error)) {
	p := f.list
	if f.busy || p.person != f {
		return
	}
	var now journal.User
	sent := f.typed()
	p.act(sent.chosen.Name, &f.busy, func() bool { return p.person == f }, func() (err error) {
		now, err = change()
		return err
	}, func(err error) {
		if err == nil {
			f.kept(sent, now)
			p.host.Saved()
			return
		}
		if now.ID != "" && now.UserPreferences != f.user.UserPreferences { // that act was done, and what was granted for it is spent
			f.user.UserPreferences, f.draft.Kept.Own = now.UserPreferences, now.UserPreferences
			p.host.Saved()
			if journal.CodeOf(err) == journal.CodeManager {
				f.work(place, f.write(sent.chosen, sent.pin.Reveal()))
				return
			}
		}
		f.refuse(err, place)
	})
}

// kept closes the form of a person who is kept, unless something else stands in it
// by now than what was.
func (f *person) kept(sent *typed, now journal.User) {
	if now.ID == "" || f.sameCode(sent) && f.draft.Now == sent.chosen {
		f.list.close()
		return
	}
	f.known(sent, now)
	f.list.Paint()
}

// known goes on with a person as they are kept by now. A code that is kept is not
// kept again.
func (f *person) known(sent *typed, now journal.User) {
	f.user, f.draft.Kept = now, chosen{now.Name, now.Role, now.UserPreferences}
	if f.sameCode(sent) {
		f.form.Empty()
	}
}

func (f *person) sameCode(sent *typed) bool {
	return f.form.Text(placePIN) == sent.pin.Reveal() && f.form.Text(placeAgain) == sent.again.Reveal()
}
