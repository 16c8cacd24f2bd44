package ui

import (
	"context"
	"slices"

	"sanduq/core/journal"
	"sanduq/ui/cashier"
)

// ledger is a till that tells what is owed back.
type ledger interface {
	Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error)
}

// owingEach is how many entries of the ledger are read at a time.
const owingEach = 200

// readOwing reads what is owed back and still open: at the start, and whenever the day
// has moved. What cannot be read leaves what was known.
func (s *Shell) readOwing() {
	from, told := s.opt.Till.(ledger)
	if !told {
		return
	}
	s.state.asked++
	asked := s.state.asked
	s.env.Go(func() {
		open, err := allOwing(s.env.Life, from)
		s.env.Post(func() {
			if err != nil || asked != s.state.asked {
				return
			}
			s.state.owing = open
			if one, ok := s.work.screen.(interface{ Refresh() }); ok && s.nav.at.spot == spotSettle {
				one.Refresh()
			}
			s.paint()
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

// beside are the entries of which something is still owed back although nobody must
// settle their sales: somebody has read so. They are no part of what must be settled,
// and stand beside it.
func (s *tillState) beside() []journal.Debt {
	return slices.DeleteFunc(slices.Clone(s.owing), func(d journal.Debt) bool {
		for _, id := range []journal.SaleID{d.Sale, d.With} {
			if v, there := s.sales[id]; there && cashier.ToSettle(v) == cashier.ToSettleOwed {
				return true
			}
		}
		return false
	})
}

// owingSaid is "Still owed back, 2"; blank where nothing is.
func (s *Shell) owingSaid() string {
	n := len(s.state.beside())
	if n == 0 {
		return ""
	}
	return s.env.Words.T("settle.owing", "n", n)
}
