package ui

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
)

// walkUserForm types what is refused into the form of a new person, one thing after
// the other, and saves: the field that is wrong says so, and has the keys.
func (r *harness) walkUserForm(look func(*harness, string)) {
	fields := func() []*control.Field { return uitest.All[*control.Field](r.shell.work.Screen().Object()) }
	for i, texts := range [][]string{{"", "2580", "2580"}, {"Mona", "25", "25"}, {"Mona", "2580", "2581"}} {
		for at, text := range texts {
			fields()[at].SetText(text)
		}
		for _, b := range r.buttons() {
			if b.Spec().Large && b.Visible() {
				b.OnTapped()
			}
		}
		wrong := fields()[i]
		if wrong.Problem() == "" || r.win.Canvas().Focused() != wrong.Focusable() {
			r.t.Errorf("settings-user-form: field %d of %q says %q, and the keys are with %T", i, texts, wrong.Problem(), r.win.Canvas().Focused())
		}
		look(r, fmt.Sprintf("settings-user-form-wrong-%d", i))
	}
}

func TestAUserIsSavedByTheOnePrimary(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, everything, rooms)
	staff := r.shell.opt.Staff.(*fakeStaff)
	staff.present = "4" // a manager
	r.shell.openSettings()
	r.dirty()
	r.turnSettings("settings.users")
	r.pressed(r.shell.env.Words.T("settings.users.add"))
	r.picture("user-form")
	if got := laws.Primaries(r.win.Canvas()); len(got) > 0 {
		t.Error(got)
	}
	f := r.win.Canvas().Focused()
	if fields := uitest.All[*control.Field](r.shell.work.Screen().Object()); len(fields) == 0 || f != fields[0].Focusable() {
		t.Errorf("the focus is on %T, not in the first field", f)
	}
	for i, text := range []string{"Mona", "2580", "2580"} {
		uitest.All[*control.Field](r.shell.work.Screen().Object())[i].SetText(text)
	}
	before := len(r.added)
	for _, b := range r.buttons() {
		if b.Spec().Large {
			test.Tap(b)
		}
	}
	if len(r.added) != before+1 {
		t.Errorf("the large button added %v", r.added)
	}
	r.saysNot("Name")
	if got := r.offered(); !strings.Contains(got, "*Save") {
		t.Errorf("what was changed before cannot be saved any more: %q", got)
	}
}
