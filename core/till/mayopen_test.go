package till_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
)

// slowSale answers late about one sale, once.
type slowSale struct {
	*storetest.Memory
	id atomic.Value
}

func (s *slowSale) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	found, err := s.Memory.Sale(ctx, id)
	if s.id.CompareAndSwap(id, journal.SaleID("")) {
		time.Sleep(100 * time.Millisecond)
	}
	return found, err
}

// TestNoPaymentIsOpenedWhileACommitIsInDoubt: the disk fails after the sales of the
// order were read and before the payment is sent. What the failed commit says of the
// order is not known yet, so that the payment waits until it was read back.
func TestNoPaymentIsOpenedWhileACommitIsInDoubt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, gate := &slowSale{Memory: storetest.NewMemory()}, newGateway()
		d := on(t, store, gate, store.Memory, gate, nil)
		defer d.Close()
		old := d.charge()
		gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpInitiate && d.StoreFault() != nil {
				t.Error("a payment was opened while a commit was in doubt")
			}
			return nil
		})
		store.id.Store(d.NextID())
		began := time.Now()
		go func() {
			time.Sleep(50 * time.Millisecond)
			store.FailNext(storetest.Lost)
			d.refused("a disk in doubt", d.Staff.SaveSettings(t.Context(), d.Settings(), "Huda"), journal.CodeStore)
		}()
		v, err := d.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, Replaces: old.ID})
		d.must(err)
		d.pass(70 * time.Millisecond)
		if d.StoreFault() == nil || gate.count(core.OpInitiate) != 1 {
			t.Errorf("after %s: fault %v, %d payments", time.Since(began), d.StoreFault(), gate.count(core.OpInitiate))
		}
		d.pass(time.Minute)
		if d.want(v.ID, journal.StatusWaiting); gate.count(core.OpInitiate) != 2 {
			t.Errorf("%d payments were opened", gate.count(core.OpInitiate))
		}
	})
}
