package truth_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// slow is a store whose commits a test can hold up.
type slow struct {
	journal.Store
	hold func(c journal.Change)
}

func (s *slow) Commit(ctx context.Context, c journal.Change) error {
	s.hold(c)
	return s.Store.Commit(ctx, c)
}

// race is one sale that is being paid while another is opened instead of it.
// It runs in real time: who waits for a lock would stop the bubble's clock.
type race struct {
	*shop
	old     journal.View
	armed   atomic.Bool   // the commit that is held up is still to come
	holding chan struct{} // closed when the commit that is held up has begun
	release chan struct{}
	asked   chan struct{} // gets a token when a charge begins
	late    atomic.Int32  // payments opened after the old sale was paid on disk
}

// newRace opens a shop with a QR on show. held says which commit is held up;
// each is once.
func newRace(t *testing.T, held func(old journal.SaleID, c journal.Change) bool) *race {
	t.Helper()
	r := &race{holding: make(chan struct{}), release: make(chan struct{}), asked: make(chan struct{}, 2)}
	p := practice()
	p.store = &slow{Store: p.memory, hold: func(c journal.Change) {
		if r.armed.Load() && held(r.old.ID, c) && r.armed.CompareAndSwap(true, false) {
			close(r.holding)
			<-r.release
		}
	}}
	p.room = func() error { r.asked <- struct{}{}; return nil }
	r.shop = p.open(t)
	v, err := r.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
	if err != nil {
		t.Fatal(err)
	}
	<-r.asked
	r.until("the QR is on show", func() bool { return r.sale(v.ID).Status() == journal.StatusWaiting && r.sale(v.ID).Live.Busy == "" })
	r.old = r.sale(v.ID)
	r.gate.set(v.OrderID, "SUCCESS", "TX-1")
	r.gate.script(core.OpInitiate, func(q request) reply {
		if kept, err := r.memory.Sale(context.Background(), v.ID); err != nil || kept.ReceiptSeq != 0 {
			r.late.Add(1)
		}
		return r.gate.honest(q)
	})
	r.armed.Store(true)
	return r
}

// until waits in real time.
func (s *shop) until(what string, ok func() bool) {
	s.t.Helper()
	for range 5000 {
		if ok() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	s.t.Fatalf("not within 5 s: %s", what)
}

// replace charges again instead of the old sale. What it returns arrives when
// the charge was accepted or refused.
func (r *race) replace() <-chan error {
	done := make(chan error, 1)
	go func() {
		_, err := r.Charge(context.Background(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: r.old.ID, Reason: journal.AsideCustomerLeft})
		done <- err
	}()
	return done
}

// wantOnePayment wants the old sale to be paid, and nothing to be opened once
// that is on disk.
func (r *race) wantOnePayment(charged <-chan error) {
	r.t.Helper()
	r.until("the first sale is paid", func() bool { return r.sale(r.old.ID).Status() == journal.StatusPaid })
	if err := <-charged; err == nil {
		second := journal.NewSaleID(r.old.ID.Day(), r.old.ID.Number()+1)
		r.until("the second sale has an end, or is open", func() bool {
			v := r.sale(second)
			return v.Status().Ended() || v.Status() == journal.StatusWaiting
		})
	}
	if n := r.late.Load(); n != 0 {
		r.t.Errorf("%d payments were opened after the first was paid on disk", n)
	}
}

const rounds = 10

// TestNoSecondPaymentWhileTheFirstIsBeingWrittenDown: the money is there and
// the disk is slow. The customer would be asked to pay once more.
func TestNoSecondPaymentWhileTheFirstIsBeingWrittenDown(t *testing.T) {
	for i := range rounds {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			r := newRace(t, func(_ journal.SaleID, c journal.Change) bool { return c.Receipt != nil })
			go func() { _ = r.Check(context.Background(), r.old.ID) }()
			<-r.holding
			charged := r.replace()
			<-r.asked
			time.Sleep(20 * time.Millisecond) // until the charge has looked at the first sale
			close(r.release)
			r.wantOnePayment(charged)
		})
	}
}

// TestNoSecondPaymentWhileItsIntentIsBeingWrittenDown: the first sale is paid
// after the till looked and before it sends.
func TestNoSecondPaymentWhileItsIntentIsBeingWrittenDown(t *testing.T) {
	for i := range rounds {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			r := newRace(t, func(old journal.SaleID, c journal.Change) bool { return c.Sale != nil && c.Sale.Replaces == old })
			charged := r.replace()
			<-r.holding
			questions := r.gate.count(core.OpFetchStatus, "")
			go func() { _ = r.Check(context.Background(), r.old.ID) }()
			r.until("the gateway was asked", func() bool { return r.gate.count(core.OpFetchStatus, "") > questions })
			time.Sleep(50 * time.Millisecond) // until the answer waits for the disk
			close(r.release)
			r.wantOnePayment(charged)
		})
	}
}
