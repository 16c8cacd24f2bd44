package till_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
	"sanduq/core/wire"
)

// slowCode lets a code take effect and its reply come a minute later, as lost.
func (d *desk) slowCode() {
	d.gate.mu.Lock()
	defer d.gate.mu.Unlock()
	d.gate.after = func(op core.Operation, _ string) error {
		if op == core.OpSubmitOTP {
			time.Sleep(time.Minute)
			return fmt.Errorf("cut off: %w", core.ErrOutcomeUnknown)
		}
		return nil
	}
}

// TestRecordDuringACodeKeepsItsOutcomeUnknown pulls the plug while a code is on
// its way, after something else was recorded of the sale.
func TestRecordDuringACodeKeepsItsOutcomeUnknown(t *testing.T) {
	for name, record := range map[string]func(*desk, journal.SaleID) error{
		"nothing":   func(*desk, journal.SaleID) error { return nil },
		"set aside": func(d *desk, id journal.SaleID) error { return d.SetAside(t.Context(), id, journal.AsideNoCode) },
		"manager":   func(d *desk, id journal.SaleID) error { return d.ToManager(t.Context(), id, "x") },
		"an answer": func(d *desk, id journal.SaleID) error { // that moves nothing, but is recorded
			before := d.sale(id).Version
			d.gate.set(d.sale(id).OrderID, "HELD", "")
			err := d.Check(t.Context(), id)
			if d.sale(id).Version == before {
				t.Error("the answer left no record")
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := open(t, storetest.NewMemory(), newGateway())
				defer d.Close()
				v := d.code(core.RouteAccount)
				d.slowCode()
				d.do(d.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false))
				if err := record(d, v.ID); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				disk := d.store.Crash()
				gate := newGateway()
				gate.payments = map[string]*payment{"pay-1": {order: v.OrderID, id: "pay-1", status: "PENDING"}}
				e := open(t, disk, gate)
				defer e.Close()
				synctest.Wait()
				got := e.sale(v.ID)
				if !got.Session.OTPUnresolved {
					t.Errorf("after the restart the code counts as never sent: step %s, %s", got.Step, got.Status())
				}
				if err := e.SubmitOTP(t.Context(), v.ID, core.NewSecret("135791"), false); journal.CodeOf(err) != journal.CodeStep {
					t.Errorf("another code is admitted: %v", err)
				}
				synctest.Wait()
				t.Logf("codes that reached the gateway after the restart: %d", gate.count(core.OpSubmitOTP))
				gate.set(v.OrderID, "SUCCESS", "TX")
				e.pass(80 * time.Hour)
				e.want(v.ID, journal.StatusPaid)
			})
		})
	}
}

// on opens a till on any store.
func on(t *testing.T, store journal.Store, api core.PaymentAPI, m *storetest.Memory, gate *gateway, now func() time.Time, o ...core.Option) *desk {
	t.Helper()
	tl, err := till.Open(t.Context(), till.Config{Store: store, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.UTC, Now: now,
		Routes: []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet},
		NewSDK: func() *core.WebSDK { return core.NewWebSDK(api, &core.InMemoryTokenStore{}, o...) }})
	if err != nil {
		t.Fatal(err)
	}
	return &desk{Till: tl, t: t, store: m, gate: gate, sub: tl.Subscribe()}
}

// TestClosingDuringACode closes the window while a code is on its way.
func TestClosingDuringACode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.code(core.RouteAccount)
		d.slowCode()
		d.do(d.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false))
		d.Close()
		disk := d.store.Crash()
		s, _ := disk.Sale(t.Context(), v.ID)
		if s.Step != journal.StepOTPIntent && !s.Session.OTPUnresolved {
			t.Errorf("on the disk: %s, %s, unresolved %v: %s", s.Step, s.Session.State, s.Session.OTPUnresolved, s.Status())
		}
		d.gate.mu.Lock()
		d.gate.after = nil
		d.gate.mu.Unlock()
		d.gate.set(v.OrderID, "PENDING", "") // the bank has not got round to it
		e := open(t, disk, d.gate)
		defer e.Close()
		e.pass(time.Minute)
		t.Logf("after the restart: %s, unresolved %v, polling since %v", e.sale(v.ID).Status(), e.sale(v.ID).Session.OTPUnresolved, e.sale(v.ID).Live.PollingSince)
		d.gate.set(v.OrderID, "SUCCESS", "TX")
		e.pass(80 * time.Hour)
		e.want(v.ID, journal.StatusPaid)
	})
}

// TestAuthorizedIsAskedAbout: the wallet took the code and settles later.
func TestAuthorizedIsAskedAbout(t *testing.T) {
	bubble(t, func(d *desk) {
		d.gate.walletSays = "PROCESSING"
		v := d.code(core.RouteWallet)
		d.do(d.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false))
		d.pass(11 * time.Second)
		d.want(v.ID, journal.StatusWaiting)
		d.gate.set(v.OrderID, "SUCCESS", "TX")
		d.pass(80 * time.Hour)
		d.want(v.ID, journal.StatusPaid)
	})
}

// TestQRUnderACodeIsWatched: a QR was shown, the sale went on to a code, and is
// set aside there. The QR can still be paid.
func TestQRUnderACodeIsWatched(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		d.do(d.Validate(t.Context(), v.ID, entry(core.RouteAccount)))
		d.want(v.ID, journal.StatusCode)
		if err := d.SetAside(t.Context(), v.ID, journal.AsideNoCode); err != nil {
			t.Fatal(err)
		}
		d.gate.set(v.OrderID, "SUCCESS", "TX-QR")
		d.pass(80 * time.Hour)
		d.want(v.ID, journal.StatusPaid)
	})
}

// legs answers for the QR and for the account apart, as the contract has it.
type legs struct{ *gateway }

func (g legs) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	if c.ByAccountNumber {
		return wire.StatusResult{State: core.StatePending, RawStatus: "PENDING"}, nil
	}
	return g.gateway.FetchStatus(ctx, c)
}

// TestCheckAsksTheQRUnderACode: "I paid by the QR", says the customer.
func TestCheckAsksTheQRUnderACode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := newGateway()
		tl, err := till.Open(t.Context(), till.Config{Store: storetest.NewMemory(), Environment: core.Sandbox, BaseURL: "test",
			Defaults: defaults, Zone: time.UTC, Routes: []core.Route{core.RouteQR, core.RouteAccount},
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(legs{gate}, &core.InMemoryTokenStore{}) }})
		if err != nil {
			t.Fatal(err)
		}
		d := &desk{Till: tl, t: t, gate: gate, sub: tl.Subscribe()}
		defer d.Close()
		v := d.charge()
		d.do(d.Validate(t.Context(), v.ID, entry(core.RouteAccount)))
		d.want(v.ID, journal.StatusCode)
		gate.set(v.OrderID, "SUCCESS", "TX-QR")
		if err := d.Check(t.Context(), v.ID); err != nil {
			t.Fatal(err)
		}
		d.want(v.ID, journal.StatusPaid)
	})
}

// TestTheRightGatewayAgain: started once with another address, then with the
// right one.
func TestTheRightGatewayAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.charge()
		d.Close()
		e, err := till.Open(t.Context(), till.Config{Store: d.store, Environment: core.Sandbox, BaseURL: "test/", Defaults: defaults,
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(d.gate, &core.InMemoryTokenStore{}) }})
		if err != nil {
			t.Fatal(err)
		}
		e.Close()
		f := open(t, d.store.Crash(), d.gate)
		defer f.Close()
		d.gate.set(v.OrderID, "SUCCESS", "TX")
		f.pass(80 * time.Hour)
		f.want(v.ID, journal.StatusPaid)
	})
}

// clocked is a desk whose wall clock can be set.
func clocked(t *testing.T, off *atomic.Int64) *desk {
	gate, store := newGateway(), storetest.NewMemory()
	tl, err := till.Open(t.Context(), till.Config{Store: store, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults, Zone: time.UTC,
		Now:    func() time.Time { return time.Now().Add(time.Duration(off.Load())) },
		NewSDK: func() *core.WebSDK { return core.NewWebSDK(gate, &core.InMemoryTokenStore{}) }})
	if err != nil {
		t.Fatal(err)
	}
	return &desk{Till: tl, t: t, store: store, gate: gate, sub: tl.Subscribe()}
}

// TestAcknowledgedByACommitThatSeemedToFail: the change reached the disk.
func TestAcknowledgedByACommitThatSeemedToFail(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		d.gate.set(v.OrderID, "SUCCESS", "TX")
		d.pass(4 * time.Second)
		d.want(v.ID, journal.StatusPaid)
		d.store.FailNext(storetest.Kept)
		_ = d.Acknowledge(t.Context(), v.ID)
		d.pass(time.Minute)
		if err := d.Acknowledge(t.Context(), v.ID); err != nil && journal.CodeOf(err) != journal.CodeNoSale {
			t.Errorf("after the store works again: %v", err)
		}
		if n := len(d.InFlight()); n != 0 {
			t.Errorf("%d in flight", n)
		}
	})
}

// TestSecondQRIntentKeepsTheFirstQR pulls the plug while a QR that is on show
// is asked for again.
func TestSecondQRIntentKeepsTheFirstQR(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		defer d.Close()
		v := d.charge()
		d.gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpGenerateQR {
				time.Sleep(time.Second)
			}
			return nil
		})
		d.do(d.OfferQR(t.Context(), v.ID))
		e := open(t, d.store.Crash(), d.gate)
		defer e.Close()
		synctest.Wait()
		got := e.sale(v.ID)
		t.Logf("%s, %s, %s", got.Step, got.Session.State, got.Status())
		d.Close()
		d.gate.set(v.OrderID, "SUCCESS", "TX")
		e.pass(80 * time.Hour)
		e.want(v.ID, journal.StatusPaid)
	})
}

// TestCodeWithoutSecretsIsUnknown restores a sale whose code was on its way and
// whose secrets cannot be read.
func TestCodeWithoutSecretsIsUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.code(core.RouteAccount)
		d.slowCode()
		d.do(d.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false))
		disk := d.store.Crash()
		d.Close()
		s, _ := disk.Sale(t.Context(), v.ID)
		s.Version++
		if err := disk.Commit(t.Context(), journal.Change{Sale: &s, Secrets: &journal.Secrets{}}); err != nil {
			t.Fatal(err)
		}
		e := open(t, disk, d.gate)
		defer e.Close()
		e.want(v.ID, journal.StatusUnknown)
	})
}

// wall is a machine's clock whose wall time can be set.
type wall struct {
	core.Clock
	off *atomic.Int64
}

func (w wall) Now() time.Time { return w.Clock.Now().Add(time.Duration(w.off.Load())) }

// TestTakenNoteOfWhileACodeIsOnItsWay lets the status say "paid" before the
// code's own reply comes, and the cashier go on: the late reply is written on
// the same record, and the store is not asked for the impossible.
func TestTakenNoteOfWhileACodeIsOnItsWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		defer d.Close()
		v := d.code(core.RouteAccount)
		d.slowCode()
		d.do(d.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false))
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		d.do(d.Check(t.Context(), v.ID))
		d.want(v.ID, journal.StatusPaid)
		d.do(d.Acknowledge(t.Context(), v.ID))
		if _, there := d.Sale(v.ID); !there {
			t.Error("the sale is let go of while its code is under way")
		}
		if n, err := d.Copy(t.Context(), v.ID, "Samira"); n != 1 || err != nil {
			t.Fatalf("copy %d, %v", n, err)
		}
		before := d.want(v.ID, journal.StatusPaid)
		d.pass(2 * time.Minute)
		after, err := d.store.Sale(t.Context(), v.ID)
		if err != nil || after.Copies != 1 || after.ReceiptSeq != before.ReceiptSeq || after.Status() != journal.StatusPaid {
			t.Errorf("on the disk %+v, %v", after, err)
		}
		if _, still := d.Sale(v.ID); still {
			t.Error("the sale is not let go of after its last step")
		}
	})
}
