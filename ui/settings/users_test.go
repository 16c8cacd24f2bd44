package settings

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
)

// fakeStaff writes down what it was asked, but no digit of a PIN.
type fakeStaff struct {
	users []journal.User
	said  []string
	err   error

	cashier, supervisor journal.RightSet // nil: as usual
}

func (f *fakeStaff) RightsOf(r journal.Role) journal.RightSet {
	switch {
	case r == journal.RoleCashier && f.cashier != nil:
		return f.cashier
	case r == journal.RoleSupervisor && f.supervisor != nil:
		return f.supervisor
	}
	return journal.UsualRights(r)
}
func (f *fakeStaff) RightsChosen() bool { return f.cashier != nil }
func (f *fakeStaff) SetRights(_ context.Context, role journal.Role, set journal.RightSet, by string) error {
	if err := f.record("%s may %v by %s", role, set, by); err != nil {
		return err
	}
	if role == journal.RoleCashier {
		f.cashier = set
	} else {
		f.supervisor = set
	}
	return nil
}

func (f *fakeStaff) record(format string, args ...any) error {
	f.said = append(f.said, fmt.Sprintf(format, args...))
	return f.err
}
func (f *fakeStaff) Users() []journal.User { return f.users }
func (f *fakeStaff) AddUser(_ context.Context, name string, role journal.Role, pin core.Secret) (journal.User, error) {
	u := journal.User{ID: name, Name: name, Role: role}
	err := f.record("add %s %s %d", name, role, len(pin.Reveal()))
	if err == nil {
		f.users = append(f.users, u)
	}
	return u, err
}
func (f *fakeStaff) ChangeUser(_ context.Context, id, name string, role journal.Role, pin core.Secret) error {
	return f.record("change %s to %s %s %d", id, name, role, len(pin.Reveal()))
}
func (f *fakeStaff) SetUserPreferences(_ context.Context, id string, p journal.UserPreferences) error {
	return f.record("wishes %s %s %d", id, p.Language, p.TextPercent)
}
func (f *fakeStaff) RemoveUser(_ context.Context, id string) error { return f.record("remove %s", id) }

func TestUsersAreAddedChangedAndRemoved(t *testing.T) {
	staff := &fakeStaff{}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	r.screen.goTo(atUsers)
	r.says("Everyone may use this till.", "Add a user")
	did := func(want string) {
		t.Helper()
		if got := strings.Join(staff.said, "; "); got != want {
			t.Errorf("staff was asked %q, want %q", got, want)
		}
		staff.said = nil
	}
	r.openPerson(journal.User{})
	if r.segments("settings.users.role").Selected() != 2 {
		t.Error("the first is no manager")
	}
	r.fill("Huda", "2580", "2581")
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	r.says("The two codes differ.")
	r.picture("user-form")
	did("")
	r.fill("Huda", "2580", "2580")
	r.saysNot("The two codes differ.")
	form := r.fields()
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	did("add Huda manager 4")
	r.says("Huda", "Manager", "Locks by itself", "Never")
	r.picture("users")
	if form[1].Text()+form[2].Text() != "" {
		t.Error("a PIN is left in the form")
	}

	r.openPerson(staff.users[0])
	r.fill("Huda S.", "", "")
	r.screen.enter()
	did("change Huda to Huda S. manager 0")
	r.openPerson(staff.users[0])
	r.fill("Huda", "1234567", "1234567")
	r.screen.enter()
	did("change Huda to Huda manager 7")
	staff.err = &journal.Error{Code: journal.CodeLastManager}
	r.openPerson(staff.users[0])
	r.press("Remove", 0)
	did("remove Huda")
	r.says("The till needs a manager.")
	r.fill("x", "77", "77")
	form = r.fields()
	r.screen.Press(screen.KeyPress{Name: fyne.KeyEscape})
	if len(r.fields()) != 0 || form[1].Text() != "" {
		t.Error("Esc keeps the form, or what was typed")
	}
	r.says("Add a user")
	r.openPerson(staff.users[0])
	r.fill("x", "77", "77")
	form = r.fields()
	r.screen.Hidden()
	if len(r.fields()) != 0 || form[1].Text() != "" {
		t.Error("leaving keeps the form, or what was typed")
	}
}

func TestTheTillMayLockItself(t *testing.T) {
	staff := &fakeStaff{users: []journal.User{{ID: "1", Name: "Huda", Role: journal.RoleManager}}}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	r.screen.goTo(atUsers)
	r.choose("settings.users.lock", 2)
	r.screen.enter()
	if got := r.set.LockAfter; got != 15 {
		t.Errorf("locks after %d", got)
	}
	r.screen.goTo(atShop)
	r.saysNot("Cashier")
}

// TestAShopSaysWhatItsRolesMayDo: nothing is kept before Save, a list from before is
// called one, and a refusal is said where it happened.
func TestAShopSaysWhatItsRolesMayDo(t *testing.T) {
	staff := &fakeStaff{users: []journal.User{{ID: "1", Name: "Huda", Role: journal.RoleManager}}}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	r.screen.goTo(atUsers)
	r.says("What cashiers may do", "What supervisors may do")
	r.openRights(journal.RoleCashier)
	r.says("See totals", "Count the drawer", "as they always did")
	r.picture("rights")
	if r.screen.Unsaved() {
		t.Error("nothing was touched, and it is edited")
	}
	r.turnRight(journal.RightSums)
	r.turnRight(journal.RightCashIn)
	if !r.screen.Unsaved() || len(staff.said) != 0 {
		t.Errorf("unsaved %v, done %q", r.screen.Unsaved(), staff.said)
	}
	staff.err = &journal.Error{Code: journal.CodeManager}
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	r.says("A person with this right must allow it.")
	staff.err, staff.said = nil, nil
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	if want := "cashier may [sums open count] by Samira"; len(staff.said) != 1 || staff.said[0] != want {
		t.Errorf("done %q, want %q", staff.said, want)
	}
	if len(drawn[*control.Chip](r)) != 0 {
		t.Error("the form is still open")
	}
	r.openRights(journal.RoleSupervisor)
	r.saysNot("as they always did")
	r.turnRight(journal.RightOwed)
	r.screen.Press(screen.KeyPress{Name: fyne.KeyEscape})
	if len(drawn[*control.Chip](r)) != 0 || len(staff.said) != 1 {
		t.Errorf("Esc keeps the form, or what was chosen: %q", staff.said)
	}
}

// TestEachSaveAsksForItsRights: anyone who lacks one is asked for it before anything is
// changed, and each time again: a grant is for one act.
func TestEachSaveAsksForItsRights(t *testing.T) {
	staff := &fakeStaff{users: []journal.User{{ID: "1", Name: "Huda", Role: journal.RoleManager}}}
	backups := &fakeBackups{}
	var may, asked journal.RightSet
	var give func()
	r := newHarness(t, func(r *harness) {
		r.deps.Staff, r.deps.Recovery, r.deps.Backups = staff, &codes{}, backups
		r.deps.May = func(right journal.Right) bool { return may.Has(right) }
		r.deps.Window.Delegate = func(rights []journal.Right, then func()) { asked, give = rights, then }
	})
	made := r.deps.Recovery.(*codes)
	n := 0
	name := func() {
		n++
		r.screen.goTo(atShop)
		r.field("settings.shop").SetText(fmt.Sprint("Shop ", n))
		r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	}
	done := func() int { return len(r.by) + made.made + len(staff.said) + len(backups.asked) }
	for _, c := range []struct {
		what  string
		right journal.Right
		do    func()
	}{
		{"names", journal.RightSettings, name},
		{"names once more", journal.RightSettings, name},
		{"another folder", journal.RightRecover, func() {
			n++
			r.screen.goTo(atBackup)
			r.field("settings.backup.second.hint").SetText(fmt.Sprint("/media/stick", n))
			r.screen.enter()
		}},
		{"a restore", journal.RightRecover, func() { r.screen.goTo(atBackup); r.press("Restore a backup…", 0) }},
		{"a code", journal.RightRecover, func() { r.screen.goTo(atShop); r.screen.goTo(atRecovery); r.makeCode() }},
		{"a user", journal.RightUsers, func() {
			r.screen.goTo(atUsers)
			r.openPerson(staff.users[0])
			r.press(r.env.Words.T("settings.users.remove"), 0)
		}},
	} {
		before := done()
		asked, give = nil, nil
		c.do()
		if done() != before || !slices.Equal(asked, journal.RightSet{c.right}) {
			t.Fatalf("%s: changed without the right, or asked for %v", c.what, asked)
		}
		give()
		if done() != before+1 {
			t.Errorf("%s: not changed after it was lent", c.what)
		}
		may, asked = journal.RightSet{c.right}, nil
		if c.do(); asked != nil || done() != before+2 {
			t.Errorf("%s: asked for %v, and who is there has it", c.what, asked)
		}
		may = nil
	}
	if want := "Samira: copies"; len(r.audited) == 0 || r.audited[0] != want {
		t.Errorf("written down %q, want %q", r.audited, want)
	}
	r.screen.goTo(atBackup)
	r.field("settings.backup.second.hint").SetText("/media/other")
	asked = nil
	name()
	if !slices.Equal(asked, journal.RightSet{journal.RightRecover, journal.RightSettings}) {
		t.Errorf("a folder and a name ask for %v", asked)
	}
}
