package adversary

import (
	"context"
	"math/rand/v2"
	"time"

	"sanduq/core/till"
)

func (w *world) restart() {
	w.trace("people", "restart")
	w.close()
	time.Sleep(3 * time.Second)
	w.open()
}

// putBack lets somebody restore an older journal.
func (w *world) putBack(r *rand.Rand) {
	w.close()
	n := w.disk.Commits()
	n -= min(n, r.IntN(14))
	time.Sleep(time.Minute)
	w.disk = w.disk.At(n)
	ctx := context.Background()
	freeze := till.Freeze{Cause: till.FreezeRestored, At: time.Now(), Since: time.Now().Add(-time.Minute)}
	if old, err := w.disk.Freeze(ctx); err == nil { // numbers that were left out stay so
		freeze.Day, freeze.Number, freeze.Receipt = old.Day, old.Number, old.Receipt
	}
	if err := w.disk.Commit(ctx, till.Change{Freeze: &freeze}); err != nil {
		w.see.problem(lawOnce, "the store refuses a freeze: %v", err)
	}
	w.trace("people", "the journal is put back to its first %d commits", n)
	page, err := w.disk.Sales(ctx, till.SaleQuery{Limit: 100})
	if err != nil {
		w.see.problem(lawOnce, "the old journal: %v", err)
	}
	var receipts []till.Receipt
	for _, s := range page.Sales {
		if rec, err := w.disk.Receipt(ctx, s.ReceiptSeq); err == nil {
			receipts = append(receipts, rec)
		}
	}
	w.see.restored(page.Sales, receipts)
	w.open()
}
