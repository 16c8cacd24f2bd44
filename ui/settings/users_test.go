package settings

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/screen"
)

// fakeStaff writes down what it was asked, but no digit of a PIN.
type fakeStaff struct {
	users []till.User
	said  []string
	err   error

	wishErr             error
	cashier, supervisor till.RightSet // nil: as usual
}

func (f *fakeStaff) RightsOf(r till.Role) till.RightSet {
	switch {
	case r == till.RoleCashier && f.cashier != nil:
		return f.cashier
	case r == till.RoleSupervisor && f.supervisor != nil:
		return f.supervisor
	}
	return till.UsualRights(r)
}
func (f *fakeStaff) RightsChosen() bool { return f.cashier != nil }
func (f *fakeStaff) SetRights(_ context.Context, role till.Role, set till.RightSet, by string) error {
	if err := f.note("%s may %v by %s", role, set, by); err != nil {
		return err
	}
	if role == till.RoleCashier {
		f.cashier = set
	} else {
		f.supervisor = set
	}
	return nil
}

func (f *fakeStaff) note(format string, args ...any) error {
	f.said = append(f.said, fmt.Sprintf(format, args...))
	return f.err
}
func (f *fakeStaff) Users() []till.User { return f.users }
func (f *fakeStaff) AddUser(_ context.Context, name string, role till.Role, pin core.Secret) (till.User, error) {
	u := till.User{ID: name, Name: name, Role: role}
	err := f.note("add %s %s %d", name, role, len(pin.Reveal()))
	if err == nil {
		f.users = append(f.users, u)
	}
	return u, err
}
func (f *fakeStaff) ChangeUser(_ context.Context, id, name string, role till.Role, pin core.Secret) error {
	return f.note("change %s to %s %s %d", id, name, role, len(pin.Reveal()))
}
func (f *fakeStaff) SetUserPreferences(_ context.Context, id string, p till.UserPreferences) error {
	if err := f.note("wishes %s %s %d", id, p.Language, p.TextPercent); err != nil {
		return err
	}
	return f.wishErr
}
func (f *fakeStaff) RemoveUser(_ context.Context, id string) error { return f.note("remove %s", id) }

func TestUsersAreAddedChangedAndRemoved(t *testing.T) {
	staff := &fakeStaff{}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	p := r.screen.users
	r.screen.turn(atUsers)
	r.says("Everyone may use this till.", "Add a user")
	did := func(want string) {
		t.Helper()
		if got := strings.Join(staff.said, "; "); got != want {
			t.Errorf("staff was asked %q, want %q", got, want)
		}
		staff.said = nil
	}
	fill := func(name, one, two string) {
		p.form.name.SetText(name)
		p.form.pin.SetText(one)
		p.form.again.SetText(two)
	}
	p.add.Tapped(nil)
	if p.form.role != till.RoleManager {
		t.Error("the first is no manager")
	}
	fill("Huda", "2580", "2581")
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	r.says("The two codes differ.")
	r.picture("user-form")
	did("")
	fill("Huda", "2580", "2580")
	r.saysNot("The two codes differ.")
	form := p.form
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	did("add Huda manager 4")
	r.says("Huda", "Manager", "Locks by itself", "Never")
	r.picture("users")
	if form.pin.Text()+form.again.Text() != "" {
		t.Error("a PIN is left in the form")
	}

	p.open(staff.users[0])
	fill("Huda S.", "", "")
	p.form.keep()
	did("change Huda to Huda S. manager 0")
	p.open(staff.users[0])
	fill("Huda", "1234567", "1234567")
	p.form.keep()
	did("change Huda to Huda manager 7")
	staff.err = &till.Error{Code: till.CodeLastManager}
	p.open(staff.users[0])
	p.form.remove.Tapped(nil)
	did("remove Huda")
	r.says("The till needs a manager.")
	fill("x", "77", "77")
	form = p.form
	r.screen.Press(screen.KeyPress{Name: fyne.KeyEscape})
	if p.form != nil || form.pin.Text() != "" {
		t.Error("Esc keeps the form, or what was typed")
	}
	r.says("Add a user")
	p.open(staff.users[0])
	fill("x", "77", "77")
	form = p.form
	r.screen.Hidden()
	if p.form != nil || form.pin.Text() != "" {
		t.Error("leaving keeps the form, or what was typed")
	}
}

func TestTheTillMayLockItself(t *testing.T) {
	staff := &fakeStaff{users: []till.User{{ID: "1", Name: "Huda", Role: till.RoleManager}}}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	r.screen.turn(atUsers)
	r.screen.users.after.OnSelected(2)
	if got := r.screen.draft().shop.LockAfter; got != 15 {
		t.Errorf("locks after %d", got)
	}
	r.screen.turn(atShop)
	r.saysNot("Cashier")
}

// TestAShopSaysWhatItsRolesMayDo: nothing is kept before Save, a list from before is
// called one, and a refusal is said where it happened.
func TestAShopSaysWhatItsRolesMayDo(t *testing.T) {
	staff := &fakeStaff{users: []till.User{{ID: "1", Name: "Huda", Role: till.RoleManager}}}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	p := r.screen.users
	r.screen.turn(atUsers)
	r.says("What cashiers may do", "What supervisors may do")
	p.openRights(till.RoleCashier)
	r.says("See sums", "Count the drawer", "as they always did")
	r.picture("rights")
	if p.edited() {
		t.Error("nothing was touched, and it is edited")
	}
	tap := func(right till.Right) { p.rights.chips[slices.Index(till.Rights(), right)].Tapped(nil) }
	tap(till.RightSums)
	tap(till.RightCashIn)
	if !p.edited() || !r.screen.Unsaved() || len(staff.said) != 0 {
		t.Errorf("edited %v, done %q", p.edited(), staff.said)
	}
	staff.err = &till.Error{Code: till.CodeManager}
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	r.says("Somebody who may do this must allow it.")
	staff.err, staff.said = nil, nil
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	if want := "cashier may [sums count] by Samira"; len(staff.said) != 1 || staff.said[0] != want {
		t.Errorf("done %q, want %q", staff.said, want)
	}
	if p.rights != nil {
		t.Error("the form is still open")
	}
	p.openRights(till.RoleSupervisor)
	r.saysNot("as they always did")
	tap(till.RightOwed)
	r.screen.Press(screen.KeyPress{Name: fyne.KeyEscape})
	if p.rights != nil || len(staff.said) != 1 {
		t.Errorf("Esc keeps the form, or what was chosen: %q", staff.said)
	}
}

// TestEachSaveAsksForItsRights: whoever lacks one is asked for it before anything is
// changed, and each time again: a loan is for one act.
func TestEachSaveAsksForItsRights(t *testing.T) {
	staff := &fakeStaff{users: []till.User{{ID: "1", Name: "Huda", Role: till.RoleManager}}}
	backups := &fakeBackups{}
	var may, asked till.RightSet
	var give func()
	r := newHarness(t, func(r *harness) {
		r.deps.Staff, r.deps.Recovery, r.deps.Backups = staff, &codes{}, backups
		r.deps.May = func(right till.Right) bool { return may.Has(right) }
		r.deps.Lend = func(rights []till.Right, then func()) { asked, give = rights, then }
	})
	made := r.deps.Recovery.(*codes)
	n := 0
	name := func() {
		n++
		r.screen.turn(atShop)
		r.screen.shop.shop.SetText(fmt.Sprint("Shop ", n))
		r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	}
	done := func() int { return len(r.by) + made.made + len(staff.said) + len(backups.asked) }
	for _, c := range []struct {
		what  string
		right till.Right
		do    func()
	}{
		{"names", till.RightSettings, name},
		{"names once more", till.RightSettings, name},
		{"another folder", till.RightRecover, func() {
			n++
			r.screen.turn(atBackup)
			r.screen.backup.choose(fmt.Sprint("/media/stick", n))
			r.screen.enter()
		}},
		{"a restore", till.RightRecover, func() { r.screen.turn(atBackup); r.press("Restore a backup…", 0) }},
		{"a code", till.RightRecover, func() { r.screen.turn(atRecovery); r.screen.recovery.another() }},
		{"a user", till.RightUsers, func() {
			r.screen.turn(atUsers)
			r.screen.users.open(staff.users[0])
			r.screen.users.form.drop()
		}},
	} {
		before := done()
		asked, give = nil, nil
		c.do()
		if done() != before || !slices.Equal(asked, till.RightSet{c.right}) {
			t.Fatalf("%s: changed without the right, or asked for %v", c.what, asked)
		}
		give()
		if done() != before+1 {
			t.Errorf("%s: not changed after it was lent", c.what)
		}
		may, asked = till.RightSet{c.right}, nil
		if c.do(); asked != nil || done() != before+2 {
			t.Errorf("%s: asked for %v, and who is there has it", c.what, asked)
		}
		may = nil
	}
	if want := "Samira: copies"; len(r.audited) == 0 || r.audited[0] != want {
		t.Errorf("written down %q, want %q", r.audited, want)
	}
	r.screen.turn(atBackup)
	r.screen.backup.choose("/media/other")
	asked = nil
	name()
	if !slices.Equal(asked, till.RightSet{till.RightRecover, till.RightSettings}) {
		t.Errorf("a folder and a name ask for %v", asked)
	}
}

// TestEveryFieldOfAPersonSaysItsOwnFault: all at once, each beside itself with its own
// cause, the keys in the first; and the till is asked for nothing.
func TestEveryFieldOfAPersonSaysItsOwnFault(t *testing.T) {
	staff := &fakeStaff{users: []till.User{{ID: "1", Name: "Huda", Role: till.RoleManager}, {ID: "2", Name: "Samira", Role: till.RoleCashier}}}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	p := r.screen.users
	r.screen.turn(atUsers)
	w := r.deps.Words
	blank, taken, long := w.T("settings.users.name.blank"), w.T("settings.users.name.taken"), w.T("settings.users.name.long", "n", till.LongestName)
	shape, differ := w.T("error.pinShape"), w.T("settings.users.differ")
	for name, c := range map[string]struct {
		of                 till.User
		name, pin, again   string
		inName, inPIN, end string
	}{
		"all of them":           {till.User{}, " ", "25", "26", blank, shape, differ},
		"no code":               {till.User{}, "samira ", "", "", taken, shape, ""},
		"too long":              {till.User{}, strings.Repeat("m", till.LongestName+1), "2580", "2580", long, "", ""},
		"codes":                 {till.User{}, "Mona", "2580", "", "", "", differ},
		"one who is there":      {staff.users[1], "Huda", "", "", taken, "", ""},
		"a new code of theirs":  {staff.users[1], "Samira", "123456789", "123456789", "", shape, ""},
		"a new code, not twice": {staff.users[1], "Samira", "", "2580", "", "", differ},
	} {
		p.open(c.of)
		if r.win.Canvas().Focused() != p.form.name.Focusable() {
			t.Errorf("%s: opened, the keys are with %T", name, r.win.Canvas().Focused())
		}
		p.form.name.SetText(c.name)
		p.form.pin.SetText(c.pin)
		p.form.again.SetText(c.again)
		r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
		f := p.form
		if f == nil || f.name.Problem() != c.inName || f.pin.Problem() != c.inPIN || f.again.Problem() != c.end {
			t.Fatalf("%s: %q, %q, %q; asked for %v", name, f.name.Problem(), f.pin.Problem(), f.again.Problem(), staff.said)
		}
		first := f.again
		if c.inPIN != "" {
			first = f.pin
		}
		if c.inName != "" {
			first = f.name
		}
		if got := r.win.Canvas().Focused(); got != first.Focusable() {
			t.Errorf("%s: the keys are with %T", name, got)
		}
		if name == "all of them" {
			r.picture("user-form-all-wrong")
		}
		p.close()
	}
	if len(staff.said) != 0 {
		t.Errorf("asked for %v", staff.said)
	}
}
