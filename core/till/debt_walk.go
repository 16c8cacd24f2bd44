package till

import (
	"context"
	"iter"
)

// debtsEach is how many entries of what is owed back are read at once.
const debtsEach = 50

// debts walks over entries of what is owed back, the newest first. An error ends
// the walk.
func (t *Till) debts(ctx context.Context, q DebtQuery) iter.Seq2[Debt, error] {
	return debtsOf(ctx, t.cfg.Store, q)
}

// debtsOf walks over them wherever they are kept.
func debtsOf(ctx context.Context, from interface {
	Debts(ctx context.Context, q DebtQuery) ([]Debt, error)
}, q DebtQuery) iter.Seq2[Debt, error] {
	return func(yield func(Debt, error) bool) {
		for q.Limit = debtsEach; ; {
			some, err := from.Debts(ctx, q)
			if err != nil {
				yield(Debt{}, err)
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

// debt is one entry; there is false where it is not there.
func (t *Till) debt(ctx context.Context, number uint64) (d Debt, there bool, err error) {
	found, err := t.cfg.Store.Debts(context.WithoutCancel(ctx), DebtQuery{Before: number + 1, Limit: 1})
	if err != nil || len(found) == 0 || found[0].Number != number {
		return Debt{}, false, err
	}
	return found[0], true, nil
}
