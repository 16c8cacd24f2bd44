package till_test

import (
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// replacement is a draft of another payment instead of a sale.
func replacement(old journal.SaleID) journal.Draft {
	return journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: old, Cashier: "Amal", Reason: "again"}
}

// TestNoOtherPaymentOnWhatCannotBeRead: neither the sale nor another of its order may be
// taken from memory, where the disk may be further.
func TestNoOtherPaymentOnWhatCannotBeRead(t *testing.T) {
	for _, what := range []string{"the sale", "another of its order"} {
		t.Run(what, func(t *testing.T) {
			onTroubled(t, func(d *desk, s *troubled) {
				a := d.charge()
				b := d.instead(a.ID)
				unread := map[string]journal.SaleID{"the sale": b.ID, "another of its order": a.ID}[what]
				f := func(id journal.SaleID) error {
					if id == unread {
						return journal.ErrPoisoned
					}
					return nil
				}
				s.sale.Store(&f)
				before := s.Commits()
				_, err := d.Charge(d.t.Context(), replacement(b.ID))
				d.refused("instead of what cannot be read", err, journal.CodeStore)
				if n := s.Commits() - before; n != 0 {
					t.Errorf("%d commits", n)
				}
			})
		})
	}
}

// TestAPaymentWaitsForADiskThatCannotBeRead in the moment before it is sent, and then
// opens; where the till closes meanwhile, the next start finds the intent, and nobody has
// said that the order was paid.
func TestAPaymentWaitsForADiskThatCannotBeRead(t *testing.T) {
	for _, closes := range []bool{false, true} {
		onTroubled(t, func(d *desk, s *troubled) {
			a := d.charge()
			var told, well atomic.Bool
			f := func(id journal.SaleID) error {
				if id == a.ID && told.Load() && !well.Load() {
					return journal.ErrPoisoned
				}
				return nil
			}
			s.sale.Store(&f)
			g := func(c journal.Change) error {
				if c.Sale != nil && c.Sale.ReplacedBy != "" {
					told.Store(true)
				}
				return nil
			}
			s.commit.Store(&g)
			v, err := d.Charge(d.t.Context(), replacement(a.ID))
			d.do(err)
			d.pass(300 * time.Millisecond)
			if !told.Load() || d.sale(v.ID).Step != journal.StepIntent {
				t.Fatalf("told %v, %s", told.Load(), d.sale(v.ID).Step)
			}
			if closes {
				d.Close()
				disk, err := s.Memory.Crash().Sale(d.t.Context(), v.ID)
				if d.do(err); disk.Step != journal.StepIntent {
					t.Errorf("after the close the disk says %s, %+v", disk.Step, disk.Refusal)
				}
				return
			}
			well.Store(true)
			d.pass(time.Minute)
			d.want(v.ID, journal.StatusWaiting)
		})
	}
}

// TestWhatWasNotReplacedDoesNotSaySo: who allowed another payment went away before the
// sale was told of it.
func TestWhatWasNotReplacedDoesNotSaySo(t *testing.T) {
	bubble(t, func(d *desk) {
		d.hire()
		old := d.waiting()
		d.lend(journal.RightDecide)
		d.store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
			if c.Sale != nil && c.Sale.Replaces == old.ID && c.Sale.Version == 1 {
				d.Staff.SignOut(d.t.Context())
			}
			return storetest.Stored
		})
		v, err := d.Charge(d.t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: old.ID, Manager: "Huda", Cashier: "Samira", Reason: "again"})
		d.do(err)
		d.pass(10 * time.Second)
		if s := d.sale(old.ID); s.ReplacedBy != "" || s.SetAside != nil || len(s.Instead) != 0 {
			t.Errorf("replaced by %s, which is %s", s.ReplacedBy, d.sale(v.ID).Step)
		}
	})
}

// TestNothingIsAnnouncedAfterTheClose: the payment opened in the moment of it.
func TestNothingIsAnnouncedAfterTheClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		closed := make(chan struct{})
		d.gate.after = func(op core.Operation, _ string) error {
			if op == core.OpInitiate {
				go func() { d.Close(); close(closed) }()
				for journal.CodeOf(d.Check(t.Context(), "nobody's")) != journal.CodeUnavailable {
					runtime.Gosched()
				}
				for range 10_000 {
					runtime.Gosched()
				}
			}
			return nil
		}
		v, err := d.Charge(t.Context(), plainDraft())
		d.do(err)
		<-closed
		s, err := d.store.Crash().Sale(t.Context(), v.ID)
		if d.do(err); s.Step == journal.StepQRIntent || d.gate.count(core.OpGenerateQR) != 0 {
			t.Errorf("%s, %d QRs", s.Step, d.gate.count(core.OpGenerateQR))
		}
	})
}

// TestAConnectionThatIsBackIsAReasonToAskOnce about the sale that is asked about once an
// hour: after it was gone for long, for more than one sale, and not more often than once
// an hour.
func TestAConnectionThatIsBackIsAReasonToAskOnce(t *testing.T) {
	type outage struct {
		sale  int // that has no answer, of those that are polled; 0 is all
		lasts time.Duration
		asks  bool // about the other one, when it ends
	}
	for what, c := range map[string]struct {
		polled int
		row    []outage
	}{
		"long":             {2, []outage{{0, 45 * time.Second, true}}},
		"short":            {2, []outage{{0, 12 * time.Second, false}}},
		"of one sale":      {1, []outage{{1, 45 * time.Second, false}}},
		"of one, another":  {1, []outage{{1, 45 * time.Second, false}, {2, 45 * time.Second, false}}},
		"twice in an hour": {2, []outage{{0, 45 * time.Second, true}, {0, 45 * time.Second, false}}},
	} {
		t.Run(what, func(t *testing.T) {
			bubble(t, func(d *desk) {
				var asked, deaf atomic.Int64
				old := d.charge()
				d.pass(70 * time.Minute)
				var polled []string
				for range c.polled {
					polled = append(polled, d.charge().OrderID)
				}
				d.pass(5 * time.Second)
				d.gate.hooks(func(op core.Operation, order string) error {
					switch {
					case op != core.OpFetchStatus:
					case order == old.OrderID:
						asked.Add(1)
					case deaf.Load() == -1, deaf.Load() > 0 && polled[deaf.Load()-1] == order:
						return core.ErrNotSent
					}
					return nil
				})
				for _, o := range c.row {
					if o.sale > len(polled) { // the one before is over, and another begins
						d.gate.set(polled[0], "SUCCESS", "TX-1")
						d.pass(5 * time.Second)
						polled = append(polled, d.charge().OrderID)
						d.pass(5 * time.Second)
					}
					if deaf.Store(int64(o.sale)); o.sale == 0 {
						deaf.Store(-1)
					}
					d.pass(o.lasts)
					if !d.Link().Down {
						t.Errorf("after %v the connection is %+v", o.lasts, d.Link())
					}
					deaf.Store(0)
					asked.Store(0)
					d.pass(15 * time.Second)
					if got := asked.Load() > 0; got != o.asks {
						t.Errorf("after %v: asked %d times", o.lasts, asked.Load())
					}
				}
			})
		})
	}
}

// TestNoOtherPaymentBesideSuccess, also where its record lacks a receipt.
func TestNoOtherPaymentBesideSuccess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, storetest.NewMemory(), newGateway())
		v := d.charge()
		d.Close()
		s, err := d.store.Sale(t.Context(), v.ID)
		d.do(err)
		s.Session.State = core.StateSuccess
		s.Version++
		d.do(d.store.Commit(t.Context(), journal.Change{Sale: &s}))
		e := open(t, d.store.Crash(), d.gate)
		defer e.Close()
		_, err = e.Charge(t.Context(), replacement(v.ID))
		e.refused("beside SUCCESS", err, journal.CodeStep)
	})
}
