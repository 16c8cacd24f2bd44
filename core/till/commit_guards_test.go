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
	"sanduq/core/wire"
)

// unlisted is a store that cannot list its open sales for a while.
type unlisted struct {
	*storetest.Memory
	fails atomic.Bool
	asked atomic.Int64 // in vain
}

func (u *unlisted) OpenSales(ctx context.Context) ([]journal.Sale, error) {
	if u.fails.Load() {
		u.asked.Add(1)
		return nil, errors.New("the list cannot be read")
	}
	return u.Memory.OpenSales(ctx)
}

// TestAnEventWhoseCommitWasKeptIsPublished: the disk has the receipt although its commit
// seemed to fail, and the open sales cannot be listed when the store was reopened. The
// sale is read back for itself, else its next version would be refused for ever.
func TestAnEventWhoseCommitWasKeptIsPublished(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := &unlisted{Memory: storetest.NewMemory()}, newGateway()
		d := on(t, store, gate, store.Memory, gate, nil)
		defer d.Close()
		v := d.charge()
		store.fails.Store(true)
		store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
			if c.Receipt != nil {
				return storetest.Kept
			}
			return storetest.Stored
		})
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		d.pass(20 * time.Second)
		if store.asked.Load() == 0 {
			t.Fatal("the list was never asked for")
		}
		if d.want(v.ID, journal.StatusPaid).ReceiptSeq != 1 {
			t.Errorf("its receipt is %d", d.sale(v.ID).ReceiptSeq)
		}
	})
}

// astray answers every status question for other payments, each time for another one.
type astray struct {
	*gateway
	n atomic.Int64
}

func (a *astray) FetchStatus(context.Context, wire.StatusCall) (wire.StatusResult, error) {
	other := "another order"
	if a.n.Add(1)%2 == 0 {
		other = "another amount"
	}
	return wire.StatusResult{State: core.StateSuccess, RawStatus: "SUCCESS", Conflict: other}, nil
}

// TestAnswersAboutOtherPaymentsAreOneRow of the audit, however often they change.
func TestAnswersAboutOtherPaymentsAreOneRow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := storetest.NewMemory(), newGateway()
		api := &astray{gateway: gate}
		d := on(t, store, api, store, gate, nil)
		defer d.Close()
		v := d.charge()
		d.pass(20 * time.Second)
		if api.n.Load() < 3 || d.sale(v.ID).Session.Conflict == "" {
			t.Fatalf("%d answers, conflict %q", api.n.Load(), d.sale(v.ID).Session.Conflict)
		}
		rows, err := d.store.Audit(t.Context(), 0, 100)
		d.do(err)
		n := 0
		for _, row := range rows {
			if row.Action == journal.AuditConflict && row.SaleID == v.ID {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d rows of one conflict, of %d", n, len(rows))
		}
	})
}

// TestTheSaleThatWasPaidFirstIsToldAtAStart: the other one has its receipt on the disk, and
// the power went before the first was told.
func TestTheSaleThatWasPaidFirstIsToldAtAStart(t *testing.T) {
	bubble(t, func(d *desk) {
		first := d.charge()
		second := d.instead(first.ID)
		d.comes(first)
		d.store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
			if c.Sale != nil && c.Sale.ID == first.ID {
				return storetest.Lost
			}
			return storetest.Stored
		})
		d.comes(second)
		d.Close()
		disk := d.store.Crash()
		a, err := disk.Sale(t.Context(), first.ID)
		d.do(err)
		b, err := disk.Sale(t.Context(), second.ID)
		if d.do(err); a.Owed() || b.PaidTwiceWith != first.ID || b.ReceiptSeq == 0 {
			t.Fatalf("owed back %v; the second: with %q, receipt %d", a.Owed(), b.PaidTwiceWith, b.ReceiptSeq)
		}
		e := open(t, disk, d.gate)
		defer e.Close()
		e.pass(time.Minute)
		e.owes(first.ID, second.ID, journal.HistoryAlsoPaid)
	})
}

// TestADebitOfTheStatementIsNotAskedAbout, also where a question was under way when it was
// entered, and whatever the gateway calls it; nor where an older program had planned the
// next question all the same, once that has its answer.
func TestADebitOfTheStatementIsNotAskedAbout(t *testing.T) {
	for _, name := range []string{"TX-QR", "TX-ACCOUNT 2026-11-20"} {
		t.Run(name, func(t *testing.T) {
			onTwoLegs(t, func(d *desk, g *twoLegs) {
				v := d.charge()
				d.byAccount(g, v.ID, func() {})
				sealed, err := d.store.SaleSecrets(d.t.Context(), v.ID)
				d.do(err)
				g.slow.Store(true)
				d.pass(22 * time.Second) // the question of the thirtieth second is under way
				d.do(d.Refunds.OweByStatement(d.t.Context(), v.ID, "Huda", amount, name))
				d.pass(10 * time.Second) // nothing was paid so far
				g.slow.Store(false)
				d.gate.set(v.OrderID, "SUCCESS", "TX-QR")
				ends := func(d *desk, most int) {
					asked := len(d.gate.questions())
					d.pass(time.Hour)
					n := len(d.gate.questions()) - asked
					if s := d.sale(v.ID); s.SecondWatched() || n > most || len(d.debts()) != 1 {
						d.t.Errorf("asked %d times, %d entries, the plan is %+v", n, len(d.debts()), s.Watch)
					}
				}
				ends(d, 0)
				d.Close()
				s := d.sale(v.ID).Sale
				s.Version++
				s.Watch.Next = time.Now()
				d.do(d.store.Commit(d.t.Context(), journal.Change{Sale: &s, Secrets: &sealed}))
				disk := d.store.Crash()
				e := on(d.t, disk, g, disk, d.gate, nil)
				defer e.Close()
				ends(e, 1)
			})
		})
	}
}

// TestASaleWhoseEndWasKeptIsLetGoOf: the commit that ends the questions about it seemed to
// fail, and the disk calls the sale closed.
func TestASaleWhoseEndWasKeptIsLetGoOf(t *testing.T) {
	onTwoLegs(t, func(d *desk, g *twoLegs) {
		v := d.charge()
		d.byAccount(g, v.ID, func() {})
		d.do(d.Acknowledge(d.t.Context(), v.ID))
		var kept atomic.Bool
		d.store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
			if !kept.Load() && c.Sale != nil && c.Sale.ID == v.ID && !c.Sale.Open() {
				kept.Store(true)
				return storetest.Kept
			}
			return storetest.Stored
		})
		for range 31 * 24 {
			if d.pass(time.Hour); kept.Load() {
				break
			}
		}
		if !kept.Load() || d.held(v.ID) {
			t.Errorf("its end was written %v, in hand %v", kept.Load(), d.held(v.ID))
		}
	})
}
