package till_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// TestClosingOverAPrinterThatHangs: the application ends at once, and the next
// start does not print what may be on paper.
func TestClosingOverAPrinterThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := storetest.NewMemory(), newGateway()
		r := newRoll(store)
		r.hangs = true
		d := openPaper(t, store, gate, r)
		v := d.paid("TX-1")
		d.wantPrint(v.ID, journal.PrintStarted, "")
		began := time.Now()
		killed := store.Crash()
		d.Close()
		if time.Since(began) > 0 {
			t.Errorf("closed after %v", time.Since(began))
		}
		for _, disk := range []*storetest.Memory{store, killed} {
			r := newRoll(disk)
			e := openPaper(t, disk, gate, r)
			time.Sleep(time.Hour)
			e.wantPrint(v.ID, journal.PrintDoubtful, "")
			if err := e.Slips.Print(d.t.Context(), v.ID, "Huda"); err != nil || r.unmarked() != 0 || r.count() != 1 {
				t.Errorf("afterwards: %v, %+v", err, r.slips)
			}
			e.Close()
		}
	})
}

// TestPlugPulledBetweenPendingAndPrinted restarts from every state of the disk,
// with all the paper that had come out by then, or was about to.
func TestPlugPulledBetweenPendingAndPrinted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := storetest.NewMemory(), newGateway()
		before := newRoll(store)
		d := openPaper(t, store, gate, before)
		v := d.paid("TX-1")
		d.wantPrint(v.ID, journal.PrintDone, "")
		d.Close()
		states := map[journal.PrintState]bool{}
		for n := 1; n <= store.Commits(); n++ {
			disk := store.At(n)
			was, err := disk.Sale(d.t.Context(), v.ID)
			if err != nil {
				t.Fatal(err)
			}
			if was.ReceiptSeq == 0 {
				continue
			}
			states[was.Print] = true
			out := 0 // slips that can have been on their way when the plug was pulled
			for _, at := range before.commits {
				if at <= n {
					out++
				}
			}
			r := newRoll(disk)
			e := openPaper(t, disk, gate, r)
			time.Sleep(10 * time.Minute)
			synctest.Wait()
			now := e.sale(v.ID)
			if out+r.unmarked() > 1 {
				t.Errorf("killed after commit %d (%s): %d unmarked slips", n, was.Print, out+r.unmarked())
			}
			if now.Print == journal.PrintNone || now.Print == journal.PrintPending || now.Print == journal.PrintStarted {
				t.Errorf("killed after commit %d (%s): afterwards %q", n, was.Print, now.Print)
			}
			if was.Print == journal.PrintPending && r.unmarked() != 1 {
				t.Errorf("killed after commit %d (%s): no slip", n, was.Print)
			}
			e.Close()
		}
		if len(states) != 3 {
			t.Errorf("the plug was pulled in %v only", states)
		}
	})
}

// TestAJournalThatWasPutBackPrintsNoOriginal: what it has forgotten may be in a
// customer's hand.
func TestAJournalThatWasPutBackPrintsNoOriginal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := storetest.NewMemory(), newGateway()
		d := openPaper(t, store, gate, newRoll(store))
		v := d.paid("TX-1")
		late := d.charge()
		d.gate.set(late.OrderID, "SUCCESS", "TX-2")
		d.pass(time.Minute)
		d.wantPrint(late.ID, journal.PrintDone, "")
		d.Close()
		for n := 1; n <= store.Commits(); n++ {
			old := putBack(t, store, n, journal.FreezeRestored, time.Now())
			r := newRoll(old)
			d.gate.hooks(func(core.Operation, string) error { return core.ErrNotSent }) // what it has to tell comes later
			e := openPaper(t, old, gate, r)
			e.pass(time.Second)
			d.gate.hooks(nil)
			e.pass(time.Hour)
			for _, id := range []journal.SaleID{v.ID, late.ID} {
				if s, err := old.Sale(d.t.Context(), id); err != nil || s.ReceiptSeq == 0 {
					continue // not opened yet, or not shown
				}
				if err := e.Slips.Print(d.t.Context(), id, "Huda"); err != nil {
					t.Error(err)
				}
			}
			if r.unmarked() != 0 {
				t.Errorf("put back to commit %d: %d unmarked slips", n, r.unmarked())
			}
			e.Close()
		}
	})
}

// TestAStoreThatFailsAroundASlip: whichever commit fails, visibly or not, there
// is one slip, and the record says so in the end.
func TestAStoreThatFailsAroundASlip(t *testing.T) {
	for _, outcome := range []storetest.Outcome{storetest.Lost, storetest.Kept} {
		for which := range 3 {
			printing(t, func(d *desk, r *roll) {
				seen := 0
				d.store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
					if c.Sale != nil && c.Sale.ReceiptSeq != 0 {
						if seen++; seen == which+1 {
							return outcome
						}
					}
					return storetest.Stored
				})
				v := d.charge()
				d.gate.set(v.OrderID, "SUCCESS", "TX-1")
				d.pass(2 * time.Minute)
				d.want(v.ID, journal.StatusPaid)
				d.wantPrint(v.ID, journal.PrintDone, "")
				if r.count() != 1 || r.unmarked() != 1 {
					t.Errorf("%v of commit %d: slips %+v", outcome, which, r.slips)
				}
			})
		}
	}
}

// TestOnlyOneSlipWhoeverAsks: the cashier taps while the slip is on its way.
func TestOnlyOneSlipWhoeverAsks(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		r.set(func(r *roll) { r.onPrint = func(context.Context, journal.Slip) { time.Sleep(time.Second) } })
		v := d.charge()
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		var taps sync.WaitGroup
		for range 3 {
			taps.Go(func() {
				for d.Slips.Print(d.t.Context(), v.ID, "") != nil {
					time.Sleep(100 * time.Millisecond)
				}
			})
		}
		taps.Wait()
		d.pass(time.Minute)
		if r.unmarked() != 1 {
			t.Errorf("%d unmarked slips", r.unmarked())
		}
	})
}

func TestNobodyPrintsWhatIsNotPaid(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		v := d.charge()
		wantCode(t, "a sale that is not paid", d.Slips.Print(d.t.Context(), v.ID, ""), journal.CodeStep)
		wantCode(t, "no sale", d.Slips.Print(d.t.Context(), "20261120-9", ""), journal.CodeNoSale)
		if r.tries != 0 {
			t.Error("it printed")
		}
	})
	bubble(t, func(d *desk) {
		v := d.paid("TX-1")
		d.wantPrint(v.ID, journal.PrintNone, "")
		wantCode(t, "without a printer", d.Slips.Print(d.t.Context(), v.ID, ""), journal.CodePaper)
	})
}
