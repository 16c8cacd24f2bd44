package settings

import (
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
	"sanduq/ui/words"
)

// TestAPersonIsChangedOnALentRight with a name and a language at once: the till has an act for each, and what was lent
// is for one.
func TestAPersonIsChangedOnALentRight(t *testing.T) {
	shop, err := till.Open(t.Context(), till.Config{Store: storetest.NewMemory(), Environment: core.Sandbox, BaseURL: "not asked", Zone: time.UTC,
		Defaults: journal.Settings{Shop: "Al Noor", Till: "T", Currency: "LYD"}})
	if err != nil {
		t.Fatal(err)
	}
	defer shop.Close()
	people := map[string]journal.User{}
	for _, u := range []journal.User{{Name: "Huda", Role: journal.RoleManager}, {Name: "Samira", Role: journal.RoleCashier}, {Name: "Yusuf", Role: journal.RoleCashier}} {
		if people[u.Name], err = shop.Staff.AddUser(t.Context(), u.Name, u.Role, core.NewSecret("2580")); err != nil {
			t.Fatal(err)
		}
	}
	if err := shop.Staff.SignIn(t.Context(), people["Samira"].ID, core.NewSecret("2580")); err != nil {
		t.Fatal(err)
	}
	asked := 0
	r := newHarness(t, func(r *harness) {
		r.deps.Staff, r.deps.May = shop.Staff, shop.Staff.May
		r.deps.Window.Delegate = func(rights []journal.Right, then func()) {
			asked++
			for _, right := range rights {
				if _, err := shop.Staff.Delegate(t.Context(), people["Huda"].ID, core.NewSecret("2580"), right); err != nil {
					t.Fatal(err)
				}
			}
			then()
		}
	})
	r.screen.goTo(atUsers)
	r.openPerson(people["Yusuf"])
	r.fill("Yusuf B.", "", "")
	r.forPerson(journal.UserPreferences{Language: words.French, TextPercent: 125})
	r.screen.enter()
	for _, u := range shop.Staff.Users() {
		if u.ID == people["Yusuf"].ID && (u.Name != "Yusuf B." || u.UserPreferences != (journal.UserPreferences{Language: words.French, TextPercent: 125})) {
			t.Errorf("kept is %+v; the screen says %s", u, r.text())
		}
	}
	if asked != 2 || r.screen.Unsaved() || shop.Staff.May(journal.RightUsers) {
		t.Errorf("asked for %d codes, unsaved %v, still lent %v", asked, r.screen.Unsaved(), shop.Staff.May(journal.RightUsers))
	}
}
