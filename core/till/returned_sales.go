package till

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// BackDays are days on which money was given back. The zero value is any.
type BackDays struct {
	Zone     *time.Location // nil is any day
	From, To Day            // inclusive; blank is open
}

// Has reports whether a moment lies on one of the days.
func (b BackDays) Has(at time.Time) bool {
	if b.Zone == nil {
		return true
	}
	day := DayOf(at.In(b.Zone))
	return (b.From == "" || day >= b.From) && (b.To == "" || day <= b.To)
}

// GivenBack returns how much was given back of each sale that q selects, in minor units,
// on the days of q.Back. Errors: the store's, CodeSum.
func (t *Till) GivenBack(ctx context.Context, q SaleQuery) (map[SaleID]int64, error) {
	back := map[SaleID]int64{}
	_, err := t.givenBackOf(ctx, q, back)
	return back, err
}

// givenBackOf are the sales that q selects of which something was given back, newest
// first, whatever q.Before and q.Limit; sums are added to back.
func (t *Till) givenBackOf(ctx context.Context, q SaleQuery, back map[SaleID]int64) (all []Sale, err error) {
	var add adder
	for r, err := range Returned(ctx, t, q, nil) {
		if err != nil {
			return nil, err
		}
		if _, there := back[r.Sale.ID]; !there {
			all = append(all, r.Sale)
		}
		back[r.Sale.ID] = add.sum(back[r.Sale.ID], r.Amount.Minor)
	}
	if add.over {
		return nil, refuse(CodeSum, ErrSum)
	}
	slices.SortFunc(all, func(a, b Sale) int { return cmp.Compare(b.ID, a.ID) })
	return all, nil
}

// returnedPage is one page of the sales of which something was given back.
func (t *Till) returnedPage(ctx context.Context, q SaleQuery) (SalePage, error) {
	all, err := t.givenBackOf(ctx, q, map[SaleID]int64{})
	if err != nil {
		return SalePage{}, err
	}
	all = slices.DeleteFunc(all, func(s Sale) bool { return q.Before != "" && s.ID >= q.Before })
	n := min(len(all), cmp.Or(q.Limit, 50))
	return SalePage{Sales: all[:n:n], More: n < len(all)}, nil
}

// returnedTotals are the figures of those sales, by what they came to.
func (t *Till) returnedTotals(ctx context.Context, q SaleQuery) (totals []Total, err error) {
	all, err := t.givenBackOf(ctx, q, map[SaleID]int64{})
	if err != nil {
		return nil, err
	}
	var add adder
	for _, s := range all {
		group := s.Status().Group()
		at := slices.IndexFunc(totals, func(x Total) bool { return x.Group == group && x.Currency == s.Amount.Currency })
		if at < 0 {
			at, totals = len(totals), append(totals, Total{Group: group, Currency: s.Amount.Currency})
		}
		totals[at].Count++
		totals[at].Minor = add.sum(totals[at].Minor, s.Amount.Minor)
	}
	if add.over {
		return nil, refuse(CodeSum, ErrSum)
	}
	slices.SortFunc(totals, func(a, b Total) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Currency, b.Currency))
	})
	return totals, nil
}
