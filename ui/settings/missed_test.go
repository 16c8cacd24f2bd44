package settings

import (
	"errors"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/preferences"
	"sanduq/ui/settings/gateway"
	"sanduq/ui/theme"
)

// acts are what is asked for in the settings, and what is told where it is refused
// after the person went on.
var acts = map[string]struct {
	fail func(*harness)
	do   func(*harness)
	told string
}{
	"save": {func(r *harness) { r.saveErr = errors.New("disk") }, func(r *harness) {
		r.screen.goTo(atShop)
		r.field("settings.place").SetText("Benghazi")
		r.screen.store()
	}, "Settings: The till could not save this."},
	"login": {func(r *harness) { r.deps.Login.(*system).refuse = errors.New("no") }, func(r *harness) {
		r.screen.goTo(atShop)
		r.drain()
		r.choose("settings.login", 1)
		r.screen.store()
	}, "Settings: "},
	"person": {func(r *harness) { r.staff().err = &journal.Error{Code: journal.CodeLastManager} }, func(r *harness) {
		r.screen.goTo(atUsers)
		r.openPerson(r.staff().users[0])
		r.press(r.env.Words.T("settings.users.remove"), 0)
	}, "Huda: The till needs a manager."},
	"rights": {func(r *harness) { r.staff().err = &journal.Error{Code: journal.CodeDiskFull} }, func(r *harness) {
		r.screen.goTo(atUsers)
		r.openRights(journal.RoleCashier)
		r.screen.enter()
	}, "What cashiers may do: The disk is full."},
}

func (r *harness) staff() *fakeStaff { return r.deps.Staff.(*fakeStaff) }

// TestARefusalIsToldToWhoWentOn: what was asked for in the settings and refused is told
// in the window when they were left meanwhile, or built again.
func TestARefusalIsToldToWhoWentOn(t *testing.T) {
	for name, one := range acts {
		for _, fails := range []bool{true, false} {
			r := habitHarness(t)
			meanwhile(r)
			if fails {
				one.fail(r)
			}
			one.do(r)
			r.screen.Hidden()
			r.drain()
			told := r.missed
			if !fails && len(told) != 0 || fails && (len(told) != 1 || !strings.HasPrefix(told[0], one.told) || told[0] == one.told) {
				t.Errorf("%s, refused %v: told %q", name, fails, told)
			}
		}
	}
}

// TestNamesThatWereSavedAfterLeavingAreShown: the window hears of them all the same.
func TestNamesThatWereSavedAfterLeavingAreShown(t *testing.T) {
	r := newHarness(t)
	meanwhile(r)
	r.screen.goTo(atShop)
	r.field("settings.place").SetText("Benghazi")
	r.screen.store()
	r.screen.Hidden()
	if r.drain(); r.saved != 1 {
		t.Errorf("told %d times", r.saved)
	}
}

// TestACodeThatNobodySawIsTold: the one before it opens no backup that is made from
// now on, and nobody has another.
func TestACodeThatNobodySawIsTold(t *testing.T) {
	for name, leave := range map[string]func(*harness){"another page": func(r *harness) { r.screen.goTo(atShop) }, "another screen": func(r *harness) { r.screen.Hidden() }} {
		r := recoveryHarness(t, &codes{})
		meanwhile(r)
		r.makeCode()
		leave(r)
		if r.drain(); len(r.missed) != 1 || !strings.HasPrefix(r.missed[0], "Recovery code: A new code was made and nobody has seen it.") {
			t.Errorf("%s: told %q", name, r.missed)
		}
	}
}

// TestALookThatWasSavedAfterLeavingIsKept, whether the answer comes before what was on trial is taken back or after it.
func TestALookThatWasSavedAfterLeavingIsKept(t *testing.T) {
	for name, slow := range map[string]bool{"a slow disk": true, "a quick one": false} {
		for _, fails := range []bool{false, true} {
			r := newHarness(t)
			meanwhile(r)
			work := func() {}
			if slow {
				r.goes = func(f func()) { work = f }
			}
			if fails {
				r.saveErr = errors.New("disk")
			}
			r.env.Preferences.Try(func(v *preferences.Values) { v.Look.Variant, v.Printer.Address = theme.Dark, "tcp:192.168.1.40" })
			r.screen.store()
			r.screen.Hidden()
			if slow {
				r.drain()
				work()
			}
			r.drain()
			now := r.env.Preferences.Get()
			if kept := now.Look.Variant == theme.Dark && now.Printer.Address != ""; kept == fails || r.env.Preferences.Trying() || len(r.missed) != 0 != fails {
				t.Errorf("%s, refused %v: %v on %q, on trial %v, told %q", name, fails, now.Look.Variant, now.Printer.Address, r.env.Preferences.Trying(), r.missed)
			}
		}
	}
}

// TestWhatWasSavedBeforeARefusalIsNotDenied: the bank's keys and address are kept before the names, and the next start
// is live.
func TestWhatWasSavedBeforeARefusalIsNotDenied(t *testing.T) {
	r := newHarness(t, func(r *harness) {
		r.kept[core.Live][gateway.KeyAPI], r.kept[core.Live][gateway.KeySecret] = noon, noon
	})
	r.reach(atEnvironment).field("settings.env.address").SetText("https://pay.example.ly")
	r.screen.goTo(atShop)
	r.field("settings.place").SetText("Benghazi")
	r.saveErr = errors.New("disk")
	r.screen.store()
	if r.choice.BaseURL != "https://pay.example.ly" || r.set.Place != "Tripoli" {
		t.Fatalf("kept %+v and %q", r.choice, r.set.Place)
	}
	r.says(r.env.Words.T("settings.notAll"))
	r.saysNot("Nothing was changed")
	r.saveErr = nil
	r.screen.store()
	if len(r.audited) != 1 || r.set.Place != "Benghazi" || r.screen.Unsaved() {
		t.Errorf("written down %q, kept %q, unsaved %v", r.audited, r.set.Place, r.screen.Unsaved())
	}
	r.saveErr = errors.New("disk")
	r.field("settings.place").SetText("Misrata")
	r.screen.store()
	r.says("Nothing was changed")
}

// TestChoicesThatCannotBeReadAreSavedAnew, also as they are: the next start needs them, and says so.
func TestChoicesThatCannotBeReadAreSavedAnew(t *testing.T) {
	r := newHarness(t, func(r *harness) { r.readErr = errors.New("torn") })
	r.screen.goTo(atEnvironment)
	r.says("What was chosen before cannot be read. Choose again and save.")
	if !r.screen.Unsaved() {
		t.Error("there is nothing to save")
	}
	r.readErr = nil
	r.screen.store()
	if r.choice != (gateway.Choice{Environment: core.Sandbox}) || r.screen.Unsaved() {
		t.Errorf("saved %+v, unsaved %v", r.choice, r.screen.Unsaved())
	}
}
