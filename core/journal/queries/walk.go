package queries

import (
	"context"
	"iter"

	"sanduq/core/journal"
)

// debtsEach is how many entries of what is owed back are read at once.
const debtsEach = 50

// WalkDebts walks over them wherever they are kept.
func WalkDebts(ctx context.Context, from interface {
	Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error)
}, q journal.DebtQuery) iter.Seq2[journal.Debt, error] {
	return func(yield func(journal.Debt, error) bool) {
		for q.Limit = debtsEach; ; {
			some, err := from.Debts(ctx, q)
			if err != nil {
				yield(journal.Debt{}, err)
				return
			}
			for _, d := range some {
				if q.Before = d.Number; !yield(d, nil) {
					return
				}
			}
			if len(some) < debtsEach {
				return
			}
		}
	}
}

// zsEach is how many Zs are read at once.
const zsEach = 30

// ZsAfter are the Zs with a higher number than after, the newest first. zs lists those below a number, 0 for all, the
// newest first, as a store does.
func ZsAfter(ctx context.Context, zs func(ctx context.Context, before uint64, limit int) ([]journal.Z, error), after uint64) (all []journal.Z, err error) {
	for before := uint64(0); ; before = all[len(all)-1].Seq {
		some, err := zs(ctx, before, zsEach)
		if err != nil {
			return nil, err
		}
		for _, z := range some {
			if z.Seq <= after {
				return all, nil
			}
			all = append(all, z)
		}
		if len(some) < zsEach {
			return all, nil
		}
	}
}
