package refunds

import (
	"context"
	"iter"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
)

// debts walks over entries of what is owed back, the newest first. An error ends
// the walk.
func (l *Ledger) debts(ctx context.Context, q journal.DebtQuery) iter.Seq2[journal.Debt, error] {
	return queries.WalkDebts(ctx, l.cfg.Store, q)
}

// debt is one entry; there is false where it is not there.
func (l *Ledger) debt(ctx context.Context, number uint64) (d journal.Debt, there bool, err error) {
	found, err := l.cfg.Store.Debts(context.WithoutCancel(ctx), journal.DebtQuery{Before: number + 1, Limit: 1})
	if err != nil || len(found) == 0 || found[0].Number != number {
		return journal.Debt{}, false, err
	}
	return found[0], true, nil
}

// history is the store with what the ledger knows of it: queries.Returned asks it which
// entries gave something back.
type history struct {
	journal.Store
	ledger *Ledger
}

// ReturnedDebts is Ledger.ReturnedDebts.
func (h history) ReturnedDebts(ctx context.Context) ([]journal.Debt, error) {
	return h.ledger.ReturnedDebts(ctx)
}
