package till_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// lend lets Samira do one thing on Huda's right.
func (d *desk) lend(right journal.Right) {
	d.t.Helper()
	name, err := d.Staff.Delegate(d.t.Context(), d.Staff.Users()[0].ID, pin("12345"), right)
	d.must(err)
	if name != "Huda" {
		d.t.Errorf("lent by %q", name)
	}
}

func TestALoanIsForOneActOfItsKind(t *testing.T) {
	bubble(t, func(d *desk) {
		huda, samira := d.hire()
		ctx := t.Context()
		_, err := d.Staff.Delegate(ctx, samira.ID, pin("2580"), journal.RightSettings)
		d.refused("a cashier's PIN", err, journal.CodeManager)
		if _, err = d.Staff.Delegate(ctx, huda.ID, pin("0000"), journal.RightSettings); journal.CodeOf(err) != journal.CodePIN {
			t.Errorf("a wrong PIN: %v", err)
		}
		d.refused("on nothing", d.Staff.SaveSettings(ctx, defaults, "Huda"), journal.CodeManager)
		d.lend(journal.RightRecover)
		d.refused("on a loan of something else", d.Staff.SaveSettings(ctx, defaults, "Huda"), journal.CodeManager)
		d.lend(journal.RightSettings)
		d.lend(journal.RightSettings) // instead of the first, not beside it
		d.must(d.Staff.SaveSettings(ctx, defaults, "somebody"))
		rows, err := d.store.Audit(ctx, 0, 2)
		d.must(err)
		if r := rows[0]; r.By != "Samira" || r.DelegatedBy != "Huda" || r.Action != journal.AuditSettings {
			t.Errorf("the act's row: %+v", r)
		}
		if r := rows[1]; r.By != "Huda" || r.Action != journal.AuditAllowed || r.Detail != string(journal.RightSettings) {
			t.Errorf("the loan's row: %+v", r)
		}
		d.refused("a second time", d.Staff.SaveSettings(ctx, defaults, "Huda"), journal.CodeManager)
		d.must(d.Staff.RecoveryCodeMade(ctx, "Huda")) // the other grant is still there
		if d.Staff.May(journal.RightRecover) || d.Staff.May(journal.RightSettings) {
			t.Error("something is lent still")
		}
		d.must(d.Staff.SignIn(ctx, huda.ID, pin("12345")))
		for range 2 {
			d.must(d.Staff.SaveSettings(ctx, defaults, ""))
		}
		if got := d.actions(1); got != "settings Huda" {
			t.Errorf("audit %s", got)
		}
	})
}

// TestALoanEndsWithWhoItWasLentTo: it outlives neither their signing out, nor
// another's signing in, nor the right of who granted it.
func TestALoanEndsWithWhoItWasLentTo(t *testing.T) {
	for what, end := range map[string]func(d *desk, huda, samira journal.User){
		"signed out and in": func(d *desk, _, samira journal.User) {
			d.Staff.SignOut(d.t.Context())
			d.must(d.Staff.SignIn(d.t.Context(), samira.ID, pin("2580")))
		},
		"signed in over it": func(d *desk, _, samira journal.User) { d.must(d.Staff.SignIn(d.t.Context(), samira.ID, pin("2580"))) },
		"signed out":        func(d *desk, _, _ journal.User) { d.Staff.SignOut(d.t.Context()) },
		"ten minutes":       func(d *desk, _, _ journal.User) { time.Sleep(10 * time.Minute) },
		"the lender may no longer": func(d *desk, huda, samira journal.User) {
			d.lend(journal.RightUsers)
			_, err := d.Staff.AddUser(d.t.Context(), "Mariam", journal.RoleManager, pin("7777"))
			d.must(err)
			d.lend(journal.RightUsers)
			d.must(d.Staff.ChangeUser(d.t.Context(), huda.ID, "Huda", journal.RoleCashier, core.Secret{}))
		},
	} {
		t.Run(what, func(t *testing.T) {
			bubble(t, func(d *desk) {
				huda, samira := d.hire()
				d.lend(journal.RightSettings)
				end(d, huda, samira)
				if d.Staff.May(journal.RightSettings) {
					t.Error("it is lent still")
				}
				d.refused("afterwards", d.Staff.SaveSettings(t.Context(), defaults, "Huda"), journal.CodeManager)
			})
		})
	}
}

// TestOneLoanAndTwoAtOnce: of two acts at the same moment one has the grant.
func TestOneLoanAndTwoAtOnce(t *testing.T) {
	d := open(t, storetest.NewMemory(), newGateway())
	defer d.Close()
	d.hire()
	for range 20 {
		d.lend(journal.RightRecover)
		var wg sync.WaitGroup
		errs := make([]error, 4)
		for i := range errs {
			wg.Go(func() { errs[i] = d.Staff.GatewayChanging(t.Context(), "Huda", "pay.example") })
		}
		wg.Wait()
		done := len(slices.DeleteFunc(errs, func(err error) bool { return err != nil }))
		if done != 1 {
			t.Fatalf("%d acts on one loan", done)
		}
	}
}

// TestALoanOfWhichNothingCameStays: what was refused, or is certainly not on the
// disk, spends no grant; what may be on it does.
func TestALoanOfWhichNothingCameStays(t *testing.T) {
	bubble(t, func(d *desk) {
		d.hire()
		ctx := t.Context()
		v := d.waiting()
		d.lend(journal.RightDecide)
		d.refused("not with the manager yet", d.ResolveOutside(ctx, v.ID, "cash", "Huda"), journal.CodeStep)
		d.refused("no such sale", d.ResolveOutside(ctx, "20200101-000001", "cash", "Huda"), journal.CodeNoSale)
		d.must(d.ToManager(ctx, v.ID, "noAnswer"))
		d.must(d.ResolveOutside(ctx, v.ID, "cash", "Huda"))
		if s := d.sale(v.ID); s.ResolvedOutside.By != "Huda" {
			t.Errorf("decided by %q", s.ResolvedOutside.By)
		}
	})
}

// TestALoanServesOneActWhateverTheDiskSays: an act that the disk lost has certainly not
// been done, and needs nobody's PIN again; one that it kept all the same has spent the
// grant. Neither way serves it two acts.
func TestALoanServesOneActWhateverTheDiskSays(t *testing.T) {
	type act struct {
		right journal.Right
		do    func(d *desk) error
		done  journal.AuditAction
	}
	for name, a := range map[string]act{
		"outside the sales": {journal.RightRecover, func(d *desk) error { return d.Staff.GatewayChanging(d.t.Context(), "Huda", "pay.example") }, journal.AuditGateway},
		"settings": {journal.RightSettings, func(d *desk) error {
			set := d.Settings()
			set.Shop += "!"
			return d.Staff.SaveSettings(d.t.Context(), set, "Huda")
		}, journal.AuditSettings},
		"the drawer": {journal.RightCashOut, func(d *desk) error {
			return d.Shifts.MoveCash(d.t.Context(), "Huda", journal.MovementOut, 500, "bread", "")
		}, journal.AuditCashOut},
	} {
		for _, outcome := range []storetest.Outcome{storetest.Kept, storetest.Lost} {
			t.Run(fmt.Sprint(name, outcome), func(t *testing.T) {
				bubble(t, func(d *desk) {
					d.shifts(20_000)
					d.hire()
					d.lend(a.right)
					d.store.FailNext(outcome)
					err := a.do(d)
					if outcome == storetest.Lost {
						d.refused("what the disk lost", err, journal.CodeStore)
						if !d.Staff.May(a.right) {
							t.Error("the loan is spent on what was not done")
						}
						err = a.do(d)
					}
					d.must(err)
					d.refused("a second act on it", a.do(d), journal.CodeManager)
					rows, err := d.store.Audit(t.Context(), 0, 100)
					d.must(err)
					done := 0
					for _, r := range rows {
						if r.Action == a.done && r.DelegatedBy == "Huda" {
							done++
						}
					}
					if done != 1 {
						t.Errorf("done %d times on one loan", done)
					}
				})
			})
		}
	}
}

// TestOneChargeIsOneAct: that a payment may be opened beside another is asked when
// it is announced, when the other is marked and when it is sent, and an amount may
// be allowed with it. All that spends one grant.
func TestOneChargeIsOneAct(t *testing.T) {
	bubble(t, func(d *desk) {
		d.hire()
		ctx := t.Context()
		v := d.waiting()
		again := plainDraft()
		again.Replaces, again.Reason, again.Cashier = v.ID, "x", "Samira"
		_, err := d.Charge(ctx, again)
		d.refused("in nobody's name", err, journal.CodeManager)
		again.Manager, again.AllowedBy = "Huda", "Huda"
		_, err = d.Charge(ctx, again)
		d.refused("an amount that nobody allowed", err, journal.CodeRight)
		d.lend(journal.RightDecide)
		opened, _ := d.gate.initiated()
		next, err := d.Charge(ctx, again)
		d.must(err)
		synctest.Wait()
		if now, _ := d.gate.initiated(); now != opened+1 || d.sale(next.ID).Step == journal.StepNotSent {
			t.Fatalf("%d payments opened, the sale stands at %s", now-opened, d.sale(next.ID).Step)
		}
		if got := d.sale(v.ID).SetAside; got == nil || got.By != "Huda" {
			t.Errorf("set aside %+v", got)
		}
		rows, err := d.store.Audit(ctx, 0, 10)
		d.must(err)
		lent := 0
		for _, r := range rows {
			if r.DelegatedBy != "" {
				lent++
				if r.By != "Samira" || r.DelegatedBy != "Huda" || r.Action != journal.AuditReplaced && r.Action != journal.AuditAmountAllowed {
					t.Errorf("row %+v", r)
				}
			}
		}
		if lent != 2 {
			t.Errorf("%d rows on the loan: %+v", lent, rows)
		}
		if d.Staff.May(journal.RightDecide) {
			t.Error("the loan is not spent")
		}
		once := plainDraft()
		once.AllowedBy = "Huda"
		_, err = d.Charge(ctx, once)
		d.refused("another amount", err, journal.CodeRight)
	})
}

// TestALoanEndsBeforeThePaymentIsSent: who signs out in between takes it along.
func TestALoanEndsBeforeThePaymentIsSent(t *testing.T) {
	bubble(t, func(d *desk) {
		d.hire()
		v := d.waiting()
		d.lend(journal.RightDecide)
		again := plainDraft()
		again.Replaces, again.Manager, again.Reason = v.ID, "Huda", "x"
		d.store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
			if c.Sale != nil && c.Sale.Step == journal.StepIntent && c.Sale.Version == 1 {
				d.Staff.SignOut(t.Context())
			}
			return storetest.Stored
		})
		opened, _ := d.gate.initiated()
		next, err := d.Charge(t.Context(), again)
		d.must(err)
		synctest.Wait()
		if now, _ := d.gate.initiated(); now != opened {
			t.Error("the payment was sent")
		}
		if s := d.sale(next.ID); s.Step != journal.StepNotSent || s.Refusal == nil || s.Refusal.Code != journal.RefusalManager {
			t.Errorf("it stands at %s, refusal %+v", s.Step, s.Refusal)
		}
	})
}

// TestNobodySignsForAnother: what needs no right is by who is at the till, or, where
// nobody signs in, by the name that was given.
func TestNobodySignsForAnother(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		v := d.paid("TX-1")
		d.pass(time.Second)
		d.must(d.Slips.Print(d.t.Context(), v.ID, "anybody"))
		d.hire()
		rows := d.store.Commits()
		d.refused("a slip", d.Slips.Print(d.t.Context(), v.ID, "Huda"), journal.CodeRight)
		_, err := d.Slips.PrintUnknown(t.Context(), v.ID, "Huda")
		d.refused("a slip of what nobody knows", err, journal.CodeRight)
		if d.store.Commits() != rows {
			t.Error("something was written")
		}
		d.must(d.Slips.Print(d.t.Context(), v.ID, "Samira"))
		d.must(d.Slips.Print(d.t.Context(), v.ID, ""))
		if got := d.actions(2); got != "copy Samira; copy Samira" {
			t.Errorf("audit %s", got)
		}
		d.Staff.SignOut(t.Context())
		d.refused("of a locked till", d.Slips.Print(d.t.Context(), v.ID, "Samira"), journal.CodeRight)
	})
}

// TestWithoutUsersANameIsEnough: where one was needed, and none where none was.
func TestWithoutUsersANameIsEnough(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		v := d.waiting()
		d.must(d.ToManager(ctx, v.ID, "noAnswer"))
		d.refused("resolved by nobody", d.ResolveOutside(ctx, v.ID, "cash", ""), journal.CodeManager)
		again := plainDraft()
		again.Replaces = v.ID
		_, err := d.Charge(ctx, again)
		d.refused("beside it, by nobody", err, journal.CodeManager)
		d.must(d.ResolveOutside(ctx, v.ID, "cash", "the owner"))
		if got := d.actions(1); got != "resolvedOutside the owner cash" {
			t.Errorf("audit %s", got)
		}
		d.must(d.Staff.SaveSettings(ctx, defaults, ""))
		d.must(d.Staff.RecoveryCodeMade(ctx, ""))
		d.must(d.Staff.LookAtSums(ctx))
		for _, right := range journal.Rights() {
			if !d.Staff.May(right) {
				t.Errorf("may not: %s", right)
			}
		}
		_, err = d.Staff.Delegate(ctx, "", core.Secret{}, journal.RightDecide)
		d.refused("nobody lends", err, journal.CodeNoUser)
	})
}

// TestALoanStaysForCashThatTheDiskLost: nothing was taken down, for certain.
func TestALoanStaysForCashThatTheDiskLost(t *testing.T) {
	bubble(t, func(d *desk) {
		d.shifts(20_000)
		d.hire()
		d.lend(journal.RightDecide)
		take := func() error {
			_, err := d.TakeCash(t.Context(), journal.Draft{Amount: amount, AllowedBy: "Huda"}, 50_000)
			return err
		}
		d.store.FailNext(storetest.Lost)
		d.refused("what the disk lost", take(), journal.CodeStore)
		if !d.Staff.May(journal.RightDecide) {
			t.Fatal("the loan is spent on what was not done")
		}
		d.must(take())
		d.refused("a second amount on it", take(), journal.CodeRight)
	})
}
