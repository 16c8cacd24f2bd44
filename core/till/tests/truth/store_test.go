package truth_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// strict is a store that refuses receipts while it is told to.
type strict struct {
	journal.Store
	refuses atomic.Bool
	refused atomic.Int32
}

func (s *strict) Commit(ctx context.Context, c journal.Change) error {
	if c.Receipt != nil && s.refuses.Load() {
		s.refused.Add(1)
		return journal.ErrRefused
	}
	return s.Store.Commit(ctx, c)
}

// TestARefusingStoreIsNotHammered: the store will not have one receipt. Ten
// tries a second fill the log's disk and take the processor away from the
// sales at the counter; and the receipt must be written once it may be.
func TestARefusingStoreIsNotHammered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := practice()
		store := &strict{Store: p.memory}
		p.store = store
		store.refuses.Store(true)
		s := p.open(t)
		v := s.charge()
		s.gate.set(v.OrderID, "SUCCESS", "TX-1")
		s.pass(5 * time.Minute)
		if n := store.refused.Load(); n > 60 {
			t.Errorf("%d tries in five minutes", n)
		}
		if got := s.sale(v.ID); got.Status() == journal.StatusPaid {
			t.Error("PAID is shown, and it is not on the disk")
		}
		other, err := s.Charge(t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR})
		if err != nil {
			t.Fatalf("the other sales stand still too: %v", err)
		}
		store.refuses.Store(false)
		s.pass(time.Minute)
		s.want(v.ID, journal.StatusPaid)
		s.want(other.ID, journal.StatusWaiting)
	})
}
