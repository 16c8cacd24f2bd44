package till_test

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// busyStore lets somebody else begin before a commit of cash.
type busyStore struct {
	*storetest.Memory
	reads  atomic.Int64
	before atomic.Pointer[func()]
}

func (b *busyStore) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	b.reads.Add(1)
	return b.Memory.Sale(ctx, id)
}

func (b *busyStore) Commit(ctx context.Context, c journal.Change) error {
	if f := b.before.Load(); f != nil && c.Cash != nil && b.before.CompareAndSwap(f, nil) {
		(*f)()
	}
	return b.Memory.Commit(ctx, c)
}

// TestTwoTapsOfCashInDoubt: the second tap, which records nothing, leaves alone what
// the first still needs so that money which comes meanwhile is owed back.
func TestTwoTapsOfCashInDoubt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		store, gate := &busyStore{Memory: storetest.NewMemory()}, newGateway()
		d := on(t, store, gate, store.Memory, gate, nil)
		defer d.Close()
		d.shifts(0)
		old := d.charge()
		tap := func() (journal.View, error) {
			return d.TakeCash(ctx, journal.Draft{Amount: amount, Replaces: old.ID, Cashier: "Amal"}, 13_000)
		}
		second := make(chan error, 1)
		begin := func() {
			seen := store.reads.Load()
			go func() { _, err := tap(); second <- err }()
			for store.reads.Load() == seen {
				runtime.Gosched()
			}
			for range 10_000 { // it has read that it may, and now waits for the first one's locks
				runtime.Gosched()
			}
		}
		store.before.Store(&begin)
		hit := time.Time{}
		store.OnCommit(func(_ int, c journal.Change) storetest.Outcome {
			if !hit.IsZero() && time.Since(hit) < 20*time.Second && c.Receipt == nil && c.Sale != nil && c.Sale.ID == old.ID {
				return storetest.Lost // so that the money comes before the order knows of the cash
			}
			if c.Cash == nil || !hit.IsZero() {
				return storetest.Stored
			}
			hit = time.Now()
			gate.set(old.OrderID, "SUCCESS", "TX-A")
			return storetest.Kept
		})
		v, err := tap()
		d.do(err)
		d.refused("the second tap", <-second, journal.CodeStore)
		d.pass(10 * time.Minute)
		if paid := d.want(old.ID, journal.StatusPaid); paid.PaidTwiceWith != v.ID {
			t.Errorf("paid beside cash that nobody finds: %+v", paid.Sale)
		}
		d.balances()
	})
}

// TestCashWhileAPaymentOpens: of an order that was paid in cash meanwhile no QR is
// asked for, and its sale is set aside.
func TestCashWhileAPaymentOpens(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(0)
		d.gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpInitiate {
				time.Sleep(20 * time.Second)
			}
			return nil
		})
		old, err := d.Charge(ctx, journal.Draft{Amount: amount, Route: core.RouteQR})
		d.do(err)
		d.pass(time.Second)
		v, err := d.TakeCash(ctx, journal.Draft{Amount: amount, Replaces: old.ID, Cashier: "Amal"}, 13_000)
		d.do(err)
		d.pass(time.Minute)
		s := d.want(old.ID, journal.StatusSetAside)
		if s.Step != journal.StepCreated || s.SetAside.Reason != journal.AsidePaidCash || s.ReplacedBy != v.ID {
			t.Errorf("the sale that cash was taken instead of: %+v", s.Sale)
		}
		if n := d.gate.count(core.OpGenerateQR); n != 0 || s.Session.QRPayload != "" {
			t.Errorf("asked for a QR %d times, %q", n, s.Session.QRPayload)
		}
		d.refused("a QR by a tap", d.OfferQR(ctx, old.ID), journal.CodeStep)
		d.balances()
	})
}
