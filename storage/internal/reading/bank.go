package reading

import (
	"context"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/internal/record"
)

// Reconciled implements journal.Store.
func (s *Reader) Reconciled(ctx context.Context, from, to journal.SaleID) ([]journal.Reconciled, error) {
	return read(ctx, s, func(t record.Tx) (all []journal.Reconciled, err error) {
		b, there := t.Statements()
		if !there {
			return nil, nil
		}
		err = b.EachReconciled(from, to, func(r journal.Reconciled) error {
			all = append(all, r)
			if len(all)%CheckEvery == 0 {
				return ctx.Err()
			}
			return nil
		})
		return all, err
	})
}

// Statements implements journal.Store.
func (s *Reader) Statements(ctx context.Context, limit int) ([]journal.BankStatement, error) {
	return read(ctx, s, func(t record.Tx) (all []journal.BankStatement, err error) {
		b, there := t.Statements()
		if !there {
			return nil, nil
		}
		err = b.EachStatement(func(s journal.BankStatement) error {
			all = append(all, s)
			return nil
		})
		slices.SortStableFunc(all, func(a, b journal.BankStatement) int { return b.At.Compare(a.At) })
		return all[:min(len(all), max(limit, 0))], err
	})
}
