package till_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
)

func TestAPaidSaleIsPrintedOnce(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		var with journal.PrintState // in the settlement's own transaction
		d.store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
			if c.Receipt != nil {
				with = c.Sale.Print
			}
			return storetest.Stored
		})
		v := d.paid("TX-1")
		if with != journal.PrintPending {
			t.Errorf("the settlement was committed with the slip %q", with)
		}
		d.wantPrint(v.ID, journal.PrintDone, "")
		if r.count() != 1 || r.slips[0].Copy != 0 || r.slips[0].Receipt.TransactionID != "TX-1" {
			t.Fatalf("slips %+v", r.slips)
		}
		if r.states[0] != journal.PrintStarted {
			t.Errorf("its bytes went out while the disk said %q", r.states[0])
		}
		if err := d.Slips.Print(d.t.Context(), v.ID, "Huda"); err != nil {
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
		d.wantPrint(d.paid("TX-1").ID, journal.PrintHanded, "")
	})
}

// TestPaidIsNotHeldUpByPaper: the moment in which a sale is shown as paid is the
// same with a printer that hangs, refuses, is off or is not there.
func TestPaidIsNotHeldUpByPaper(t *testing.T) {
	shown := func(prepare func(*roll)) (after time.Duration, print journal.PrintState) {
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
				if n.Kind == journal.NoticeSale && n.View.Status() == journal.StatusPaid {
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
		"slow":     func(r *roll) { r.onPrint = func(context.Context, journal.Slip) { time.Sleep(time.Minute) } },
		"half way": func(r *roll) { r.wrong = &journal.PaperError{Code: "stalled", OnPaper: true} },
	} {
		if after, print := shown(prepare); after != without || print != journal.PrintPending {
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
		d.wantPrint(one.ID, journal.PrintPending, "no-paper")
		d.wantPrint(two.ID, journal.PrintPending, "no-paper") // told although it waits behind
		commits := d.store.Commits()
		time.Sleep(30 * time.Second)
		if n := d.store.Commits() - commits; n != 0 || r.tries != 1 {
			t.Errorf("%d commits and %d tries while nothing changed", n, r.tries)
		}
		r.set(func(r *roll) { r.wrong = nil })
		time.Sleep(5 * time.Second)
		synctest.Wait()
		d.wantPrint(one.ID, journal.PrintDone, "")
		d.wantPrint(two.ID, journal.PrintDone, "")
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
		if err := d.Slips.Print(d.t.Context(), v.ID, "Huda"); err != nil {
			t.Fatal(err)
		}
		d.pass(10 * time.Minute)
		if r.count() != 1 || r.unmarked() != 1 {
			t.Errorf("slips %+v", r.slips)
		}
	})
}

// TestASlipOfBeforeTheMachineSleptIsGivenUp: the monotonic clock stands still meanwhile.
func TestASlipOfBeforeTheMachineSleptIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var off atomic.Int64
		store := storetest.NewMemory()
		r, gate := newRoll(store), newGateway()
		tl, err := till.Open(t.Context(), till.Config{Store: store, Paper: r, Environment: core.Sandbox, BaseURL: "test",
			Defaults: defaults, Zone: time.UTC, Now: func() time.Time { return time.Now().Round(0).Add(time.Duration(off.Load())) },
			NewSDK: func() *core.WebSDK { return core.NewWebSDK(gate, &core.InMemoryTokenStore{}) }})
		if err != nil {
			t.Fatal(err)
		}
		d := &desk{Till: tl, t: t, store: store, gate: gate, sub: tl.Subscribe()}
		defer d.Close()
		r.set(func(r *roll) { r.wrong = noPaper })
		one := d.paid("TX-1")
		off.Store(int64(8 * time.Hour))
		r.set(func(r *roll) { r.wrong = nil })
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if d.wantPrint(one.ID, journal.PrintMissed, "no-paper"); r.count() != 0 {
			t.Error("it came out in the morning")
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
		if d.wantPrint(one.ID, journal.PrintMissed, ""); d.sale(one.ID).Open() {
			t.Error("it would come back at a start")
		}
		r.set(func(r *roll) { r.wrong = nil })
		time.Sleep(time.Hour)
		if r.count() != 0 {
			t.Error("it came out beside another customer")
		}
		if err := d.Slips.Print(d.t.Context(), one.ID, "Huda"); err != nil || r.unmarked() != 1 {
			t.Errorf("by hand: %v, %+v", err, r.slips)
		}
		d.wantPrint(one.ID, journal.PrintDone, "")
	})
}

func TestWhatMayBeOnPaperIsFollowedByACopy(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		r.set(func(r *roll) { r.wrong = &journal.PaperError{Code: "stalled", OnPaper: true} })
		v := d.paid("TX-1")
		d.wantPrint(v.ID, journal.PrintDoubtful, "stalled")
		time.Sleep(10 * time.Minute)
		if r.count() != 1 {
			t.Fatalf("%d slips by themselves", r.count())
		}
		err := d.Slips.Print(d.t.Context(), v.ID, "")
		if e, ok := errors.AsType[*journal.PaperError](err); !ok || e.Code != "stalled" || journal.CodeOf(err) != journal.CodePaper {
			t.Errorf("%v", err)
		}
		r.set(func(r *roll) { r.wrong = nil })
		if err := d.Slips.Print(d.t.Context(), v.ID, ""); err != nil {
			t.Fatal(err)
		}
		if r.unmarked() != 1 || r.slips[2].Copy != 2 {
			t.Errorf("slips %+v", r.slips)
		}
		d.wantPrint(v.ID, journal.PrintDone, "")
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

// TestTheShopsSlipWaitsForPaper: the roll ends after the customer's slip, and whoever puts in a new one
// gets the shop's own, under the number that it had taken. It is given up as the customer's is.
func TestTheShopsSlipWaitsForPaper(t *testing.T) {
	for after, want := range map[time.Duration]int{10 * time.Second: 2, 3 * time.Minute: 1} {
		printing(t, func(d *desk, r *roll) {
			r.set(func(r *roll) {
				r.wanted = 2
				r.onPrint = func(_ context.Context, s journal.Slip) {
					if s.Copy == 0 {
						r.set(func(r *roll) { r.wrong = noPaper })
					}
				}
			})
			v := d.paid("TX-1")
			d.pass(after)
			d.wantPrint(v.ID, journal.PrintDone, "no-paper")
			if r.count() != 1 {
				t.Errorf("%d slips without paper", r.count())
			}
			r.set(func(r *roll) { r.wrong, r.onPrint = nil, nil })
			d.pass(time.Minute)
			if r.count() != want || r.unmarked() != 1 || r.slips[want-1].Copy != want-1 || d.sale(v.ID).Copies != 1 {
				t.Errorf("paper after %v: %d slips of %d, %d copies counted", after, r.count(), want, d.sale(v.ID).Copies)
			}
			if told := d.sale(v.ID).Live.Paper; (told == "") != (want == 2) {
				t.Errorf("paper after %v: told %q", after, told)
			}
		})
	}
}

// TestTheShopsSlipComesAfterAFullDisk: its number could not be written down at first.
func TestTheShopsSlipComesAfterAFullDisk(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		failed := false
		r.set(func(r *roll) { r.wanted = 2 })
		d.store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
			if c.Sale != nil && c.Sale.Copies == 1 && !failed {
				failed = true
				return storetest.Lost
			}
			return storetest.Stored
		})
		v := d.paid("TX-1")
		d.pass(time.Minute)
		if !failed || r.count() != 2 || r.slips[1].Copy != 1 || d.sale(v.ID).Copies != 1 {
			t.Errorf("%d slips, %d copies counted, failed %v", r.count(), d.sale(v.ID).Copies, failed)
		}
	})
}

func TestOnDemandNothingComesByItself(t *testing.T) {
	printing(t, func(d *desk, r *roll) {
		r.set(func(r *roll) { r.wanted = 0 })
		v := d.paid("TX-1")
		d.wantPrint(v.ID, journal.PrintNone, "")
		time.Sleep(time.Hour)
		if r.tries != 0 {
			t.Fatal("it printed")
		}
		for copies := range 2 {
			if err := d.Slips.Print(d.t.Context(), v.ID, "Huda"); err != nil || r.unmarked() != 1 || r.slips[copies].Copy != copies {
				t.Errorf("slip %d: %v, %+v", copies, err, r.slips)
			}
		}
	})
}
