package till_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/core/till/storetest"
)

// roll is paper in a test. It remembers every slip of which a byte was sent, and
// how far the journal was then.
type roll struct {
	mu      sync.Mutex
	store   *storetest.Memory
	wanted  int
	says    bool                                   // it confirms what it printed
	wrong   *till.PaperError                       // why nothing comes out; nil while it does
	hangs   bool                                   // until the call's end
	onPrint func(ctx context.Context, s till.Slip) // before a slip counts
	slips   []till.Slip                            // that came out, or may have
	states  []till.PrintState                      // of the sale on disk at each slip
	commits []int                                  // on disk at each slip
	tries   int
}

func newRoll(store *storetest.Memory) *roll { return &roll{store: store, wanted: 1, says: true} }

func (r *roll) Wanted() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.wanted
}

func (r *roll) set(f func(*roll)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f(r)
}

func (r *roll) Ready(context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.wrong != nil && !r.wrong.OnPaper {
		return r.wrong
	}
	return nil
}

func (r *roll) Print(ctx context.Context, s till.Slip) (bool, error) {
	r.mu.Lock()
	r.tries++
	wrong, hangs, says, hook := r.wrong, r.hangs, r.says, r.onPrint
	r.mu.Unlock()
	if hook != nil {
		hook(ctx, s)
	}
	if wrong != nil && !wrong.OnPaper {
		return false, wrong
	}
	disk, err := r.store.Sale(context.Background(), s.Receipt.SaleID)
	if err != nil {
		return false, err
	}
	r.mu.Lock()
	r.slips, r.states, r.commits = append(r.slips, s), append(r.states, disk.Print), append(r.commits, r.store.Commits())
	r.mu.Unlock()
	if hangs {
		<-ctx.Done()
		return false, &till.PaperError{Code: "stopped", OnPaper: true, Err: ctx.Err()}
	}
	if wrong != nil {
		return false, wrong
	}
	return says, nil
}

// unmarked are the slips that carry no mark of a copy, without before.
func (r *roll) unmarked() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.slips {
		if s.Copy == 0 {
			n++
		}
	}
	return n
}

func (r *roll) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.slips)
}

// paid takes a QR payment to its end and returns the sale as it is in the same
// moment.
func (d *desk) paid(tx string) till.View {
	d.t.Helper()
	v := d.charge()
	d.gate.set(v.OrderID, "SUCCESS", tx)
	time.Sleep(4 * time.Second)
	synctest.Wait()
	return d.want(v.ID, till.StatusPaid)
}

// printing runs f in virtual time with a desk that has paper.
func printing(t *testing.T, f func(d *desk, r *roll)) {
	synctest.Test(t, func(t *testing.T) {
		store := storetest.NewMemory()
		r := newRoll(store)
		d := openPaper(t, store, newGateway(), r)
		defer d.Close()
		f(d, r)
	})
}

func (d *desk) wantPrint(id till.SaleID, want till.PrintState, fault string) till.View {
	d.t.Helper()
	v := d.sale(id)
	if v.Print != want || v.Live.Paper != fault {
		d.t.Errorf("sale %s: slip %q, %q wrong; want %q, %q", id, v.Print, v.Live.Paper, want, fault)
	}
	return v
}

var noPaper = &till.PaperError{Code: "no-paper"}

func TestAPaidSaleIsPrintedOnce(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		var with till.PrintState // in the settlement's own transaction
		d.store.OnCommit(func(_ int, c till.Change) storetest.Outcome {
			if c.Receipt != nil {
				with = c.Sale.Print
			}
			return storetest.Stored
		})
		v := d.paid("TX-1")
		if with != till.PrintPending {
			t.Errorf("the settlement was committed with the slip %q", with)
		}
		d.wantPrint(v.ID, till.PrintDone, "")
		if r.count() != 1 || r.slips[0].Copy != 0 || r.slips[0].Receipt.TransactionID != "TX-1" {
			t.Fatalf("slips %+v", r.slips)
		}
		if r.states[0] != till.PrintStarted {
			t.Errorf("its bytes went out while the disk said %q", r.states[0])
		}
		if err := d.Print(d.t.Context(), v.ID, "Huda"); err != nil {
			t.Fatal(err)
		}
		if r.count() != 2 || r.slips[1].Copy != 1 || r.slips[1].By != "Huda" {
			t.Errorf("again: %+v", r.slips[1])
		}
	})
}

func TestAQueueThatTookASlipHasNotPrintedIt(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		r.set(func(r *roll) { r.says = false })
		d.wantPrint(d.paid("TX-1").ID, till.PrintHanded, "")
	})
}

// TestPaidIsNotHeldUpByPaper: the moment in which a sale is shown as paid is the
// same with a printer that hangs, refuses, is off or is not there.
func TestPaidIsNotHeldUpByPaper(t *testing.T) {
	shown := func(prepare func(*roll)) (after time.Duration, print till.PrintState) {
		synctest.Test(t, func(t *testing.T) {
			store := storetest.NewMemory()
			var p till.Paper
			if r := newRoll(store); prepare != nil {
				prepare(r)
				p = r
			}
			d := openPaper(t, store, newGateway(), p)
			defer d.Close()
			v := d.charge()
			d.gate.set(v.OrderID, "SUCCESS", "TX-1")
			began := time.Now()
			for {
				n, err := d.sub.Next(d.t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if n.Kind == till.NoticeSale && n.View.Status() == till.StatusPaid {
					after, print = time.Since(began), n.View.Print
					return
				}
			}
		})
		return after, print
	}
	without, _ := shown(nil)
	for name, prepare := range map[string]func(*roll){
		"prints":   func(*roll) {},
		"hangs":    func(r *roll) { r.hangs = true },
		"refuses":  func(r *roll) { r.wrong = noPaper },
		"slow":     func(r *roll) { r.onPrint = func(context.Context, till.Slip) { time.Sleep(time.Minute) } },
		"half way": func(r *roll) { r.wrong = &till.PaperError{Code: "stalled", OnPaper: true} },
	} {
		if after, print := shown(prepare); after != without || print != till.PrintPending {
			t.Errorf("%s: paid after %v with the slip %q, without a printer after %v", name, after, print, without)
		}
	}
}

func TestPaperThatRunsOutAndIsBack(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		r.set(func(r *roll) { r.wrong = noPaper })
		one := d.paid("TX-1")
		two := d.paid("TX-2")
		time.Sleep(5 * time.Second)
		d.wantPrint(one.ID, till.PrintPending, "no-paper")
		d.wantPrint(two.ID, till.PrintPending, "no-paper") // told although it waits behind
		commits := d.store.Commits()
		time.Sleep(30 * time.Second)
		if n := d.store.Commits() - commits; n != 0 || r.tries != 1 {
			t.Errorf("%d commits and %d tries while nothing changed", n, r.tries)
		}
		r.set(func(r *roll) { r.wrong = nil })
		time.Sleep(5 * time.Second)
		synctest.Wait()
		d.wantPrint(one.ID, till.PrintDone, "")
		d.wantPrint(two.ID, till.PrintDone, "")
		if r.count() != 2 || r.unmarked() != 2 || r.slips[0].Receipt.SaleID != one.ID {
			t.Errorf("slips %+v", r.slips)
		}
	})
}

func TestASlipPrintedByHandDoesNotComeByItself(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		r.set(func(r *roll) { r.wrong = noPaper })
		v := d.paid("TX-1")
		r.set(func(r *roll) { r.wrong = nil })
		if err := d.Print(d.t.Context(), v.ID, "Huda"); err != nil {
			t.Fatal(err)
		}
		d.pass(10 * time.Minute)
		if r.count() != 1 || r.unmarked() != 1 {
			t.Errorf("slips %+v", r.slips)
		}
	})
}

func TestASlipThatDoesNotComeIsGivenUp(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		r.set(func(r *roll) { r.wrong = noPaper })
		one := d.paid("TX-1")
		if err := d.Acknowledge(d.t.Context(), one.ID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Minute)
		synctest.Wait()
		if d.wantPrint(one.ID, till.PrintMissed, ""); d.sale(one.ID).Open() {
			t.Error("it would come back at a start")
		}
		r.set(func(r *roll) { r.wrong = nil })
		time.Sleep(time.Hour)
		if r.count() != 0 {
			t.Error("it came out beside another customer")
		}
		if err := d.Print(d.t.Context(), one.ID, "Huda"); err != nil || r.unmarked() != 1 {
			t.Errorf("by hand: %v, %+v", err, r.slips)
		}
		d.wantPrint(one.ID, till.PrintDone, "")
	})
}

func TestWhatMayBeOnPaperIsFollowedByACopy(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		r.set(func(r *roll) { r.wrong = &till.PaperError{Code: "stalled", OnPaper: true} })
		v := d.paid("TX-1")
		d.wantPrint(v.ID, till.PrintDoubtful, "stalled")
		time.Sleep(10 * time.Minute)
		if r.count() != 1 {
			t.Fatalf("%d slips by themselves", r.count())
		}
		err := d.Print(d.t.Context(), v.ID, "")
		if e, ok := errors.AsType[*till.PaperError](err); !ok || e.Code != "stalled" || till.CodeOf(err) != till.CodePaper {
			t.Errorf("%v", err)
		}
		r.set(func(r *roll) { r.wrong = nil })
		if err := d.Print(d.t.Context(), v.ID, ""); err != nil {
			t.Fatal(err)
		}
		if r.unmarked() != 1 || r.slips[2].Copy != 2 {
			t.Errorf("slips %+v", r.slips)
		}
		d.wantPrint(v.ID, till.PrintDone, "")
	})
}

func TestTheShopsSlipIsACopy(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		r.set(func(r *roll) { r.wanted = 2 })
		v := d.paid("TX-1")
		if r.count() != 2 || r.unmarked() != 1 || r.slips[1].Copy != 1 || d.sale(v.ID).Copies != 1 {
			t.Errorf("slips %+v", r.slips)
		}
	})
}

func TestOnDemandNothingComesByItself(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		r.set(func(r *roll) { r.wanted = 0 })
		v := d.paid("TX-1")
		d.wantPrint(v.ID, till.PrintNone, "")
		time.Sleep(time.Hour)
		if r.tries != 0 {
			t.Fatal("it printed")
		}
		if err := d.PrintCopy(d.t.Context(), v.ID, "Huda"); err != nil || r.slips[0].Copy != 1 {
			t.Errorf("a copy: %v, %+v", err, r.slips)
		}
		if err := d.Print(d.t.Context(), v.ID, "Huda"); err != nil || r.unmarked() != 0 {
			t.Errorf("an original beside a copy: %v, %+v", err, r.slips)
		}
	})
}

// TestClosingOverAPrinterThatHangs: the application ends at once, and the next
// start does not print what may be on paper.
func TestClosingOverAPrinterThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := storetest.NewMemory(), newGateway()
		r := newRoll(store)
		r.hangs = true
		d := openPaper(t, store, gate, r)
		v := d.paid("TX-1")
		d.wantPrint(v.ID, till.PrintStarted, "")
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
			e.wantPrint(v.ID, till.PrintDoubtful, "")
			if err := e.Print(d.t.Context(), v.ID, "Huda"); err != nil || r.unmarked() != 0 || r.count() != 1 {
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
		d.wantPrint(v.ID, till.PrintDone, "")
		d.Close()
		states := map[till.PrintState]bool{}
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
			if now.Print == till.PrintNone || now.Print == till.PrintPending || now.Print == till.PrintStarted {
				t.Errorf("killed after commit %d (%s): afterwards %q", n, was.Print, now.Print)
			}
			if was.Print == till.PrintPending && r.unmarked() != 1 {
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
		d.wantPrint(late.ID, till.PrintDone, "")
		d.Close()
		for n := 1; n <= store.Commits(); n++ {
			old := putBack(t, store, n, till.FreezeRestored, time.Now())
			r := newRoll(old)
			d.gate.hooks(func(core.Operation, string) error { return core.ErrNotSent }) // what it has to tell comes later
			e := openPaper(t, old, gate, r)
			e.pass(time.Second)
			d.gate.hooks(nil)
			e.pass(time.Hour)
			for _, id := range []till.SaleID{v.ID, late.ID} {
				if s, err := old.Sale(d.t.Context(), id); err != nil || s.ReceiptSeq == 0 {
					continue // not opened yet, or not shown
				}
				if err := e.Print(d.t.Context(), id, "Huda"); err != nil {
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
				d.store.OnCommit(func(_ int, c till.Change) storetest.Outcome {
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
				d.want(v.ID, till.StatusPaid)
				d.wantPrint(v.ID, till.PrintDone, "")
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
		r.set(func(r *roll) { r.onPrint = func(context.Context, till.Slip) { time.Sleep(time.Second) } })
		v := d.charge()
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		var taps sync.WaitGroup
		for range 3 {
			taps.Go(func() {
				for d.Print(d.t.Context(), v.ID, "") != nil {
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
		wantCode(t, "a sale that is not paid", d.Print(d.t.Context(), v.ID, ""), till.CodeStep)
		wantCode(t, "no sale", d.PrintCopy(d.t.Context(), "20261120-9", ""), till.CodeNoSale)
		if r.tries != 0 {
			t.Error("it printed")
		}
	})
	bubble(t, func(d *desk) {
		v := d.paid("TX-1")
		d.wantPrint(v.ID, till.PrintNone, "")
		wantCode(t, "without a printer", d.Print(d.t.Context(), v.ID, ""), till.CodePaper)
	})
}
