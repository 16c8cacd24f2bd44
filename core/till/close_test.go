package till_test

import (
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

func TestCloseLeavesNothingRunning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // the bubble fails when a goroutine stays
		d := open(t, storetest.NewMemory(), newGateway())
		for range 5 {
			d.charge()
		}
		d.Close()
		if _, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR}); err == nil {
			t.Error("a closed till opened a sale")
		}
		if _, err := d.sub.Next(t.Context()); err == nil {
			for {
				if _, err = d.sub.Next(t.Context()); err != nil {
					break
				}
			}
			if errors.Is(err, t.Context().Err()) && t.Context().Err() != nil {
				t.Error(err)
			}
		}
	})
}

// TestOpenThatFailsLeavesNothingRunning lets the restart's own commit fail after
// another sale was restored and polls. The bubble fails when a goroutine stays.
func TestOpenThatFailsLeavesNothingRunning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		d.charge()
		d.gate.hooks(func(core.Operation, string) error { time.Sleep(time.Minute); return core.ErrNotSent })
		d.charge() // its intent is on the disk when the plug is pulled
		disk := d.store.Crash()
		d.Close()
		d.gate.hooks(nil)
		disk.FailNext(storetest.Lost)
		asked := len(d.gate.questions())
		if _, err := till.Open(t.Context(), till.Config{Store: disk, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.UTC,
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(d.gate, &core.InMemoryTokenStore{}) }}); err == nil {
			t.Fatal("opened although the store failed")
		}
		time.Sleep(10 * time.Minute)
		if n := len(d.gate.questions()) - asked; n > 1 {
			t.Errorf("a till that did not open asked %d times", n)
		}
	})
}

// TestClosingBeforeAReplyIsOnTheDisk closes the window while the reply to a call
// waits for a store that has just been reopened. The record must not say that
// nothing came of the call beside secrets that know better.
func TestClosingBeforeAReplyIsOnTheDisk(t *testing.T) {
	for name, c := range map[string]struct {
		route core.Route
		op    core.Operation
		left  journal.Step
	}{
		"QR":      {core.RouteQR, core.OpGenerateQR, journal.StepQRIntent},
		"account": {core.RouteAccount, core.OpValidateAccount, journal.StepValidateIntent},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := open(t, storetest.NewMemory(), newGateway())
				d.gate.mu.Lock()
				d.gate.after = func(op core.Operation, _ string) error {
					if op == c.op {
						d.store.FailNext(storetest.Lost)
					}
					return nil
				}
				d.gate.mu.Unlock()
				v, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: c.route})
				if err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				if c.route == core.RouteAccount {
					d.do(d.Validate(t.Context(), v.ID, entry(c.route)))
				}
				d.pass(300 * time.Millisecond) // reopened, and about to be written to
				d.Close()
				s, err := d.store.Sale(t.Context(), v.ID)
				if err != nil || s.Step != c.left {
					t.Errorf("left at %s, %v, want %s", s.Step, err, c.left)
				}
				d.gate.mu.Lock()
				d.gate.after = nil
				d.gate.mu.Unlock()
				e := open(t, d.store, d.gate)
				defer e.Close()
				e.pass(10 * time.Second)
				if got := e.sale(v.ID); got.Step != journal.StepCreated || got.Session.State != core.StatePending {
					t.Errorf("comes back at %s, %s", got.Step, got.Session.State)
				}
			})
		})
	}
}

// TestNothingBeginsBehindAClosingTill takes steps from many sides while the
// till closes. Whatever is allowed is waited for; the rest is refused. The race
// detector sees who counts himself in while the last one is counted out.
func TestNothingBeginsBehindAClosingTill(t *testing.T) {
	for range 50 {
		d := open(t, storetest.NewMemory(), newGateway())
		v, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
		if err != nil {
			t.Fatal(err)
		}
		var sides sync.WaitGroup
		for _, step := range []func() error{
			func() error { return d.OfferQR(t.Context(), v.ID) },
			func() error { return d.Validate(t.Context(), v.ID, entry(core.RouteAccount)) },
			func() error {
				_, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteAccount})
				return err
			},
			func() error { d.Staff.SignOut(t.Context()); return nil },
		} {
			sides.Go(func() {
				for range 20 {
					if err := step(); journal.CodeOf(err) == journal.CodeUnavailable {
						return
					}
				}
			})
		}
		d.Close()
		sides.Wait()
		if err := d.OfferQR(t.Context(), v.ID); journal.CodeOf(err) != journal.CodeUnavailable {
			t.Fatalf("a closed till takes a step: %v", err)
		}
	}
}
