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
	p := r.screen.users
	r.screen.turn(atUsers)
	p.open(staff.users[0])
	r.says("Language", "As the shop", "العربية", "Text size", "200 %")
	if p.edited() {
		t.Error("an untouched form is edited")
	}
	p.form.wishes.Set(journal.UserPreferences{Language: "ar", TextPercent: 125})
	if !p.edited() {
		t.Error("another language is no edit")
	}
	p.form.keep()
	p.open(journal.User{})
	p.form.name.SetText("Samira")
	p.form.pin.SetText("2580")
	p.form.again.SetText("2580")
	p.form.keep()
	p.open(journal.User{})
	p.form.name.SetText("Yusuf")
	p.form.pin.SetText("2581")
	p.form.again.SetText("2581")
	p.form.wishes.Set(journal.UserPreferences{TextPercent: 200})
	p.form.keep()
	if got := strings.Join(staff.said, "; "); got != "wishes 1 ar 125; add Samira cashier 4; add Yusuf cashier 4; wishes Yusuf  200" {
		t.Errorf("staff was asked %q", got)
	}
	staff.said = nil
	p.open(staff.users[0])
	p.form.wishes.Set(journal.UserPreferences{})
	staff.err = &journal.Error{Code: journal.CodeStore}
	p.form.keep()
	r.says("The till cannot save.")
}

// TestAPersonWhoIsAddedWithoutTheirWishesIsThere: Save again keeps the wishes, and adds
// nobody of the same name.
func TestAPersonWhoIsAddedWithoutTheirWishesIsThere(t *testing.T) {
	staff := &fakeStaff{wishErr: &journal.Error{Code: journal.CodeDiskFull}}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	p := r.screen.users
	r.screen.turn(atUsers)
	p.open(journal.User{})
	p.form.name.SetText("Samira")
	p.form.pin.SetText("2580")
	p.form.again.SetText("2580")
	p.form.wishes.Set(journal.UserPreferences{Language: "ar"})
	p.form.keep()
	r.says("The disk is full.")
	if p.form == nil || p.form.pin.Text() != "" || !p.edited() {
		t.Fatal("the form is not one of her wishes")
	}
	staff.wishErr = nil
	p.form.keep()
	if got := strings.Join(staff.said, "; "); got != "add Samira manager 4; wishes Samira ar 0; wishes Samira ar 0" || p.form != nil {
		t.Errorf("staff was asked %q", got)
	}
}
