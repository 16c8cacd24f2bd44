package till_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

// TestAPolledSaleHasNoPlan, also after a restart, whose question begins the polling.
func TestAPolledSaleHasNoPlan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.charge()
		d.Close()
		e := open(t, d.store.Crash(), d.gate)
		defer e.Close()
		e.pass(10 * time.Second)
		if s := e.sale(v.ID); s.Live.PollingSince.IsZero() || s.Watch != (journal.Watch{}) {
			t.Errorf("polled since %v, and the plan %+v", s.Live.PollingSince, s.Watch)
		}
	})
}

// TestManyRestoredSalesAreNotAllPolled: of nine that waited, the newest is. The others
// are asked about as planned, so that the till hears of money that comes later.
func TestManyRestoredSalesAreNotAllPolled(t *testing.T) {
	for _, many := range []int{8, 9} {
		synctest.Test(t, func(t *testing.T) {
			d := open(t, storetest.NewMemory(), newGateway())
			for range many {
				d.charge()
			}
			d.Close()
			e := open(t, d.store.Crash(), d.gate)
			defer e.Close()
			e.pass(90 * time.Second) // they share the questions of a second with the watch of the same sales
			polled := 0
			for _, v := range e.InFlight() {
				if !v.Live.PollingSince.IsZero() {
					polled++
				}
			}
			if want := map[int]int{8: 8, 9: 1}[many]; polled != want {
				t.Errorf("of %d sales %d are polled, want %d", many, polled, want)
			}
			for i, order := range e.gate.orders() {
				e.gate.set(order, "SUCCESS", fmt.Sprintf("TX-%d", i))
			}
			e.pass(15 * time.Minute)
			for _, v := range e.InFlight() {
				if v.Status() != journal.StatusPaid {
					t.Errorf("of %d sales, paid after the first question, one is called %s", many, v.Status())
				}
			}
		})
	}
}

// TestATillDoesNotOpenOnSecretsItCannotReadNow: they are there, and the disk has a fault.
func TestATillDoesNotOpenOnSecretsItCannotReadNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		d.charge()
		d.Close()
		s := &troubled{Memory: d.store.Crash()}
		s.secrets.Store(&journal.ErrPoisoned)
		tl, err := till.Open(t.Context(), till.Config{Store: s, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults,
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(d.gate, &core.InMemoryTokenStore{}) }})
		if !errors.Is(err, journal.ErrPoisoned) {
			t.Errorf("opened: %v", err)
		}
		if tl != nil {
			tl.Close()
		}
	})
}

// TestACodeUnderWayIsPolledAnewAfterARestart, so that it is not called unknown at once.
func TestACodeUnderWayIsPolledAnewAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.code(core.RouteAccount)
		d.Close()
		s, err := d.store.Sale(t.Context(), v.ID)
		d.do(err)
		s.Step, s.Capped, s.CodeSubmitted = journal.StepOTPIntent, true, true
		s.Version++
		d.do(d.store.Commit(t.Context(), journal.Change{Sale: &s}))
		e := open(t, d.store.Crash(), d.gate)
		defer e.Close()
		e.pass(5 * time.Second)
		if got := e.sale(v.ID); got.Capped || got.Status() == journal.StatusUnknown {
			t.Errorf("%s, capped %v", got.Status(), got.Capped)
		}
	})
}

// TestASaleThatEndedWhileItWasReadBackIsNotTakenUpAgain.
func TestASaleThatEndedWhileItWasReadBackIsNotTakenUpAgain(t *testing.T) {
	onTroubled(t, func(d *desk, s *troubled) {
		v := d.paid("TX-1")
		ended := func() { d.do(d.Acknowledge(d.t.Context(), v.ID)) }
		s.opened.Store(&ended)
		s.FailNext(storetest.Lost)
		_, _ = d.Charge(d.t.Context(), plainDraft())
		d.pass(time.Minute)
		if s.opened.Load() != nil || d.sale(v.ID).AcknowledgedAt.IsZero() {
			t.Fatal("nobody took note while the sales were listed")
		}
		if d.held(v.ID) {
			t.Error("a sale that is over is in hand again")
		}
	})
}

// TestAGapIsADaysWhereTheClockMakesNoSenseOfIt.
func TestAGapIsADaysWhereTheClockMakesNoSenseOfIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.charge()
		d.Close()
		gate := newGateway() // which has never heard of it
		e := open(t, putBack(t, d.store, d.store.Commits(), journal.FreezeRestored, time.Now().Add(48*time.Hour)), gate)
		e.pass(time.Minute)
		r := e.Recovery()
		if r == nil || r.Freeze.Number < 24*60*6 || r.Receipt < 24*60*6 {
			t.Fatalf("left out: %+v", r)
		}
		if !r.Ready() || len(r.Unasked) != 1 || r.Unasked[0] != v.ID {
			t.Errorf("the gateway does not know the sale, and nobody is told: %+v", r)
		}
		e.Close()
		f := open(t, e.store.Crash(), gate)
		defer f.Close()
		f.pass(time.Minute)
		if n := count(f.sale(v.ID).Sale, journal.HistoryStale); n != 1 {
			t.Errorf("the sale says %d times that its journal was put back", n)
		}
	})
}

// block is a store that takes many sales at once.
type block struct{ *storetest.Memory }

func (b block) CommitAll(ctx context.Context, all []journal.Change) error {
	for _, c := range all {
		if err := b.Commit(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// TestNothingIsInventedInALiveTill.
func TestNothingIsInventedInALiveTill(t *testing.T) {
	store := block{storetest.NewMemory()}
	tl, err := till.Open(t.Context(), till.Config{Store: store, Environment: core.Live, BaseURL: "https://pay.example", Defaults: defaults,
		NewSDK: func() *core.WebSDK { return core.NewWebSDK(newGateway(), &core.InMemoryTokenStore{}) }})
	if err != nil {
		t.Fatal(err)
	}
	defer tl.Close()
	wantCode(t, "an invented sale", tl.Import(t.Context(), "20240501", []till.Past{{Sale: journal.Sale{Version: 1}}}, "practice"), journal.CodePractice)
	if store.Commits() != 0 {
		t.Errorf("%d commits", store.Commits())
	}
}

// TestNoCopyOfWhatHasNoReceipt.
func TestNoCopyOfWhatHasNoReceipt(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		before := d.store.Commits()
		_, err := d.Copy(d.t.Context(), v.ID, "Huda")
		d.refused("of a sale that waits", err, journal.CodeStep)
		if d.store.Commits() != before {
			t.Error("a copy was counted")
		}
	})
}
