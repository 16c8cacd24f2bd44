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
	r.forPerson(journal.UserPreferences{TextPercent: 200})
	r.screen.enter()
	if got := strings.Join(staff.said, "; "); got != "wishes 1 ar 125; add Samira cashier 4; add Yusuf cashier 4; wishes Yusuf  200" {
		t.Errorf("staff was asked %q", got)
	}
	staff.said = nil
	r.openPerson(staff.users[0])
	r.forPerson(journal.UserPreferences{})
	staff.err = &journal.Error{Code: journal.CodeStore}
	r.screen.enter()
	r.says("The till cannot save.")
}

// TestAPersonWhoIsAddedWithoutTheirWishesIsThere: Save again keeps the wishes, and adds
// nobody of the same name.
func TestAPersonWhoIsAddedWithoutTheirWishesIsThere(t *testing.T) {
	staff := &fakeStaff{wishErr: &journal.Error{Code: journal.CodeDiskFull}}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	r.screen.goTo(atUsers)
	r.openPerson(journal.User{})
	r.fill("Samira", "2580", "2580")
	r.forPerson(journal.UserPreferences{Language: "ar"})
	r.screen.enter()
	r.says("The disk is full.")
	if len(r.fields()) != 3 || r.fields()[1].Text() != "" || !r.screen.Unsaved() {
		t.Fatal("the form is not one of her wishes")
	}
	staff.wishErr = nil
	r.screen.enter()
	if got := strings.Join(staff.said, "; "); got != "add Samira manager 4; wishes Samira ar 0; wishes Samira ar 0" || len(r.fields()) != 0 {
		t.Errorf("staff was asked %q", got)
	}
}
