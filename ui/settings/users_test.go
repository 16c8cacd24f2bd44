package settings

import (
	"context"
	"fmt"
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
func (f *fakeStaff) ChangeUser(_ context.Context, id, name string, role till.Role) error {
	return f.note("change %s to %s %s", id, name, role)
}
func (f *fakeStaff) SetPIN(_ context.Context, id string, pin core.Secret) error {
	return f.note("pin %s %d", id, len(pin.Reveal()))
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
	did("change Huda to Huda S. manager")
	p.open(staff.users[0])
	fill("Huda", "1234567", "1234567")
	p.form.keep()
	did("pin Huda 7")
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

// TestAManagersWordRunsOut: settings that stayed open ask for it again before
// they change anything, and do nothing when it is not given.
func TestAManagersWordRunsOut(t *testing.T) {
	staff := &fakeStaff{users: []till.User{{ID: "1", Name: "Huda", Role: till.RoleManager}}}
	over, asked, backups := false, 0, &fakeBackups{}
	var give func()
	r := newHarness(t, func(r *harness) {
		r.deps.Staff, r.deps.Recovery, r.deps.Backups = staff, &codes{}, backups
		r.deps.Managed = func() error {
			if over {
				return &till.Error{Code: till.CodeManager}
			}
			return nil
		}
		r.deps.Manager = func(then func()) { asked, give = asked+1, then }
	})
	made := r.deps.Recovery.(*codes)
	over = true
	change := map[string]func(){
		"names": func() {
			r.screen.turn(atShop)
			r.screen.shop.shop.SetText("Another shop")
			r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
		},
		"another folder": func() { r.screen.turn(atBackup); r.screen.backup.choose("/media/stick"); r.screen.enter() },
		"a restore":      func() { r.screen.turn(atBackup); r.press("Restore a backup…", 0) },
		"a code":         func() { r.screen.turn(atRecovery); r.screen.recovery.another() },
		"a user": func() {
			r.screen.turn(atUsers)
			r.screen.users.open(staff.users[0])
			r.screen.users.form.drop()
		},
	}
	done := func() int { return len(r.by) + made.made + len(staff.said) + len(backups.asked) }
	for what, do := range change {
		before, questions := done(), asked
		do()
		if done() != before || asked != questions+1 {
			t.Errorf("%s: changed without a manager, or nobody was asked", what)
		}
		give()
		if done() != before+1 {
			t.Errorf("%s: not changed after a manager allowed it", what)
		}
	}
	over = false
	r.screen.turn(atShop)
	r.screen.shop.shop.SetText("A third one")
	questions := asked
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	if asked != questions || len(r.by) != 2 {
		t.Error("a manager is asked although their word holds")
	}
}
