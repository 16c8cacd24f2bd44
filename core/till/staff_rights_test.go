package till_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

func TestAShopChoosesWhatItsRolesMayDo(t *testing.T) {
	bubble(t, func(d *desk) {
		huda, samira := d.hire()
		ctx := t.Context()
		if d.Staff.May(journal.RightSums) || !d.Staff.May(journal.RightCount) || !d.Staff.RightsChosen() {
			t.Errorf("a cashier of a new list may %v", d.Staff.RightsOf(journal.RoleCashier))
		}
		d.refused("by a cashier", d.Staff.SetRights(ctx, journal.RoleCashier, journal.Rights(), "Huda"), journal.CodeManager)
		d.must(d.Staff.SignIn(ctx, huda.ID, pin("12345")))
		d.refused("a manager's", d.Staff.SetRights(ctx, journal.RoleManager, nil, ""), journal.CodeManagerRights)
		d.refused("nobody's", d.Staff.SetRights(ctx, "owner", nil, ""), journal.CodeRight)
		d.refused("nothing known", d.Staff.SetRights(ctx, journal.RoleCashier, journal.RightSet{"fly"}, ""), journal.CodeRight)
		d.must(d.Staff.SetRights(ctx, journal.RoleCashier, journal.RightSet{journal.RightSums, journal.RightCount}, ""))
		if got := d.actions(1); got != "rights Huda cashier +sums -open -cashIn" {
			t.Errorf("audit %s", got)
		}
		rows := d.store.Commits()
		d.must(d.Staff.SetRights(ctx, journal.RoleCashier, journal.RightSet{journal.RightCount, journal.RightSums}, ""))
		if d.store.Commits() != rows {
			t.Error("the same once more was written")
		}
		d.must(d.Staff.ChangeUser(ctx, samira.ID, "Samira", journal.RoleSupervisor, core.Secret{}))
		d.Close()
		again := open(t, d.store, d.gate)
		defer again.Close()
		if got := again.Staff.RightsOf(journal.RoleCashier); !slices.Equal(got, journal.RightSet{journal.RightSums, journal.RightCount}) {
			t.Errorf("after a restart a cashier may %v", got)
		}
		if !slices.Equal(again.Staff.RightsOf(journal.RoleManager), journal.Rights()) {
			t.Errorf("a manager may %v", again.Staff.RightsOf(journal.RoleManager))
		}
		again.must(again.Staff.SignIn(ctx, samira.ID, pin("2580")))
		if !again.Staff.May(journal.RightDecide) || again.Staff.May(journal.RightSettings) {
			t.Errorf("a supervisor may %v", again.Staff.RightsOf(journal.RoleSupervisor))
		}
		name, err := again.Staff.Delegate(ctx, samira.ID, pin("2580"), journal.RightClose)
		again.must(err)
		if name != "Samira" {
			t.Errorf("lent by %q", name)
		}
	})
}

// TestNobodyGivesMoreThanTheyHave: who may change users is no manager by that.
func TestNobodyGivesMoreThanTheyHave(t *testing.T) {
	bubble(t, func(d *desk) {
		huda, samira := d.hire()
		ctx := t.Context()
		d.must(d.Staff.SignIn(ctx, huda.ID, pin("12345")))
		d.must(d.Staff.SetRights(ctx, journal.RoleSupervisor, journal.RightSet{journal.RightCount, journal.RightUsers}, ""))
		d.must(d.Staff.SetRights(ctx, journal.RoleCashier, journal.RightSet{journal.RightCount}, ""))
		d.must(d.Staff.ChangeUser(ctx, samira.ID, "Samira", journal.RoleSupervisor, core.Secret{}))
		d.must(d.Staff.SignIn(ctx, samira.ID, pin("2580")))
		before := d.store.Commits()
		_, err := d.Staff.AddUser(ctx, "Mariam", journal.RoleManager, pin("1111"))
		d.refused("another manager", err, journal.CodeManager)
		d.refused("themselves", d.Staff.ChangeUser(ctx, samira.ID, "Samira", journal.RoleManager, core.Secret{}), journal.CodeManager)
		d.refused("the manager's PIN", d.another(huda, "0000"), journal.CodeManager)
		d.refused("the manager's name", d.Staff.ChangeUser(ctx, huda.ID, "Nobody", journal.RoleManager, core.Secret{}), journal.CodeManager)
		d.refused("the manager", d.Staff.RemoveUser(ctx, huda.ID), journal.CodeManager)
		d.refused("more for cashiers", d.Staff.SetRights(ctx, journal.RoleCashier, journal.RightSet{journal.RightCount, journal.RightOwed}, ""), journal.CodeManager)
		if d.store.Commits() != before {
			t.Error("something was written")
		}
		d.must(d.Staff.SetRights(ctx, journal.RoleCashier, journal.RightSet{}, ""))
		yusuf, err := d.Staff.AddUser(ctx, "Yusuf", journal.RoleCashier, pin("1111"))
		d.must(err)
		d.must(d.Staff.RemoveUser(ctx, yusuf.ID))
	})
}

// TestAPersonIsChangedInOneAct: name, role and PIN on one grant, all or nothing.
func TestAPersonIsChangedInOneAct(t *testing.T) {
	bubble(t, func(d *desk) {
		_, samira := d.hire()
		ctx := t.Context()
		d.lend(journal.RightUsers)
		d.refused("a PIN of three digits", d.Staff.ChangeUser(ctx, samira.ID, "Samira K.", journal.RoleSupervisor, pin("123")), journal.CodePINShape)
		if got := d.Staff.Users()[1]; got.Name != "Samira" || got.Role != journal.RoleCashier {
			t.Errorf("changed by half: %+v", got)
		}
		d.must(d.Staff.ChangeUser(ctx, samira.ID, "Samira K.", journal.RoleSupervisor, pin("654321")))
		if got, want := d.actions(2), "userChanged Samira Samira, cashier to Samira K., supervisor; pinChanged Samira Samira"; got != want {
			t.Errorf("audit %s", got)
		}
		d.must(d.Staff.SignIn(ctx, samira.ID, pin("654321")))
	})
}

// olderList is a store whose list of people was written before a shop could choose
// rights: an array of them.
func olderList(t *testing.T) (store *storetest.Memory, huda, samira journal.User) {
	t.Helper()
	d := open(t, storetest.NewMemory(), newGateway())
	huda, samira = d.hire()
	d.Close()
	sealed, err := d.store.Staff(t.Context())
	d.must(err)
	var list struct{ Users json.RawMessage }
	d.must(json.Unmarshal(sealed.Reveal(), &list))
	old, set := journal.NewSecrets(list.Users), d.Settings()
	d.must(d.store.Commit(t.Context(), journal.Change{Settings: &set, Staff: &old}))
	return d.store, huda, samira
}

func (d *desk) sealed() string {
	d.t.Helper()
	s, err := d.store.Staff(d.t.Context())
	d.must(err)
	return string(s.Reveal())
}

// TestAnOlderListKeepsWhatItsPeopleHad, and its form, until the shop chooses. What
// held until then is written down with the first choice.
func TestAnOlderListKeepsWhatItsPeopleHad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, huda, samira := olderList(t)
		d := open(t, store, newGateway())
		defer d.Close()
		ctx := t.Context()
		d.must(d.Staff.SignIn(ctx, samira.ID, pin("2580")))
		if !d.Staff.May(journal.RightSums) || d.Staff.May(journal.RightSettings) || d.Staff.May(journal.RightDecide) || d.Staff.RightsChosen() {
			t.Errorf("a cashier of an older list may %v", d.Staff.RightsOf(journal.RoleCashier))
		}
		if !strings.HasPrefix(d.sealed(), "[") {
			t.Errorf("its form has changed: %.20s", d.sealed())
		}
		d.must(d.Staff.SignIn(ctx, huda.ID, pin("12345")))
		d.must(d.Staff.SetRights(ctx, journal.RoleSupervisor, journal.UsualRights(journal.RoleSupervisor), ""))
		if !d.Staff.RightsChosen() || !d.Staff.RightsOf(journal.RoleCashier).Has(journal.RightSums) {
			t.Errorf("with the first choice, of something else, a cashier may %v", d.Staff.RightsOf(journal.RoleCashier))
		}
		var older []struct{ Name string }
		if err := json.Unmarshal([]byte(d.sealed()), &older); err == nil {
			t.Error("a program that knows no rights reads the list, and lets people do what it knows")
		}
		again := open(t, d.store.Crash(), newGateway())
		defer again.Close()
		if !again.Staff.RightsOf(journal.RoleCashier).Has(journal.RightSums) || !again.Staff.RightsChosen() {
			t.Error("what held before was not written down")
		}
		n, err := till.ForgetStaff(ctx, store, time.Now(), "the computer")
		if err != nil || n != 2 {
			t.Errorf("%d forgotten, %v", n, err)
		}
	})
}

// TestRightsOfANewerProgramStay: what this one does not know is kept, and forbids
// and allows nothing here.
func TestRightsOfANewerProgramStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		huda, _ := d.hire()
		d.Close()
		text := strings.Replace(d.sealed(), `"cashier":["open"`, `"auditor":["sums"],"cashier":["fly","open"`, 1)
		newer, set := journal.NewSecrets([]byte(text)), d.Settings()
		d.must(d.store.Commit(t.Context(), journal.Change{Settings: &set, Staff: &newer}))
		d = open(t, d.store, newGateway())
		defer d.Close()
		d.must(d.Staff.SignIn(t.Context(), huda.ID, pin("12345")))
		d.must(d.Staff.SetRights(t.Context(), journal.RoleCashier, journal.RightSet{journal.RightSums}, ""))
		if got := d.Staff.RightsOf(journal.RoleCashier); !slices.Equal(got, journal.RightSet{journal.RightSums, "fly"}) {
			t.Errorf("a cashier may %v", got)
		}
		if got := d.Staff.RightsOf("auditor"); !slices.Equal(got, journal.RightSet{journal.RightSums}) {
			t.Errorf("an auditor may %v", got)
		}
	})
}

// TestADamagedListOpensNoTill: nobody may do anything on a list that cannot be
// read, and no cause quotes it.
func TestADamagedListOpensNoTill(t *testing.T) {
	for _, text := range []string{"{", "[", `"x"`, `{"users":1}`, `[{"id":1}]`, `{"users":[],"rights":["sums"]}`} {
		store := storetest.NewMemory()
		sealed, set := journal.NewSecrets([]byte(text)), defaults
		if err := store.Commit(t.Context(), journal.Change{Settings: &set, Staff: &sealed}); err != nil {
			t.Fatal(err)
		}
		_, err := till.Open(t.Context(), till.Config{Store: store, Environment: "sandbox"})
		if !errors.Is(err, journal.ErrCorrupt) || strings.Contains(err.Error(), "users") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
