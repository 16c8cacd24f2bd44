package till_test

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

// insteadOf is a draft of cash that is taken instead of a sale.
func insteadOf(old journal.SaleID) journal.Draft {
	return journal.Draft{Amount: amount, Replaces: old, Cashier: "Amal", Reason: "no QR"}
}

// TestCashIsEnoughWhenItIsWhatIsDue: not the amount, which is rounded to the smallest coin.
func TestCashIsEnoughWhenItIsWhatIsDue(t *testing.T) {
	bubble(t, func(d *desk) {
		d.shifts(0)
		d.cash(2_600, 2_500)
		_, err := d.TakeCash(t.Context(), journal.Draft{Amount: lyd(2_600), Cashier: "Amal"}, 2_499)
		d.refused("less than what is due", err, journal.CodeTooLittle)
	})
}

// TestCashThatTheDiskLostIsNobodys: the number of a taking of which nothing was written
// goes to the next sale, which has nothing to do with the order.
func TestCashThatTheDiskLostIsNobodys(t *testing.T) {
	bubble(t, func(d *desk) {
		d.shifts(0)
		old := d.charge()
		d.store.FailNext(storetest.Lost)
		_, err := d.TakeCash(t.Context(), insteadOf(old.ID), 13_000)
		d.refused("in doubt", err, journal.CodeStore)
		d.pass(time.Minute)
		other := d.cash(12_500, 12_500)
		d.comes(old)
		if s := d.sale(old.ID); s.Owed() || len(d.debts()) != 0 {
			t.Errorf("owed back, with %s beside it, since %s was taken for somebody else", s.PaidTwiceWith, other.ID)
		}
	})
}

// TestNoCashIntoAJournalThatWasPutBack until somebody has confirmed it.
func TestNoCashIntoAJournalThatWasPutBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		d.shifts(0)
		d.charge()
		d.Close()
		d.gate.hooks(func(core.Operation, string) error { return core.ErrNotSent })
		e := open(t, putBack(t, d.store, d.store.Commits(), journal.FreezeRestored, time.Now()), d.gate)
		defer e.Close()
		e.pass(time.Second)
		before := e.store.Commits()
		_, err := e.TakeCash(t.Context(), journal.Draft{Amount: amount, Cashier: "Amal"}, 13_000)
		e.refused("frozen", err, journal.CodeFrozen)
		if n := e.store.Commits() - before; n != 0 {
			t.Errorf("%d commits", n)
		}
	})
}

// TestNoCashOnAFullDisk: nobody is told that it was taken.
func TestNoCashOnAFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate, store := newGateway(), storetest.NewMemory()
		tl, err := till.Open(t.Context(), till.Config{Store: store, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults,
			Room:   func() error { return journal.ErrFull },
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(gate, &core.InMemoryTokenStore{}) }})
		if err != nil {
			t.Fatal(err)
		}
		defer tl.Close()
		d := &desk{Till: tl, t: t, store: store, gate: gate}
		d.shifts(0)
		before := store.Commits()
		_, err = d.TakeCash(t.Context(), journal.Draft{Amount: amount, Cashier: "Amal"}, 13_000)
		d.refused("on a full disk", err, journal.CodeDiskFull)
		if n := store.Commits() - before; n != 0 {
			t.Errorf("%d commits", n)
		}
	})
}

// TestTheOrderLearnsLaterOfItsCash: where the second commit of a taking failed, what it
// was to say is written as soon as the disk works.
func TestTheOrderLearnsLaterOfItsCash(t *testing.T) {
	bubble(t, func(d *desk) {
		d.shifts(0)
		old := d.charge()
		d.store.FailNext(storetest.Stored, storetest.Lost)
		v, err := d.TakeCash(t.Context(), insteadOf(old.ID), 13_000)
		d.do(err)
		d.pass(time.Minute)
		disk, err := d.store.Sale(t.Context(), old.ID)
		d.do(err)
		if !slices.Contains(disk.Instead, v.ID) {
			t.Errorf("the disk does not know what was taken instead: %v", disk.Instead)
		}
	})
}

// TestCashAddsToWhatTheSaleSays: what was opened instead of it before, and why somebody
// set it aside.
func TestCashAddsToWhatTheSaleSays(t *testing.T) {
	bubble(t, func(d *desk) {
		d.shifts(0)
		old := d.charge()
		d.do(d.SetAside(t.Context(), old.ID, journal.AsideWrongAmount))
		b := d.instead(old.ID)
		v, err := d.TakeCash(t.Context(), insteadOf(old.ID), 13_000)
		d.do(err)
		s := d.sale(old.ID)
		if want := []journal.SaleID{b.ID, v.ID}; !slices.Equal(s.Instead, want) {
			t.Errorf("instead of it: %v, want %v", s.Instead, want)
		}
		if s.SetAside == nil || s.SetAside.Reason != journal.AsideWrongAmount {
			t.Errorf("set aside: %+v", s.SetAside)
		}
	})
}

// between is a store that lets something happen when a sale is looked up.
type between struct {
	*storetest.Memory
	then atomic.Pointer[func(journal.SaleID)]
}

func (b *between) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	if f := b.then.Load(); f != nil {
		(*f)(id)
	}
	return b.Memory.Sale(ctx, id)
}

// TestCashIsNotTheSaleThatGotItsNumber: before the till looks whether a taking in doubt is
// on the disk, somebody opens a sale, which gets the number of what was lost.
func TestCashIsNotTheSaleThatGotItsNumber(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := &between{Memory: storetest.NewMemory()}, newGateway()
		d := on(t, store, gate, store.Memory, gate, nil)
		defer d.Close()
		d.shifts(0)
		next := d.NextID()
		var other journal.View
		f := func(id journal.SaleID) {
			if id == next && other.ID == "" {
				store.then.Store(nil)
				var err error
				other, err = d.Charge(t.Context(), plainDraft())
				d.do(err)
			}
		}
		store.then.Store(&f)
		store.FailNext(storetest.Lost)
		v, err := d.TakeCash(t.Context(), journal.Draft{Amount: amount, Cashier: "Amal"}, 13_000)
		d.refused("what the disk lost", err, journal.CodeStore)
		if other.ID != next {
			t.Errorf("%s was opened, %s was taken in cash", other.ID, v.ID)
		}
	})
}

// TestCashWhileTheWindowCloses: what is written over the close is called neither saved
// nor not saved; the next start shows it.
func TestCashWhileTheWindowCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := &busyStore{Memory: storetest.NewMemory()}, newGateway()
		d := on(t, store, gate, store.Memory, gate, nil)
		d.shifts(0)
		closed := make(chan struct{})
		begin := func() {
			go func() { d.Close(); close(closed) }()
			for journal.CodeOf(d.Check(t.Context(), "nobody's")) != journal.CodeUnavailable {
				runtime.Gosched()
			}
		}
		store.before.Store(&begin)
		_, err := d.TakeCash(t.Context(), journal.Draft{Amount: amount, Cashier: "Amal"}, 13_000)
		d.refused("over the close", err, journal.CodeUnavailable)
		<-closed
		e := open(t, store.Crash(), gate)
		defer e.Close()
		if all := e.InFlight(); len(all) != 1 || all[0].Status() != journal.StatusCash {
			t.Errorf("after the next start: %+v", all)
		}
	})
}

// TestTheSlipOfCashComesByItself as that of a payment does.
func TestTheSlipOfCashComesByItself(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		d.shifts(0)
		v := d.cash(12_500, 20_000)
		d.pass(5 * time.Second)
		if d.wantPrint(v.ID, journal.PrintDone, ""); r.count() != 1 {
			t.Errorf("%d slips", r.count())
		}
	})
}

// TestWhoSaidCashIsInTheBook: money that came before the word is owed back by the word of
// who said it, and not of who had opened the sale.
func TestWhoSaidCashIsInTheBook(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.hire()
		a := d.charge()
		v, err := d.Charge(ctx, journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: a.ID, Reason: journal.AsideWrongAmount})
		d.do(err)
		d.pass(5 * time.Second)
		d.comes(a)
		d.must(d.Staff.SignIn(ctx, d.Staff.Users()[0].ID, pin("12345")))
		d.do(d.SetAside(ctx, v.ID, journal.AsidePaidCash))
		d.pass(time.Second)
		if row := d.newestAudit(journal.AuditOwed); row.By != "Huda" || row.SaleID != a.ID {
			t.Errorf("by %q, of %s", row.By, row.SaleID)
		}
	})
}

// TestNoDrawerBeginsBelowNothing, also where the last Z counted more.
func TestNoDrawerBeginsBelowNothing(t *testing.T) {
	bubble(t, func(d *desk) {
		d.shifts(20_000)
		d.counts(20_000)
		d.closes("")
		before := d.store.Commits()
		d.refused("below nothing", d.Shifts.OpenShift(t.Context(), "Amal", -5, "somebody took it"), journal.CodeSum)
		if d.store.Commits() != before || d.shift().Opened != nil {
			t.Errorf("opened: %+v", d.shift().Opened)
		}
	})
}
