package feed

import (
	"context"
	"slices"

	"sanduq/core/journal"
	"sanduq/ui/settle"
)

// ledger is a till that tells what is owed back.
type ledger interface {
	Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error)
}

// owingEach is how many entries of the ledger are read at a time.
const owingEach = 200

// readOwing reads what is owed back and still open: at the start, and whenever the day
// has moved. What cannot be read leaves what was known.
func (f *Feed) readOwing() {
	from, told := f.till.(ledger)
	if !told {
		return
	}
	f.asked++
	asked := f.asked
	f.env.Go(func() {
		open, err := allOwing(f.env.Life, from)
		f.env.Post(func() {
			if err != nil || asked != f.asked {
				return
			}
			f.owing = open
			f.window.Read()
			f.window.Paint()
		})
	})
}

// allOwing reads every entry of which something is still owed back: a number that
// stops somewhere would be a false one.
func allOwing(ctx context.Context, from ledger) (all []journal.Debt, err error) {
	for q := (journal.DebtQuery{Open: true, Limit: owingEach}); ; q.Before = all[len(all)-1].Number {
		some, err := from.Debts(ctx, q)
		if all = append(all, some...); err != nil || len(some) < q.Limit {
			return all, err
		}
	}
}

// Beside are the entries of which something is still owed back although nobody must
// settle their sales: somebody has read so. They are no part of what must be settled,
// and stand beside it.
func (f *Feed) Beside() []journal.Debt {
	return slices.DeleteFunc(slices.Clone(f.owing), func(d journal.Debt) bool {
		for _, id := range []journal.SaleID{d.Sale, d.With} {
			if v, there := f.sales[id]; there && settle.Why(v) == settle.Owed {
				return true
			}
		}
		return false
	})
}
