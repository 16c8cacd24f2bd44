package till_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

func pin(digits string) core.Secret { return core.NewSecret(digits) }

// hire adds Huda, a manager, and Samira, a cashier, who then signs in.
func (d *desk) hire() (huda, samira journal.User) {
	d.t.Helper()
	var err error
	if huda, err = d.Staff.AddUser(d.t.Context(), "Huda", journal.RoleManager, pin("12345")); err != nil {
		d.t.Fatal(err)
	}
	if samira, err = d.Staff.AddUser(d.t.Context(), "Samira", journal.RoleCashier, pin("2580")); err != nil {
		d.t.Fatal(err)
	}
	d.must(d.Staff.SignIn(d.t.Context(), samira.ID, pin("2580")))
	return huda, samira
}

// another gives a person another PIN and changes nothing else.
func (d *desk) another(u journal.User, digits string) error {
	return d.Staff.ChangeUser(d.t.Context(), u.ID, u.Name, u.Role, pin(digits))
}

func (d *desk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) refused(what string, err error, want journal.Code) {
	d.t.Helper()
	if journal.CodeOf(err) != want {
		d.t.Errorf("%s: error %v, want %s", what, err, want)
	}
}

// actions are the newest rows of the audit, newest first.
func (d *desk) actions(n int) string {
	d.t.Helper()
	rows, err := d.store.Audit(d.t.Context(), 0, n)
	d.must(err)
	var all []string
	for _, r := range rows {
		all = append(all, strings.TrimSpace(string(r.Action)+" "+r.By+" "+r.Detail))
	}
	return strings.Join(all, "; ")
}

func TestATillWithoutUsersIsOpen(t *testing.T) {
	bubble(t, func(d *desk) {
		if _, ok := d.Staff.Present(); ok || len(d.Staff.Users()) != 0 {
			t.Error("somebody signs in")
		}
		if got := d.Settings().Cashier; got != "Samira" {
			t.Errorf("cashier %q", got)
		}
		d.must(d.Staff.SaveSettings(t.Context(), defaults, "Samira"))
		_, err := d.Staff.AddUser(t.Context(), "Samira", journal.RoleCashier, pin("2580"))
		d.refused("a first user who is no manager", err, journal.CodeLastManager)
	})
}

func TestPeopleSignInAndSalesCarryTheirNames(t *testing.T) {
	bubble(t, func(d *desk) {
		huda, samira := d.hire()
		if got := d.Settings().Cashier; got != "Samira" {
			t.Errorf("cashier %q", got)
		}
		d.Staff.SignOut(t.Context())
		if got := d.Settings().Cashier; got != "" {
			t.Errorf("cashier %q while the till is locked", got)
		}
		for _, wrong := range []string{"2581", "258", "", "25800", "12345", "abcd"} {
			d.refused("PIN "+wrong, d.Staff.SignIn(t.Context(), samira.ID, pin(wrong)), map[bool]journal.Code{true: journal.CodePIN, false: journal.CodePINWait}[wrong == "2581" || wrong == "258" || wrong == ""])
		}
		d.refused("nobody", d.Staff.SignIn(t.Context(), "nobody", pin("2580")), journal.CodeNoUser)
		if until := d.Staff.Users()[1].Until; !until.Equal(time.Now().Add(30 * time.Second)) {
			t.Errorf("waits until %s", until)
		}
		time.Sleep(time.Minute)
		d.must(d.Staff.SignIn(t.Context(), samira.ID, pin("٢٥۸۰")))
		if got, _ := d.Staff.Present(); got.ID != samira.ID {
			t.Errorf("present %+v", got)
		}
		d.must(d.Staff.SignIn(t.Context(), huda.ID, pin("12345")))
		if want := "signedIn Huda; signedIn Samira; wrongPIN Samira 3 in a row; wrongPIN Samira 2 in a row; wrongPIN Samira 1 in a row; signedOut Samira; signedIn Samira; userAdded Huda Samira, cashier; userAdded Huda Huda, manager"; d.actions(9) != want {
			t.Errorf("audit %s", d.actions(9))
		}
	})
}

// TestGuessingIsSlow: the pauses double, a restart does not end them, and a
// right PIN in a pause is not even looked at.
func TestGuessingIsSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storetest.NewMemory()
		d := open(t, store, newGateway())
		_, samira := d.hire()
		began := time.Now()
		for range 10 {
			for journal.CodeOf(d.Staff.SignIn(t.Context(), samira.ID, pin("0000"))) == journal.CodePINWait {
				time.Sleep(time.Second)
			}
		}
		if took := time.Since(began).Round(time.Second); took != 15*time.Minute+30*time.Second+2*15*time.Minute {
			t.Errorf("ten guesses took %s", took)
		}
		d.Close()
		d = open(t, store, newGateway())
		defer d.Close()
		d.refused("after a restart", d.Staff.SignIn(t.Context(), samira.ID, pin("2580")), journal.CodePINWait)
		if until := d.Staff.Users()[1].Until; time.Until(until).Round(time.Second) != 15*time.Minute {
			t.Errorf("waits until %s, now %s", until, time.Now())
		}
		if _, ok := d.Staff.Present(); ok {
			t.Error("somebody is signed in after a restart")
		}
		time.Sleep(15 * time.Minute)
		d.must(d.Staff.SignIn(t.Context(), samira.ID, pin("2580")))
		d.refused("wrong once more", d.Staff.SignIn(t.Context(), samira.ID, pin("0000")), journal.CodePIN)
		d.must(d.Staff.SignIn(t.Context(), samira.ID, pin("2580")))
	})
}

// TestAFailingDiskLetsNobodyGuessFaster: a PIN whose guess could not be counted
// is not looked at, and a count that reached the disk all the same goes on.
func TestAFailingDiskLetsNobodyGuessFaster(t *testing.T) {
	bubble(t, func(d *desk) {
		_, samira := d.hire()
		d.store.FailNext(storetest.Kept)
		for _, guess := range []string{"0000", "0000", "2580"} {
			d.refused(guess, d.Staff.SignIn(t.Context(), samira.ID, pin(guess)), journal.CodeStore)
		}
		d.pass(10 * time.Second) // the store is open again and was read back
		if d.StoreFault() != nil {
			t.Fatal("the store is still in trouble")
		}
		for range 2 {
			d.refused("wrong", d.Staff.SignIn(t.Context(), samira.ID, pin("0000")), journal.CodePIN)
		}
		d.refused("in the pause", d.Staff.SignIn(t.Context(), samira.ID, pin("2580")), journal.CodePINWait)
	})
}

func TestTheLastManagerStays(t *testing.T) {
	bubble(t, func(d *desk) {
		huda, samira := d.hire()
		ctx := t.Context()
		d.must(d.Staff.SignIn(ctx, huda.ID, pin("12345")))
		d.refused("removed", d.Staff.RemoveUser(ctx, huda.ID), journal.CodeLastManager)
		d.refused("demoted", d.Staff.ChangeUser(ctx, huda.ID, "Huda", journal.RoleCashier, core.Secret{}), journal.CodeLastManager)
		d.refused("a name there twice", d.Staff.ChangeUser(ctx, huda.ID, " samira", journal.RoleManager, core.Secret{}), journal.CodeName)
		d.refused("no name", d.Staff.ChangeUser(ctx, huda.ID, " ", journal.RoleManager, core.Secret{}), journal.CodeName)
		for _, shape := range []string{"123", "123456789", "12a4"} {
			d.refused("PIN "+shape, d.another(samira, shape), journal.CodePINShape)
		}
		_, err := d.Staff.AddUser(ctx, "Amal", journal.RoleCashier, pin(""))
		d.refused("no PIN", err, journal.CodePINShape)
		d.refused("nobody", d.Staff.RemoveUser(ctx, "nobody"), journal.CodeNoUser)
		d.must(d.Staff.ChangeUser(ctx, samira.ID, "Samira K.", journal.RoleManager, core.Secret{}))
		d.must(d.Staff.RemoveUser(ctx, huda.ID))
		if got, ok := d.Staff.Present(); ok {
			t.Errorf("%q is present and was removed", got.Name)
		}
		d.must(d.Staff.SignIn(ctx, samira.ID, pin("2580")))
		d.must(d.Staff.ChangeUser(ctx, samira.ID, "Samira K.", journal.RoleManager, pin("87654321")))
		d.refused("the old PIN", d.Staff.SignIn(ctx, samira.ID, pin("2580")), journal.CodePIN)
		d.must(d.Staff.SignIn(ctx, samira.ID, pin("87654321")))
		d.Close()
		n, err := till.ForgetStaff(ctx, d.store, time.Now(), "the computer")
		d.must(err)
		again := open(t, d.store, d.gate)
		defer again.Close()
		if n != 1 || len(again.Staff.Users()) != 0 || again.Settings().Cashier != "Samira" || again.actions(1) != "staffForgotten the computer" {
			t.Errorf("%d forgotten, %d left, %s", n, len(again.Staff.Users()), again.actions(1))
		}
	})
}

func TestTheNextCashierTakesOver(t *testing.T) {
	bubble(t, func(d *desk) {
		huda, _ := d.hire()
		ctx := t.Context()
		var ids []journal.SaleID
		for range 3 {
			v, err := d.Charge(ctx, journal.Draft{Amount: amount, Route: core.RouteQR, Cashier: d.Settings().Cashier})
			d.must(err)
			ids = append(ids, v.ID)
		}
		synctest.Wait()
		d.Staff.SignOut(ctx)
		if _, err := d.TakeOver(ctx); journal.CodeOf(err) != journal.CodeNoUser {
			t.Errorf("taken over by nobody: %v", err)
		}
		d.gate.set(d.sale(ids[0]).OrderID, "SUCCESS", "TX-1")
		time.Sleep(4 * time.Second)
		synctest.Wait()
		d.want(ids[0], journal.StatusPaid) // while the till is locked
		d.must(d.Staff.SignIn(ctx, huda.ID, pin("12345")))
		n, err := d.TakeOver(ctx)
		d.must(err)
		if n != 2 {
			t.Errorf("%d taken over", n)
		}
		for i, want := range []string{"Samira", "Huda", "Huda"} {
			if got := d.sale(ids[i]).Cashier; got != want {
				t.Errorf("sale %d is %s's, want %s's", i+1, got, want)
			}
		}
		if got := d.actions(2); got != "takenOver Huda Samira; takenOver Huda Samira" {
			t.Errorf("audit %s", got)
		}
	})
}

// TestNoPINIsKept: what the store gets to seal holds no digits of a PIN, and a
// refusal quotes none.
func TestNoPINIsKept(t *testing.T) {
	bubble(t, func(d *desk) {
		_, _ = d.hire()
		staff, err := d.store.Staff(t.Context())
		d.must(err)
		if text := string(staff.Reveal()); strings.Contains(text, "2580") || strings.Contains(text, "12345") || !strings.Contains(text, "Samira") {
			t.Errorf("the store keeps %s", text)
		}
		if err := errors.Unwrap(d.Staff.SignIn(t.Context(), d.Staff.Users()[0].ID, pin("777777"))); err != nil {
			t.Errorf("a cause: %v", err)
		}
	})
}
