package till_test

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

// putBack is a store as it was after n commits, marked as a restored backup
// has it.
func putBack(t *testing.T, store *storetest.Memory, n int, cause journal.FreezeCause, since time.Time) *storetest.Memory {
	t.Helper()
	old := store.At(n)
	if err := old.Commit(t.Context(), journal.Change{Freeze: &journal.Freeze{Cause: cause, Since: since, At: time.Now()}}); err != nil {
		t.Fatal(err)
	}
	return old
}

func wantCode(t *testing.T, what string, err error, want journal.Code) {
	t.Helper()
	if journal.CodeOf(err) != want {
		t.Errorf("%s: %v, want code %q", what, err, want)
	}
}

func TestNoNewPaymentAfterAJournalWasPutBack(t *testing.T) {
	for _, cause := range []journal.FreezeCause{journal.FreezeRestored, journal.FreezeRolledBack} {
		t.Run(string(cause), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := open(t, storetest.NewMemory(), newGateway())
				v := d.charge()
				n, since := d.store.Commits(), time.Now()
				time.Sleep(10 * time.Minute)
				lost := d.charge() // the backup knows nothing of it
				d.gate.set(v.OrderID, "SUCCESS", "TX-1")
				d.gate.set(lost.OrderID, "SUCCESS", "TX-2")
				d.pass(time.Hour)
				d.want(lost.ID, journal.StatusPaid)
				d.Close()
				opened, _ := d.gate.initiated()

				// The gateway stays silent at first: with every goroutine running, an
				// answer could otherwise come before the question below.
				d.gate.hooks(func(core.Operation, string) error { return core.ErrNotSent })
				e := open(t, putBack(t, d.store, n, cause, since), d.gate)
				defer e.Close()
				_, err := e.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
				wantCode(t, "charge at once", err, journal.CodeFrozen)
				wantCode(t, "confirmed before the gateway was asked", e.ConfirmRecovery(t.Context(), "Huda"), journal.CodeFrozen)
				d.gate.hooks(nil)
				e.pass(time.Minute)
				e.want(v.ID, journal.StatusPaid)
				r := e.Recovery()
				if r == nil || !r.Ready() || r.Open != 1 || len(r.Unasked) != 0 || !r.Since.Equal(since) || r.Cause != cause {
					t.Fatalf("recovery %+v", r)
				}
				_, err = e.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
				wantCode(t, "charge before anyone confirmed", err, journal.CodeFrozen)
				wantCode(t, "confirmed by nobody", e.ConfirmRecovery(t.Context(), ""), journal.CodeManager)
				if total, _ := e.gate.initiated(); total != opened {
					t.Fatalf("%d payments opened while frozen", total-opened)
				}
				if err := e.ConfirmRecovery(t.Context(), "Huda"); err != nil || e.Recovery() != nil {
					t.Fatalf("confirm: %v, then %+v", err, e.Recovery())
				}
				wantCode(t, "confirmed twice", e.ConfirmRecovery(t.Context(), "Huda"), journal.CodeStep)
				fresh := e.charge()
				if fresh.ID.Number() <= lost.ID.Number() || fresh.ID.Paper() == lost.ID.Paper() {
					t.Errorf("new sale %s after the lost %s", fresh.ID, lost.ID)
				}
				if got := e.sale(v.ID).ReceiptSeq; got <= 2 {
					t.Errorf("receipt %d was given out twice", got)
				}
				wantRows(t, e, journal.AuditAction(cause), journal.AuditSettled, journal.AuditReconciled)
			})
		})
	}
}

// wantRows compares the book, oldest first.
func wantRows(t *testing.T, d *desk, want ...journal.AuditAction) {
	t.Helper()
	rows, err := d.store.Audit(t.Context(), 0, 100)
	if err != nil || len(rows) != len(want) {
		t.Fatalf("book %+v, error %v", rows, err)
	}
	for i, row := range rows {
		if action := want[len(want)-1-i]; row.Action != action || (action == journal.AuditReconciled) != (row.By == "Huda") {
			t.Errorf("row %d is %s by %q, want %s", row.Seq, row.Action, row.By, action)
		}
	}
}

func TestFreezeLastsWhileTheGatewayIsSilentAndOverRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.charge()
		d.Close()
		d.gate.hooks(func(core.Operation, string) error { return core.ErrNotSent })
		e := open(t, putBack(t, d.store, d.store.Commits(), journal.FreezeRestored, time.Time{}), d.gate)
		e.pass(3 * time.Minute)
		if r := e.Recovery(); r == nil || r.Ready() || r.Waiting[0] != v.ID {
			t.Fatalf("without an answer: %+v", r)
		}
		wantCode(t, "confirm", e.ConfirmRecovery(t.Context(), "Huda"), journal.CodeFrozen)
		first := e.Recovery().Freeze
		e.Close()
		d.gate.hooks(nil)
		f := open(t, e.store.Crash(), d.gate)
		if r := f.Recovery(); r == nil || r.Number != first.Number || r.Receipt != first.Receipt || !r.TakenUp.Equal(first.TakenUp) {
			t.Fatalf("after a restart: %+v, before %+v", r, first)
		}
		f.pass(2 * time.Second)
		if err := f.ConfirmRecovery(t.Context(), "Huda"); err != nil {
			t.Fatal(err)
		}
		f.Close()
		g := open(t, f.store.Crash(), d.gate)
		defer g.Close()
		if g.Recovery() != nil {
			t.Error("a freeze that was confirmed came back")
		}
		g.charge()
		if n := g.NextID().Number(); n <= first.Number {
			t.Errorf("the next sale is #%d, the gap goes up to #%d", n, first.Number)
		}
	})
}

// TestNothingIsConcludedFromAnOldIntent: in the journal of that moment nobody
// could have paid; what happened since nobody remembers.
func TestNothingIsConcludedFromAnOldIntent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.charge()
		d.Close()
		e := open(t, putBack(t, d.store, 1, journal.FreezeRestored, time.Now()), d.gate)
		defer e.Close()
		e.pass(2 * time.Second)
		got := e.want(v.ID, journal.StatusUnknown)
		if r := e.Recovery(); r == nil || !r.Ready() || len(r.Unasked) != 1 || r.Unasked[0] != v.ID || !got.InFlight() {
			t.Fatalf("recovery %+v", r)
		}
		if err := e.ConfirmRecovery(t.Context(), "Huda"); err != nil {
			t.Fatal(err)
		}
		if err := e.ToManager(t.Context(), v.ID, "ask the bank"); err != nil {
			t.Error(err)
		}
		if err := e.ResolveOutside(t.Context(), v.ID, "paid, on the bank's statement", "Huda"); err != nil {
			t.Error(err)
		}
		e.want(v.ID, journal.StatusResolved)
	})
}

// TestASilentGatewayDoesNotFreezeTheTillForGood: a sale for which no answer comes is
// listed as not asked after ten minutes, so that a manager can go on.
func TestASilentGatewayDoesNotFreezeTheTillForGood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.charge()
		d.pass(10 * time.Second)
		d.Close()
		d.gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpFetchStatus {
				return errors.New("the line is down")
			}
			return nil
		})
		e := open(t, putBack(t, d.store, d.store.Commits(), journal.FreezeRestored, time.Now()), d.gate)
		defer e.Close()
		e.pass(9 * time.Minute)
		if r := e.Recovery(); r == nil || r.Ready() {
			t.Errorf("after nine minutes of silence the till does not wait: %+v", r)
		}
		e.pass(3 * time.Minute)
		if r := e.Recovery(); r == nil || !r.Ready() || !slices.Equal(r.Unasked, []journal.SaleID{v.ID}) {
			t.Errorf("after twelve minutes of silence: %+v", r)
		}
	})
}

func TestNoStepOfAnOldSaleIsTakenTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteAccount})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		entry := journal.AccountEntry{Route: core.RouteAccount, Account: core.NewSecret("1234567890"), InstitutionCode: "FPB"}
		if err := d.Validate(t.Context(), v.ID, entry); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		d.want(v.ID, journal.StatusCode)
		n := d.store.Commits()
		if err := d.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		d.Close()

		e := open(t, putBack(t, d.store, n, journal.FreezeRestored, time.Now()), d.gate)
		defer e.Close()
		wantCode(t, "code again", e.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false), journal.CodeFrozen)
		wantCode(t, "account again", e.Validate(t.Context(), v.ID, entry), journal.CodeFrozen)
		wantCode(t, "send again", e.SendCodeAgain(t.Context(), v.ID), journal.CodeFrozen)
		wantCode(t, "QR", e.OfferQR(t.Context(), v.ID), journal.CodeFrozen)
		e.pass(3 * time.Second)
		if got := e.sale(v.ID); got.Session.State != core.StateWaitingPayment {
			t.Errorf("the bank is processing, the till says %s", got.Session.State)
		}
		if err := e.ConfirmRecovery(t.Context(), "Huda"); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "code again after all", e.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false), journal.CodeStep)
		if e.gate.taken != 1 {
			t.Errorf("%d codes were taken", e.gate.taken)
		}
	})
}

func TestATillIsQuietBetweenSales(t *testing.T) {
	bubble(t, func(d *desk) {
		if !d.Quiet() {
			d.t.Error("a till without sales is not quiet")
		}
		v := d.charge()
		if d.Quiet() {
			d.t.Error("quiet while a QR is polled")
		}
		d.gate.set(v.OrderID, "SUCCESS", "TX")
		d.pass(4 * time.Second)
		d.want(v.ID, journal.StatusPaid)
		if !d.Quiet() {
			d.t.Error("not quiet after the end")
		}
	})
}

// TestAFullDiskStopsAChargeBeforeAnythingIsSent: a disk that fills up in the
// middle of a payment is worse.
func TestAFullDiskStopsAChargeBeforeAnythingIsSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate, store := newGateway(), storetest.NewMemory()
		full := true
		d, err := till.Open(t.Context(), till.Config{Store: store, Environment: core.Sandbox, BaseURL: "test", Defaults: defaults,
			Room: func() error {
				if full {
					return journal.ErrFull
				}
				return nil
			},
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(gate, &core.InMemoryTokenStore{}) }})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		_, err = d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
		synctest.Wait()
		wantCode(t, "charge on a full disk", err, journal.CodeDiskFull)
		if total, _ := gate.initiated(); total != 0 || store.Commits() != 0 || gate.count(core.OpInitiate) != 0 {
			t.Errorf("%d payments, %d commits", total, store.Commits())
		}
		full = false
		if _, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR}); err != nil {
			t.Errorf("with room again: %v", err)
		}
		synctest.Wait()
	})
}
