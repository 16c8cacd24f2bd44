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
