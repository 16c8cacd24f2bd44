package refunds

import (
	"cmp"
	"context"
	"slices"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
)

// GivenBack returns how much was given back of each sale that q selects, in minor units,
// on the days of q.Back. Errors: the store's, CodeSum.
func (l *Ledger) GivenBack(ctx context.Context, q journal.SaleQuery) (map[journal.SaleID]int64, error) {
	back := map[journal.SaleID]int64{}
	_, err := l.givenBackOf(ctx, q, back)
	return back, err
}

// givenBackOf are the sales that q selects of which something was given back, newest
// first, whatever q.Before and q.Limit; sums are added to back.
func (l *Ledger) givenBackOf(ctx context.Context, q journal.SaleQuery, back map[journal.SaleID]int64) (all []journal.Sale, err error) {
	var add journal.Adder
	for r, err := range queries.Returned(ctx, history{l.cfg.Store, l}, q, nil) {
		if err != nil {
			return nil, err
		}
		if _, there := back[r.Sale.ID]; !there {
			all = append(all, r.Sale)
		}
		back[r.Sale.ID] = add.Sum(back[r.Sale.ID], r.Amount.Minor)
	}
	if add.Over {
		return nil, journal.Refuse(journal.CodeSum, journal.ErrSum)
	}
	slices.SortFunc(all, func(a, b journal.Sale) int { return cmp.Compare(b.ID, a.ID) })
	return all, nil
}

// ReturnedPage is one page of the sales of which something was given back.
func (l *Ledger) ReturnedPage(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error) {
	all, err := l.givenBackOf(ctx, q, map[journal.SaleID]int64{})
	if err != nil {
		return journal.SalePage{}, err
	}
	all = slices.DeleteFunc(all, func(s journal.Sale) bool { return q.Before != "" && s.ID >= q.Before })
	n := min(len(all), cmp.Or(q.Limit, 50))
	return journal.SalePage{Sales: all[:n:n], More: n < len(all)}, nil
}

// ReturnedTotals are the figures of those sales, by what they came to.
func (l *Ledger) ReturnedTotals(ctx context.Context, q journal.SaleQuery) (totals []journal.Total, err error) {
	all, err := l.givenBackOf(ctx, q, map[journal.SaleID]int64{})
	if err != nil {
		return nil, err
	}
	var add journal.Adder
	for _, s := range all {
		group := s.Status().Group()
		at := slices.IndexFunc(totals, func(x journal.Total) bool { return x.Group == group && x.Currency == s.Amount.Currency })
		if at < 0 {
			at, totals = len(totals), append(totals, journal.Total{Group: group, Currency: s.Amount.Currency})
		}
		totals[at].Count++
		totals[at].Minor = add.Sum(totals[at].Minor, s.Amount.Minor)
	}
	if add.Over {
		return nil, journal.Refuse(journal.CodeSum, journal.ErrSum)
	}
	slices.SortFunc(totals, func(a, b journal.Total) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Currency, b.Currency))
	})
	return totals, nil
}
