package settings

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// TestEveryFieldOfAPersonSaysItsOwnFault: all at once, each beside itself with its own
// cause, the keys in the first; and the till is asked for nothing.
func TestEveryFieldOfAPersonSaysItsOwnFault(t *testing.T) {
	staff := &fakeStaff{users: []journal.User{{ID: "1", Name: "Huda", Role: journal.RoleManager}, {ID: "2", Name: "Samira", Role: journal.RoleCashier}}}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	r.screen.goTo(atUsers)
	w := r.env.Words
	blank, taken, long := w.T("settings.users.name.blank"), w.T("settings.users.name.taken"), w.T("settings.users.name.long", "n", journal.LongestName)
	shape, differ := w.T("error.pinShape"), w.T("settings.users.differ")
	for name, c := range map[string]struct {
		of                 journal.User
		name, pin, again   string
		inName, inPIN, end string
	}{
		"all of them":           {journal.User{}, " ", "25", "26", blank, shape, differ},
		"no code":               {journal.User{}, "samira ", "", "", taken, shape, ""},
		"too long":              {journal.User{}, strings.Repeat("m", journal.LongestName+1), "2580", "2580", long, "", ""},
		"codes":                 {journal.User{}, "Mona", "2580", "", "", "", differ},
		"one who is there":      {staff.users[1], "Huda", "", "", taken, "", ""},
		"a new code of theirs":  {staff.users[1], "Samira", "123456789", "123456789", "", shape, ""},
		"a new code, not twice": {staff.users[1], "Samira", "", "2580", "", "", differ},
	} {
		r.openPerson(c.of)
		if r.win.Canvas().Focused() != r.fields()[0].Focusable() {
			t.Errorf("%s: opened, the keys are with %T", name, r.win.Canvas().Focused())
		}
		r.fill(c.name, c.pin, c.again)
		r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
		f := r.fields()
		if len(f) != 3 || f[0].Problem() != c.inName || f[1].Problem() != c.inPIN || f[2].Problem() != c.end {
			t.Fatalf("%s: %q; asked for %v", name, r.text(), staff.said)
		}
		first := f[2]
		if c.inPIN != "" {
			first = f[1]
		}
		if c.inName != "" {
			first = f[0]
		}
		if got := r.win.Canvas().Focused(); got != first.Focusable() {
			t.Errorf("%s: the keys are with %T", name, got)
		}
		if name == "all of them" {
			r.picture("user-form-all-wrong")
		}
		r.screen.Press(screen.KeyPress{Name: fyne.KeyEscape})
	}
	if len(staff.said) != 0 {
		t.Errorf("asked for %v", staff.said)
	}
}

// TestTabLeadsThroughAPersonsForm: the role is one stop between name and code, a code that
// is typed after it arrives, and Enter saves wherever it is pressed.
func TestTabLeadsThroughAPersonsForm(t *testing.T) {
	staff := &fakeStaff{}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	r.screen.goTo(atUsers)
	r.openPerson(journal.User{})
	c := r.win.Canvas()
	c.Focus(r.fields()[0].Focusable())
	types := func(text string) {
		for _, one := range text {
			c.Focused().TypedRune(one)
		}
		c.FocusNext()
	}
	types("Mona")
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft}) // the first is a manager
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	c.FocusNext()
	types("2580")
	types("2580")
	fields := r.fields()
	if got := fields[0].Text() + " " + fields[1].Text() + " " + fields[2].Text(); got != "Mona 2580 2580" {
		t.Fatalf("typed with Tab alone: %q", got)
	}
	c.Focus(r.segments("settings.users.role"))
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := strings.Join(staff.said, "; "); got != "add Mona cashier 4" {
		t.Errorf("Enter on the role asked for %q", got)
	}
}

// TestARoleIsChosenBesideWhatItMayDo: the card beside the form of a new person follows the role, says
// what the shop chose, and goes with the form; nothing is asked of the window that they will have.
func TestARoleIsChosenBesideWhatItMayDo(t *testing.T) {
	staff := &fakeStaff{users: []journal.User{{ID: "1", Name: "Huda", Role: journal.RoleManager}}, cashier: journal.RightSet{journal.RightCashIn}}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	r.screen.goTo(atUsers)
	r.saysNot("Take payments and cash")
	r.openPerson(journal.User{})
	r.says("Add a user", "Take payments and cash", "Put cash in", "With the code of a person who may", "Take cash out")
	r.saysNot("Text size")
	r.picture("user-form-rights")
	r.choose("settings.users.role", 2)
	r.says("Users and rights")
	r.saysNot("With the code of a person who may")
	r.screen.Press(screen.KeyPress{Name: fyne.KeyEscape})
	r.saysNot("Take payments and cash")
}

// TestTheCardOfARoleFollowsItsRights that were changed since it was shown last.
func TestTheCardOfARoleFollowsItsRights(t *testing.T) {
	staff := &fakeStaff{users: []journal.User{{ID: "1", Name: "Huda", Role: journal.RoleManager}}, cashier: journal.RightSet{journal.RightCashIn}}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	r.screen.goTo(atUsers)
	alone := func() bool {
		t.Helper()
		r.openPerson(journal.User{}) // a cashier
		may, code, cut := strings.Cut(uitest.Words(r.screen.Object()), r.env.Words.T("settings.rights.code"))
		out := r.env.Words.T("right." + string(journal.RightCashOut))
		if !cut || strings.Contains(may, out) == strings.Contains(code, out) {
			t.Fatalf("%q", uitest.Words(r.screen.Object()))
		}
		r.screen.Press(screen.KeyPress{Name: fyne.KeyEscape})
		return strings.Contains(may, out)
	}
	if alone() {
		t.Error("cash is taken out without a code")
	}
	r.openRights(journal.RoleCashier)
	r.turnRight(journal.RightCashOut)
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	if !staff.RightsOf(journal.RoleCashier).Has(journal.RightCashOut) {
		t.Fatalf("not kept: %q", staff.said)
	}
	if !alone() {
		t.Error("a code is needed for what was just granted")
	}
}

// TestSavingAPersonSaysHowMuchIsToBeCorrected: the one button counts the faults that still stand, and cannot be
// pressed meanwhile; it saves once they are gone.
func TestSavingAPersonSaysHowMuchIsToBeCorrected(t *testing.T) {
	staff := &fakeStaff{users: []journal.User{{ID: "1", Name: "Huda", Role: journal.RoleManager}}}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	r.screen.goTo(atUsers)
	r.openPerson(journal.User{})
	r.fill("Huda", "258088", "25808")
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	if save := r.screen.save; save.Spec().Label != "Save: 2 things to correct" || !save.Disabled() || save.Spec().Key != "" {
		t.Errorf("the button says %q, off %v", save.Spec().Label, save.Disabled())
	}
	r.fields()[0].SetText("Mona")
	if save := r.screen.save; save.Spec().Label != "Save: 1 thing to correct" || !save.Disabled() {
		t.Errorf("the button says %q, off %v", save.Spec().Label, save.Disabled())
	}
	r.fields()[2].SetText("258088")
	if save := r.screen.save; save.Spec().Label != "Save the user" || save.Disabled() || save.Spec().Key != "Enter" {
		t.Errorf("the button says %q, off %v", save.Spec().Label, save.Disabled())
	}
}

// TestFaultsOfAPersonMoveNothing: each stands at the end of its label, and the form of a new person has no need to
// scroll at 1280×800, whatever is wrong with it.
func TestFaultsOfAPersonMoveNothing(t *testing.T) {
	for _, lang := range words.Languages() {
		staff := &fakeStaff{users: []journal.User{{ID: "1", Name: "Huda", Role: journal.RoleManager}}}
		r := newHarness(t, func(r *harness) {
			r.deps.Staff = staff
			if err := r.env.Words.Use(lang); err != nil {
				t.Fatal(err)
			}
		})
		r.win.Resize(fyne.NewSize(1048, 720)) // what such a window leaves to a screen
		r.screen.goTo(atUsers)
		r.openPerson(journal.User{})
		high := r.fields()[2].Size().Height
		for _, wrong := range [][]string{{"", "25", "26"}, {"Huda", "258088", "258081"}} {
			r.fill(wrong...)
			r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
			faults := 0
			for _, f := range r.fields()[:3] {
				if f.Problem() == "" {
					continue
				}
				faults++
				if got := f.MinSize().Height; got != high {
					t.Errorf("%s: a field that says %q is %v high, another %v", lang, f.Problem(), got, high)
				}
			}
			if faults < 2 {
				t.Errorf("%s: %q has %d faults", lang, wrong, faults)
			}
		}
		r.picture("user-form-faults-" + lang)
	}
}
