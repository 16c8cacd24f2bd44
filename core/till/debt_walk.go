package till

import (
	"context"
	"iter"

	"sanduq/core/journal"
)

// debts walks over entries of what is owed back, the newest first. An error ends
// the walk.
func (t *Till) debts(ctx context.Context, q journal.DebtQuery) iter.Seq2[journal.Debt, error] {
	return journal.WalkDebts(ctx, t.cfg.Store, q)
}

// debt is one entry; there is false where it is not there.
func (t *Till) debt(ctx context.Context, number uint64) (d journal.Debt, there bool, err error) {
	found, err := t.cfg.Store.Debts(context.WithoutCancel(ctx), journal.DebtQuery{Before: number + 1, Limit: 1})
	if err != nil || len(found) == 0 || found[0].Number != number {
		return journal.Debt{}, false, err
	}
	return found[0], true, nil
}
