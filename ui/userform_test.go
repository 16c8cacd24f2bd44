package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/widgets"
)

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
	if fields := uitest.All[*widgets.Field](r.shell.work.screen.Object()); len(fields) == 0 || f != fields[0].Focusable() {
		t.Errorf("the focus is on %T, not in the first field", f)
	}
	for i, text := range []string{"Mona", "2580", "2580"} {
		uitest.All[*widgets.Field](r.shell.work.screen.Object())[i].SetText(text)
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
