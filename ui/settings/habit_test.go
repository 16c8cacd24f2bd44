package settings

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/uitest"
)

// habits chooses one thing on each page that sets anything.
var habits = map[string]struct {
	at     int
	choose func(*harness)
	now    func(*harness) any // what is kept
}{
	"keys":        {atKeys, func(r *harness) { r.press("Set", 0); r.typed("key") }, func(r *harness) any { return len(r.changed) }},
	"environment": {atEnvironment, func(r *harness) { r.field("settings.env.address").SetText("https://pay.example.ly") }, func(r *harness) any { return r.choice.BaseURL }},
	"till":        {atShop, func(r *harness) { r.field("settings.place").SetText("Benghazi") }, func(r *harness) any { return r.set.Place }},
	"seller":      {atSeller, func(r *harness) { r.field("seller.foot").SetText("Thank you") }, func(r *harness) any { return r.set.Seller.Footer }},
	"login":       {atShop, func(r *harness) { r.choose("settings.login", 1) }, func(r *harness) any { return r.deps.Login.(*system).switched }},
	"printer":     {atPrinter, func(r *harness) { r.device("Office").Tapped(nil) }, func(r *harness) any { return preferences.Open(r.place).Get().Printer.Address }},
	"width":       {atPrinter, func(r *harness) { r.choose("settings.printer.width", 0) }, func(r *harness) any { return preferences.Open(r.place).Get().Printer.Dots }},
	"lock":        {atUsers, func(r *harness) { r.choose("settings.users.lock", 2) }, func(r *harness) any { return r.set.LockAfter }},
	"look":        {atLook, func(r *harness) { r.choose("settings.theme", 1) }, func(r *harness) any { return preferences.Open(r.place).Get().Look.Variant }},
	"folder":      {atBackup, func(r *harness) { r.field("settings.backup.second.hint").SetText("/media/stick") }, func(r *harness) any { return len(r.deps.Backups.(*fakeBackups).asked) }},
	"news":        {atAbout, func(r *harness) { r.choose("settings.news", 1) }, func(r *harness) any { return r.deps.Updates.(*fakeUpdates).state.On }},
}

func habitHarness(t *testing.T) *harness {
	t.Helper()
	r := newHarness(t, func(r *harness) {
		r.place = uitest.Preferences()
		r.env.Preferences = preferences.Open(r.place)
		r.deps.Login, r.deps.Backups, r.deps.Updates = &system{}, &fakeBackups{}, &fakeUpdates{}
		r.deps.Printers = newShelf().on(r)
		r.deps.Staff = &fakeStaff{users: []journal.User{{ID: "1", Name: "Huda", Role: journal.RoleManager}}}
	})
	return r
}

// TestEveryPageHasOneHabit: whatever is chosen waits for Save, Save keeps it, and
// leaving without Save takes it back.
func TestEveryPageHasOneHabit(t *testing.T) {
	for name, one := range habits {
		t.Run(name, func(t *testing.T) {
			r := habitHarness(t)
			r.screen.goTo(one.at)
			r.noSave()
			before := one.now(r)
			one.choose(r)
			if one.now(r) != before {
				t.Error("it holds before anybody saved")
			}
			if !r.screen.Unsaved() || !r.screen.save.Visible() || r.screen.save.Disabled() {
				t.Fatal("nothing offers to save it")
			}
			r.screen.enter()
			if one.now(r) == before || r.screen.Unsaved() {
				t.Errorf("Save keeps %v", one.now(r))
			}

			r = habitHarness(t)
			r.screen.goTo(one.at)
			one.choose(r)
			r.screen.Hidden()
			r.screen.Shown()
			if r.screen.Unsaved() || one.now(r) != before || r.env.Preferences.Trying() {
				t.Error("leaving keeps it")
			}
		})
	}
}

// TestAFormOfAUserIsNotLost by a look at another page, nor by another language,
// and leaving asks about it.
func TestAFormOfAUserIsNotLost(t *testing.T) {
	r := habitHarness(t)
	r.screen.goTo(atUsers)
	r.openPerson(journal.User{})
	if r.screen.Unsaved() {
		t.Error("an empty form is asked about")
	}
	r.fields()[0].SetText("Aisha")
	r.fields()[1].SetText("2580")
	r.fields()[2].SetText("2580")
	r.screen.goTo(atKeys)
	if !r.screen.Unsaved() {
		t.Error("leaving would lose the form, and nobody is asked")
	}
	r.held = true
	r.screen.Hidden()
	r.show()
	r.drain()
	r.screen.ShowUnsaved()
	if f := r.fields(); len(f) != 3 || f[0].Text() != "Aisha" || f[1].Text() != "2580" || r.screen.memory.at != atUsers {
		t.Fatalf("the form is gone: %q", r.text())
	}
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	r.drain()
	if r.screen.Unsaved() {
		t.Error("there is something left to save")
	}
}

// TestARestoreAsksBeforeEditsAreLost: it ends the visit too.
func TestARestoreAsksBeforeEditsAreLost(t *testing.T) {
	r := habitHarness(t)
	var ask func()
	r.ask = func(then func()) { ask = then }
	backups := r.deps.Backups.(*fakeBackups)
	r.screen.goTo(atShop)
	r.field("settings.place").SetText("Benghazi")
	r.screen.goTo(atBackup)
	if tap(t, r, "Restore a backup…"); ask == nil || len(backups.asked) != 0 {
		t.Fatalf("asked %v, done %v", ask != nil, backups.asked)
	}
	if ask(); len(backups.asked) != 1 {
		t.Error("it does not go on")
	}
}
