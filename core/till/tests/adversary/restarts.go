package adversary

import (
	"context"
	"math/rand/v2"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/tests/oracle"
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
	freeze := journal.Freeze{Cause: journal.FreezeRestored, At: time.Now(), Since: time.Now().Add(-time.Minute)}
	if old, err := w.disk.Freeze(ctx); err == nil { // numbers that were left out stay so
		freeze.Day, freeze.Number, freeze.Receipt, freeze.Z, freeze.Cash, freeze.LeftOut = old.Day, old.Number, old.Receipt, old.Z, old.Cash, old.LeftOut
	}
	if err := w.disk.Commit(ctx, journal.Change{Freeze: &freeze}); err != nil {
		w.see.problem(lawDisk, "the store refuses a freeze: %v", err)
	}
	w.trace("people", "the journal is put back to its first %d commits", n)
	books, err := oracle.Read(ctx, w.disk)
	if err != nil {
		w.see.problem(lawDisk, "the old journal: %v", err)
	}
	w.see.restored(books)
	w.open()
}
