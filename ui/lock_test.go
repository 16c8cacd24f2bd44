package ui

import (
	"context"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/words"
)

// fakeStaff are people whose PINs are known; calls arrive in said.
type fakeStaff struct {
	users   []journal.User
	pins    map[string]string
	present string
	said    []string
	till    *fakeTill
	wrong   int
	broken  bool // the disk takes nothing
	lent    []journal.Right
}

// someStaff are the people of the pictures, Samira at the till.
func someStaff() *fakeStaff {
	f := &fakeStaff{pins: map[string]string{}, present: "1"}
	for i, name := range []string{"Samira", "Yusuf", "Mariam", "Huda"} {
		u := journal.User{ID: string(rune('1' + i)), Name: name, Role: journal.RoleCashier, Digits: 4}
		if name == "Huda" {
			u.Role = journal.RoleManager
		}
		f.users = append(f.users, u)
		f.pins[u.ID] = "258" + u.ID
	}
	return f
}

func (f *fakeStaff) Users() []journal.User { return f.users }
func (f *fakeStaff) Present() (journal.User, bool) {
	for _, u := range f.users {
		if u.ID == f.present {
			return u, true
		}
	}
	return journal.User{}, false
}
func (f *fakeStaff) SignOut(context.Context) {
	f.present, f.lent = "", nil
	f.said = append(f.said, "out")
}
func (f *fakeStaff) prove(id string, pin core.Secret) error {
	if f.broken {
		return &journal.Error{Code: journal.CodeStore}
	}
	if f.pins[id] == pin.Reveal() {
		return nil
	}
	for i := range f.users {
		if f.users[i].ID == id {
			f.users[i].Until = noon // over: no pause
		}
	}
	if f.wrong++; f.wrong >= 3 {
		for i := range f.users {
			if f.users[i].ID == id {
				f.users[i].Until = noon.Add(time.Hour)
			}
		}
	}
	return &journal.Error{Code: journal.CodePIN}
}
func (f *fakeStaff) SignIn(_ context.Context, id string, pin core.Secret) error {
	if err := f.prove(id, pin); err != nil {
		return err
	}
	f.present = id
	who, _ := f.Present()
	if f.till != nil {
		f.till.set.Cashier = who.Name
	}
	f.said = append(f.said, "in "+who.Name)
	return nil
}
func (f *fakeStaff) RightsOf(r journal.Role) journal.RightSet { return journal.UsualRights(r) }
func (f *fakeStaff) May(right journal.Right) bool {
	who, _ := f.Present()
	return f.RightsOf(who.Role).Has(right) || slices.Contains(f.lent, right)
}
func (f *fakeStaff) LookAtSums(context.Context) error {
	if !f.May(journal.RightSums) {
		return &journal.Error{Code: journal.CodeManager}
	}
	f.lent = slices.DeleteFunc(f.lent, func(r journal.Right) bool { return r == journal.RightSums })
	return nil
}
func (f *fakeStaff) Delegate(_ context.Context, id string, pin core.Secret, right journal.Right) (string, error) {
	if err := f.prove(id, pin); err != nil {
		return "", err
	}
	for _, u := range f.users {
		if u.ID == id {
			f.said, f.lent = append(f.said, "lent "+u.Name+" "+string(right)), append(f.lent, right)
			return u.Name, nil
		}
	}
	return "", nil
}
func (f *fakeStaff) TakeOver(context.Context) (int, error) {
	f.said = append(f.said, "over")
	return 3, nil
}

// SetUserPreferences is for lock.Staff.
func (f *fakeStaff) SetUserPreferences(_ context.Context, id string, p journal.UserPreferences) error {
	if f.broken {
		return &journal.Error{Code: journal.CodeStore}
	}
	for i := range f.users {
		if f.users[i].ID == id {
			f.users[i].UserPreferences = p
		}
	}
	return nil
}

// staffed is a shell at which people sign in.
func staffed(t *testing.T, change ...func(*harness, *Options)) (*harness, *fakeStaff) {
	staff := someStaff()
	r := newHarness(t, append([]func(*harness, *Options){shopFloor, func(r *harness, o *Options) {
		staff.till = r.till
		o.Staff = staff
		for i := range r.till.sales {
			r.till.sales[i].Cashier = "Samira"
		}
	}}, change...)...)
	return r, staff
}

func (f *fakeStaff) did(t *testing.T, want ...string) {
	t.Helper()
	if len(f.said) != len(want) {
		t.Fatalf("staff did %q, want %q", f.said, want)
	}
	for i := range want {
		if f.said[i] != want[i] {
			t.Errorf("staff did %q, want %q", f.said, want)
		}
	}
}

func TestALockedTillShowsNothingOfItsSales(t *testing.T) {
	r, staff := staffed(t)
	r.runes("12.5")
	r.keys(fyne.KeyF12)
	staff.did(t, "out")
	r.says("Who is at the till?", "Samira’s code", "Yusuf", "Manager", "3 sales are still being watched", "Practice. No money moves.")
	r.saysNot("Sale #12", "Charge", "48 .000")
	r.keys(fyne.KeyReturn, fyne.KeyF2, fyne.KeyF4, fyne.KeyF6, fyne.KeyF7, fyne.KeyEscape)
	r.runes("9.")
	r.says("Who is at the till?")
	r.asked()
	r.keys(fyne.KeyDelete)
	r.notice(sale(11, of(48000), version(9), paid)) // it goes on below
	r.says("2 sales are still being watched")
	r.saysNot("Paid")
	r.runes("2581")
	staff.did(t, "out", "in Samira")
	r.says("Sale #12", "12 .500")
	r.saysNot("Who is at the till?", "another cashier")
}

// TestLockingTakesTheTillAtOnce lets the machine do what runs beside the window
// last first: locking met who was there, not Yusuf who came after.
func TestLockingTakesTheTillAtOnce(t *testing.T) {
	r, staff := staffed(t)
	var beside []func()
	r.run = func(f func()) { beside = append(beside, f) }
	r.keys(fyne.KeyF12)
	if who, ok := staff.Present(); ok {
		t.Errorf("%s is still present behind the lock", who.Name)
	}
	r.keys(fyne.KeyDown)
	r.runes("2582")
	for _, f := range slices.Backward(beside) {
		f()
	}
	if who, _ := staff.Present(); who.Name != "Yusuf" {
		t.Errorf("present: %q", who.Name)
	}
	staff.did(t, "out", "in Yusuf")
}

func TestATillThatCannotSaveTakesNoCode(t *testing.T) {
	for _, lang := range words.Languages() {
		r, staff := staffed(t)
		r.speak(lang)
		r.keys(fyne.KeyF12)
		staff.broken = true
		r.runes("2581")
		if want := r.shell.env.Words.T("lock.store"); !r.tells(want) {
			t.Errorf("%s: the window does not say %q but %s", lang, want, r.reads())
		}
		staff.broken = false
		r.runes("2581")
		staff.did(t, "out", "in Samira")
	}
}

func TestWrongCodesAreSaidAndSlowedDown(t *testing.T) {
	r, staff := staffed(t)
	r.keys(fyne.KeyF12)
	r.runes("999")
	r.keys(fyne.KeyBackspace, fyne.KeyBackspace, fyne.KeyBackspace)
	r.runes("٠٠٠٠")
	r.says("Wrong code.")
	r.pass(5 * time.Second)
	r.says("Wrong code.")
	r.runes("1")
	r.saysNot("Wrong code.")
	r.keys(fyne.KeyDelete)
	r.runes("00000000")
	r.says("Too many wrong codes. Wait until 15:31:12.")
	r.keys(fyne.KeyDown)
	r.says("Yusuf’s code")
	r.saysNot("Wrong")
	r.keys(fyne.KeyUp)
	r.says("Wait until 15:31:12.")
	r.pass(2 * time.Hour)
	r.saysNot("Wait until")
	r.runes("2581")
	staff.did(t, "out", "in Samira")
}

func TestTheNextCashierMayTakeOver(t *testing.T) {
	r, staff := staffed(t)
	r.runes("12.5")
	r.keys(fyne.KeyF12, fyne.KeyDown)
	r.runes("2582")
	r.says("3 open sales of another cashier", "Yusuf")
	r.saysNot("12 .500")
	r.keys(fyne.KeyReturn) // in the hurry of the PIN
	staff.did(t, "out", "in Yusuf")
	r.pass(time.Second)
	r.keys(fyne.KeyReturn)
	staff.did(t, "out", "in Yusuf", "over")
	r.saysNot("open sales of another cashier")
	r.keys(fyne.KeyF12)
	r.runes("2582")
	staff.did(t, "out", "in Yusuf", "over", "out", "in Yusuf")
	r.keys(fyne.KeyEscape) // leaves them
	staff.did(t, "out", "in Yusuf", "over", "out", "in Yusuf")
}

// TestEnterOfAManagerTakesNothingOver: anyone who looks in changes no name on a
// receipt by the key that goes on; they may still take over.
func TestEnterOfAManagerTakesNothingOver(t *testing.T) {
	r, staff := staffed(t)
	r.keys(fyne.KeyF12, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown)
	r.runes("2584")
	r.says("3 open sales of another cashier", "Huda")
	r.picture("row-16")
	r.keys(fyne.KeyReturn)
	staff.did(t, "out", "in Huda")
	r.saysNot("open sales of another cashier")
	r.keys(fyne.KeyF12)
	r.runes("2584")
	r.pass(time.Second)
	r.tap("Take over")
	staff.did(t, "out", "in Huda", "out", "in Huda", "over")
}

func TestAStartBeginsLocked(t *testing.T) {
	r, _ := staffed(t, func(_ *harness, o *Options) { o.Staff.(*fakeStaff).present = "" })
	r.says("Who is at the till?")
	r.saysNot("Sale #12")
	r.speak(words.Arabic)
	r.says("من يعمل على الصندوق؟")
	r.runes("2581")
	r.saysNot("من يعمل على الصندوق؟")
}

func TestAnIdleTillLocksItself(t *testing.T) {
	r, staff := staffed(t, func(r *harness, _ *Options) { r.till.set.LockAfter = 5 })
	r.pass(4 * time.Minute)
	r.runes("1") // a key
	r.pass(4 * time.Minute)
	r.pass(30 * time.Second)
	staff.did(t)
	tap := func(o fyne.CanvasObject) bool {
		n, ok := o.(*control.NavItem)
		if ok {
			n.Tapped(nil)
		}
		return ok
	}
	tap(r.place("nav.sale"))
	r.pass(time.Second)
	r.pass(4*time.Minute + 50*time.Second)
	staff.did(t)
	r.pass(10 * time.Second)
	staff.did(t, "out")
	r.says("Who is at the till?")

	r, staff = staffed(t)
	r.pass(24 * time.Hour)
	staff.did(t)
}

func TestSettingsNeedAManagersPIN(t *testing.T) {
	r, _ := staffed(t, everything, func(_ *harness, o *Options) { o.Staff = someStaff() })
	staff := r.shell.opt.Staff.(*fakeStaff)
	r.shell.openSettings()
	r.says("A person who may change the settings must open them.", "Huda’s code")
	r.saysNot("Yusuf’s")
	r.runesIn("0000")
	r.says("Wrong code.")
	r.runesIn("25")
	r.keys(fyne.KeyEscape)
	if r.shell.nav.At.Location == navigation.Settings {
		t.Error("the settings are open")
	}
	staff.did(t)
	staff.present = "4" // Huda herself
	r.shell.approvals.With(journal.RightSettings, "", "", func() { staff.said = append(staff.said, "open") })
	staff.did(t, "open")
	staff.present = "1"
	r.shell.approvals.With(journal.RightSettings, "", "", func() { staff.said = append(staff.said, "open") })
	r.runesIn("2584")
	staff.did(t, "open", "lent Huda settings", "open")
	r.saysNot("A person who may change the settings")
}

func TestAManagersWordIsTheirPIN(t *testing.T) {
	r, staff := staffed(t)
	r.charge()
	r.notice(sale(12, version(4), state(core.StateWaitingPayment), capped, func(v *journal.View) {
		v.WithManager = &journal.Decision{At: noon, By: "Samira", Reason: "noAnswer"}
	}))
	r.shell.sales().Asker().Signed("Record #12 as resolved outside?", "x", nil, func(name string) { staff.said = append(staff.said, "by "+name) })
	r.runesIn("2584")
	staff.did(t, "lent Huda decide", "by Huda")
}
