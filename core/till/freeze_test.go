package till_test

import (
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

// TestGapIsWiderThanWhatWasLost charges as fast as a till can between backup
// and restore, over some lengths of time, midnight included.
func TestGapIsWiderThanWhatWasLost(t *testing.T) {
	for _, lost := range []int{0, 1, 7, 99, 150} {
		synctest.Test(t, func(t *testing.T) {
			d := open(t, storetest.NewMemory(), newGateway())
			d.charge()
			n, since := d.store.Commits(), time.Now()
			used := map[string]bool{}
			for range lost {
				time.Sleep(10 * time.Second)
				v := d.charge()
				used[v.ID.Paper()] = true
				d.gate.set(v.OrderID, "SUCCESS", "TX")
			}
			d.Close()
			e := open(t, putBack(t, d.store, n, journal.FreezeRestored, since), d.gate)
			defer e.Close()
			e.pass(3 * time.Second)
			if err := e.ConfirmRecovery(t.Context(), "Huda"); err != nil {
				t.Fatal(err)
			}
			for range 3 {
				if v := e.charge(); used[v.ID.Paper()] {
					t.Errorf("%d lost: %s is used twice", lost, v.ID.Paper())
				}
			}
		})
	}
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

// TestNumbersOfShiftsBegunSinceTheBackup: Zs and cash receipts are on paper of which
// the journal that was put back knows nothing, nor that the shop used them.
func TestNumbersOfShiftsBegunSinceTheBackup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		d.pays()
		n, since := d.store.Commits(), time.Now() // the backup
		d.shifts(0)
		lost := d.cash(1_000, 1_000)
		d.counts(1_000)
		z := d.closes("")
		d.pass(5 * time.Hour)
		d.Close()
		e := open(t, putBack(t, d.store, n, journal.FreezeRestored, since), d.gate)
		defer e.Close()
		e.pass(time.Minute)
		e.must(e.ConfirmRecovery(t.Context(), "Huda"))
		e.shifts(0)
		again := e.cash(9_000, 9_000)
		e.counts(9_000)
		if next := e.closes(""); next.Seq <= z.Seq || again.CashSeq <= lost.CashSeq {
			t.Errorf("on paper are C-%d and Z-%d; given out again: C-%d and Z-%d", lost.CashSeq, z.Seq, again.CashSeq, next.Seq)
		}
	})
}

// TestACountOfBeforeTheBackupIsStale: cash came and went since, and nobody knows.
func TestACountOfBeforeTheBackupIsStale(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		d := open(t, storetest.NewMemory(), newGateway())
		set := d.Settings()
		set.Shifts = true // and no cash
		d.do(d.Staff.SaveSettings(ctx, set, "Huda"))
		d.do(d.Shifts.OpenShift(ctx, "Amal", 100_000, "the safe"))
		d.counts(100_000)
		n, since := d.store.Commits(), time.Now() // the backup
		d.do(d.Shifts.MoveCash(ctx, "Amal", journal.MovementOut, 50_000, "to the safe", ""))
		d.pass(5 * time.Hour)
		d.Close()
		e := open(t, putBack(t, d.store, n, journal.FreezeRestored, since), d.gate)
		defer e.Close()
		e.pass(time.Minute)
		e.must(e.ConfirmRecovery(ctx, "Huda"))
		_, err := e.Shifts.CloseShift(ctx, 1, "Huda", "")
		e.refused("closed without a count", err, journal.CodeCountStale)
		if sum := e.counts(50_000); sum.Difference != -50_000 {
			t.Errorf("counted anew: %+v", sum)
		}
		if z := e.closes("a movement was lost with the journal"); z.Drawer.Difference != -50_000 {
			t.Errorf("closed: %+v", z.Drawer)
		}
	})
}

// TestTheGapIsARangeWithItsCause: the audit names the first and the last number that is left
// out, of sales, receipts and cash receipts, under why.
func TestTheGapIsARangeWithItsCause(t *testing.T) {
	for _, cause := range []journal.FreezeCause{journal.FreezeRestored, journal.FreezeRolledBack} {
		synctest.Test(t, func(t *testing.T) {
			d := open(t, storetest.NewMemory(), newGateway())
			d.paid("TX-1")
			d.shifts(0)
			d.cash(5_000, 5_000)
			d.cash(5_000, 5_000)
			n, since := d.store.Commits(), time.Now()
			time.Sleep(10 * time.Minute)
			d.Close()
			e := open(t, putBack(t, d.store, n, cause, since), d.gate)
			defer e.Close()
			row := e.newestAudit(journal.AuditAction(cause))
			day := e.Today()
			want := "missing since " + since.UTC().Format(time.RFC3339) + "; sales of " + string(day) + " 4 to 103 are left out; receipts 2 to 101 are left out; cash receipts 3 to 102 are left out"
			if !strings.HasPrefix(row.Detail, want) {
				t.Errorf("%s: %q, want %q", cause, row.Detail, want)
			}
			run := func(first, last uint64) journal.SeqRange { return journal.SeqRange{First: first, Last: last} }
			first := journal.LeftOut{Cause: cause, Since: since.UTC(), Shift: 1, Day: day, Sales: run(4, 103), Receipts: run(2, 101), Cash: run(3, 102), Zs: run(1, 2)}
			e.leftOut(1, first)
			e.leftOut(2)

			// A second time, in the next shift: the Z of the first still tells of its own.
			e.pass(time.Minute)
			e.must(e.ConfirmRecovery(t.Context(), "Huda"))
			e.counts(0)
			z := e.closes("what was in the drawer is not known")
			if out, err := e.OutsideShift(t.Context(), z); err != nil || !slices.EqualFunc(out.LeftOut, []journal.LeftOut{first}, sameLeftOut) {
				t.Errorf("%s: beside the Z: %+v, %v", cause, out, err)
			}
			e.Close()
			disk := e.store
			old, err := disk.Freeze(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			old.Cause, old.TakenUp, old.Confirmed, old.At = cause, time.Time{}, nil, time.Now()
			if err := disk.Commit(t.Context(), journal.Change{Freeze: &old}); err != nil {
				t.Fatal(err)
			}
			g := open(t, disk, d.gate)
			defer g.Close()
			if out, err := g.OutsideShift(t.Context(), z); err != nil || !slices.EqualFunc(out.LeftOut, []journal.LeftOut{first}, sameLeftOut) {
				t.Errorf("%s: beside the Z, after the second time: %+v, %v", cause, out, err)
			}
			if next, err := g.LeftOut(t.Context(), z.Shift+2); err != nil || len(next) != 0 {
				t.Errorf("%s: of a shift that is not there: %+v, %v", cause, next, err)
			}
			if f, err := disk.Freeze(t.Context()); err != nil || len(f.LeftOut) != 2 || f.LeftOut[1].Receipts.First != 102 {
				t.Errorf("%s: the second time left out %+v, %v", cause, f.LeftOut, err)
			}
		})
	}
}

func sameLeftOut(a, b journal.LeftOut) bool {
	same := a.Since.Equal(b.Since)
	a.Since = b.Since
	return same && a == b
}

// leftOut checks what the till says was left out in a shift.
func (d *desk) leftOut(shift uint64, want ...journal.LeftOut) {
	d.t.Helper()
	if got, err := d.LeftOut(d.t.Context(), shift); err != nil || !slices.EqualFunc(got, want, sameLeftOut) {
		d.t.Errorf("left out in shift %d: %+v, %v, want %+v", shift, got, err, want)
	}
}
