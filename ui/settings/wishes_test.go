package settings

import (
	"strings"
	"testing"

	"sanduq/core/journal"
)

// TestAManagerChoosesForAPerson: in the form of a person, kept with the rest of
// it, and it counts as an edit.
func TestAManagerChoosesForAPerson(t *testing.T) {
	staff := &fakeStaff{users: []journal.User{{ID: "1", Name: "Huda", Role: journal.RoleManager, UserPreferences: journal.UserPreferences{Language: "fr"}}}}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	r.screen.goTo(atUsers)
	r.openPerson(staff.users[0])
	r.says("Language", "As the shop", "العربية", "Text size", "200 %")
	if r.screen.Unsaved() {
		t.Error("an untouched form is edited")
	}
	r.forPerson(journal.UserPreferences{Language: "ar", TextPercent: 125})
	if !r.screen.Unsaved() {
		t.Error("another language is no edit")
	}
	r.screen.enter()
	r.openPerson(journal.User{})
	r.fill("Samira", "2580", "2580")
	r.screen.enter()
	r.openPerson(journal.User{})
	r.fill("Yusuf", "2581", "2581")
	r.screen.enter()
	if got := strings.Join(staff.said, "; "); got != "wishes 1 ar 125; add Samira cashier 4; add Yusuf cashier 4" {
		t.Errorf("staff was asked %q", got)
	}
	staff.said = nil
	r.openPerson(staff.users[0])
	r.forPerson(journal.UserPreferences{})
	staff.err = &journal.Error{Code: journal.CodeStore}
	r.screen.enter()
	r.says("The till cannot save.")
}
