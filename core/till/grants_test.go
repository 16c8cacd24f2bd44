package till_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// lookedUp is a store that lets something happen when a sale is looked up for the last
// time before the payment that replaces it is sent.
type lookedUp struct {
	*storetest.Memory
	told atomic.Bool // the sale knows what replaces it
	then atomic.Pointer[func()]
}

func (l *lookedUp) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	if f := l.then.Load(); f != nil && l.told.Load() && l.then.CompareAndSwap(f, nil) {
		(*f)()
	}
	return l.Memory.Sale(ctx, id)
}

func (l *lookedUp) Commit(ctx context.Context, c journal.Change) error {
	err := l.Memory.Commit(ctx, c)
	if c.Sale != nil && c.Sale.ReplacedBy != "" {
		l.told.Store(true)
	}
	return err
}

// TestAGrantHoldsUntilThePaymentIsSent: who allowed another payment must still be who is
// there, and still may, in the moment before it is sent. A word ends with who was at the
// till, also where the same person comes back.
func TestAGrantHoldsUntilThePaymentIsSent(t *testing.T) {
	type people struct{ huda, samira, mariam journal.User }
	for what, c := range map[string]struct {
		lent  bool
		end   func(d *desk, p people) error
		opens bool
	}{
		"a word, and nothing":   {lent: true, opens: true, end: func(*desk, people) error { return nil }},
		"a right, and nothing":  {opens: true, end: func(*desk, people) error { return nil }},
		"the cashier came back": {lent: true, end: func(d *desk, p people) error { return d.Staff.SignIn(d.t.Context(), p.samira.ID, pin("2580")) }},
		"the manager is one no longer": {end: func(d *desk, p people) error {
			return d.Staff.ChangeUser(d.t.Context(), p.huda.ID, "Huda", journal.RoleCashier, core.Secret{})
		}},
		"somebody else signed in instead": {end: func(d *desk, p people) error { return d.Staff.SignIn(d.t.Context(), p.mariam.ID, pin("7777")) }},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				store, gate := &lookedUp{Memory: storetest.NewMemory()}, newGateway()
				d := on(t, store, gate, store.Memory, gate, nil)
				defer d.Close()
				var p people
				p.huda, p.samira = d.hire()
				d.must(d.Staff.SignIn(ctx, p.huda.ID, pin("12345")))
				var err error
				p.mariam, err = d.Staff.AddUser(ctx, "Mariam", journal.RoleManager, pin("7777"))
				d.must(err)
				cashier := "Huda"
				if c.lent {
					cashier = "Samira"
					d.must(d.Staff.SignIn(ctx, p.samira.ID, pin("2580")))
				}
				old := d.waiting()
				if c.lent {
					d.lend(journal.RightDecide)
				}
				end := func() { d.must(c.end(d, p)) }
				store.then.Store(&end)
				v, err := d.Charge(ctx, journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: old.ID, Manager: "Huda", Cashier: cashier, Reason: "again"})
				d.must(err)
				d.pass(10 * time.Second)
				if store.then.Load() != nil {
					t.Fatal("the sale was not looked up again")
				}
				if s := d.sale(v.ID); (s.Session.PaymentID != "") != c.opens {
					t.Errorf("%s, %+v", s.Step, s.Refusal)
				}
			})
		})
	}
}

// TestANameThatNobodyBearsAllowsNothing, also where who is there has the right.
func TestANameThatNobodyBearsAllowsNothing(t *testing.T) {
	bubble(t, func(d *desk) {
		huda, _ := d.hire()
		ctx := t.Context()
		d.must(d.Staff.SignIn(ctx, huda.ID, pin("12345")))
		old := d.waiting()
		_, err := d.Charge(ctx, journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: old.ID, Manager: "Mariam", Cashier: "Huda", Reason: "again"})
		d.refused("in the name of somebody who is not there", err, journal.CodeManager)
	})
}

// TestAWordThatMayHaveServedIsSpent: of an act that the disk may have, and whose fault
// outlasts the till, nobody knows whether it was done. The word is not there for another.
func TestAWordThatMayHaveServedIsSpent(t *testing.T) {
	bubble(t, func(d *desk) {
		d.hire()
		ctx := t.Context()
		old := d.waiting()
		d.lend(journal.RightDecide)
		d.store.FailNext(storetest.Kept) // the draft of the new payment
		_, err := d.Charge(ctx, journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: old.ID, Manager: "Huda", Cashier: "Samira", Reason: "again"})
		d.refused("in doubt", err, journal.CodeStore)
		if d.Staff.May(journal.RightDecide) {
			t.Error("the word may serve a second payment")
		}
		d.pass(time.Minute)
		paid := d.pays()
		d.lend(journal.RightDecide)
		_, err = d.Charge(ctx, journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: paid.ID, Manager: "Huda", Cashier: "Samira", Reason: "again"})
		d.refused("of an order that is paid", err, journal.CodeStep)
		if !d.Staff.May(journal.RightDecide) {
			t.Error("the word is spent, and nothing came of it")
		}
	})
}

// TestACountOfWrongPINsOutlivesWhatWasPutBack: a file of before the guesses gives none back.
func TestACountOfWrongPINsOutlivesWhatWasPutBack(t *testing.T) {
	bubble(t, func(d *desk) {
		_, samira := d.hire()
		ctx := t.Context()
		early, err := d.store.Staff(ctx)
		d.must(err)
		for range 3 {
			d.refused("wrong", d.Staff.SignIn(ctx, samira.ID, pin("0000")), journal.CodePIN)
		}
		set := d.Settings()
		d.must(d.store.Commit(ctx, journal.Change{Settings: &set, Staff: &early})) // behind the till's back
		d.store.FailNext(storetest.Lost)
		_ = d.Staff.GatewayChanging(ctx, "", "pay.example")
		_, _ = d.Charge(ctx, plainDraft())
		d.pass(time.Second)
		if d.StoreFault() != nil {
			t.Fatal("the store was not read back")
		}
		d.refused("after the store was read back", d.Staff.SignIn(ctx, samira.ID, pin("2580")), journal.CodePINWait)
	})
}

// TestAClockSetBackLocksNobodyOut: a pause ends when it would have, or when the clock
// shows that it was put back.
func TestAClockSetBackLocksNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := storetest.NewMemory(), newGateway()
		var mu sync.Mutex
		var off time.Duration
		d := on(t, store, gate, store, gate, func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			return time.Now().Add(off)
		})
		defer d.Close()
		_, samira := d.hire()
		for range 3 {
			d.refused("wrong", d.Staff.SignIn(t.Context(), samira.ID, pin("0000")), journal.CodePIN)
		}
		d.refused("in the pause", d.Staff.SignIn(t.Context(), samira.ID, pin("2580")), journal.CodePINWait)
		mu.Lock()
		off = -48 * time.Hour
		mu.Unlock()
		if u := d.Staff.Users()[1]; !u.Until.IsZero() {
			t.Errorf("waits until %v, two days from now", u.Until)
		}
		d.must(d.Staff.SignIn(t.Context(), samira.ID, pin("2580")))
	})
}

// TestTheFirstPersonIsAManager also where their name is of a supervisor.
func TestTheFirstPersonIsAManager(t *testing.T) {
	bubble(t, func(d *desk) {
		for _, role := range []journal.Role{journal.RoleCashier, journal.RoleSupervisor} {
			before := d.store.Commits()
			_, err := d.Staff.AddUser(t.Context(), "Huda", role, pin("12345"))
			d.refused(string(role), err, journal.CodeLastManager)
			if d.store.Commits() != before || len(d.Staff.Users()) != 0 {
				t.Errorf("a first %s was written", role)
			}
		}
	})
}

// TestSettingsKeepTheNameThatIsNobodys: where people sign in, the name of who did is not
// written into what the shop chose.
func TestSettingsKeepTheNameThatIsNobodys(t *testing.T) {
	bubble(t, func(d *desk) {
		huda, _ := d.hire()
		d.must(d.Staff.SignIn(t.Context(), huda.ID, pin("12345")))
		set := d.Settings()
		if set.Cashier != "Huda" {
			t.Fatalf("cashier %q", set.Cashier)
		}
		set.Shop = "Al Noor"
		d.must(d.Staff.SaveSettings(t.Context(), set, ""))
		disk, err := d.store.Settings(t.Context())
		d.must(err)
		if disk.Cashier != defaults.Cashier || disk.Shop != "Al Noor" {
			t.Errorf("on the disk: %+v", disk)
		}
	})
}

// TestAListWithoutRightsForbidsThem: a list of the newer form that names no role's rights
// gives a cashier none but to open a shift.
func TestAListWithoutRightsForbidsThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		d.hire()
		d.Close()
		text := d.sealed()
		from := strings.Index(text, `"rights":`)
		if from < 0 {
			t.Fatal(errors.New("no rights in the list"))
		}
		newer, set := journal.NewSecrets([]byte(text[:from]+`"rights":null}`)), d.Settings()
		d.must(d.store.Commit(t.Context(), journal.Change{Settings: &set, Staff: &newer}))
		d = open(t, d.store, newGateway())
		defer d.Close()
		if got := d.Staff.RightsOf(journal.RoleCashier); got.Has(journal.RightSums) || !d.Staff.RightsChosen() {
			t.Errorf("a cashier may %v, chosen %v", got, d.Staff.RightsChosen())
		}
	})
}
