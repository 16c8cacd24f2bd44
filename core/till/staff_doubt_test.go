package till_test

import (
	"testing"

	"sanduq/core/journal"
)

// TestADoubtfulChangeOfPeopleIsDoneOnce: anyone who is told that somebody was not added
// adds them again, and would hear that the name is taken.
func TestADoubtfulChangeOfPeopleIsDoneOnce(t *testing.T) {
	hired := func(d *desk) {
		huda, _ := d.hire()
		d.must(d.Staff.SignIn(d.t.Context(), huda.ID, pin("12345")))
	}
	names := func(want string) func(*desk) {
		return func(d *desk) {
			got := ""
			for _, u := range d.Staff.Users() {
				got += u.Name + " " + string(u.Role) + ";"
			}
			if got != want {
				d.t.Errorf("there are %s", got)
			}
		}
	}
	id := func(d *desk) string { return d.Staff.Users()[1].ID }
	for name, c := range map[string]struct {
		prepare func(*desk)
		act     func(*desk) error
		check   func(*desk)
	}{
		"the first": {func(*desk) {}, func(d *desk) error {
			u, err := d.Staff.AddUser(d.t.Context(), "Huda", journal.RoleManager, pin("12345"))
			if who, there := d.Staff.Present(); err == nil && (!there || who.ID != u.ID || who.ID == "") {
				d.t.Errorf("present is %+v, added was %+v", who, u)
			}
			return err
		}, names("Huda manager;")},
		"another": {hired, func(d *desk) error {
			u, err := d.Staff.AddUser(d.t.Context(), "Amal", journal.RoleCashier, pin("1357"))
			if err == nil {
				d.must(d.Staff.SignIn(d.t.Context(), u.ID, pin("1357")))
			}
			return err
		}, names("Huda manager;Samira cashier;Amal cashier;")},
		"changed": {hired, func(d *desk) error {
			return d.Staff.ChangeUser(d.t.Context(), id(d), "Samira B.", journal.RoleSupervisor, pin("4321"))
		}, names("Huda manager;Samira B. supervisor;")},
		"another PIN": {hired, func(d *desk) error {
			return d.Staff.ChangeUser(d.t.Context(), id(d), "Samira", journal.RoleCashier, pin("4321"))
		},
			func(d *desk) { d.must(d.Staff.SignIn(d.t.Context(), id(d), pin("4321"))) }},
		"removed": {hired, func(d *desk) error {
			for _, u := range d.Staff.Users() {
				if u.Name == "Samira" {
					return d.Staff.RemoveUser(d.t.Context(), u.ID)
				}
			}
			d.t.Error("she is removed already")
			return nil
		}, names("Huda manager;")},
		"wishes": {hired, func(d *desk) error {
			return d.Staff.SetUserPreferences(d.t.Context(), id(d), journal.UserPreferences{Language: "fr"})
		}, func(d *desk) {
			if got := d.Staff.Users()[1].Language; got != "fr" {
				d.t.Errorf("the language is %q", got)
			}
		}},
		"rights": {hired, func(d *desk) error {
			return d.Staff.SetRights(d.t.Context(), journal.RoleCashier, journal.RightSet{journal.RightCount}, "Huda")
		}, func(d *desk) {
			if got := d.Staff.RightsOf(journal.RoleCashier); len(got) != 1 {
				d.t.Errorf("cashiers may %v", got)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) { doubts(t, c.prepare, c.act, c.check) })
	}
}
