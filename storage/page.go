package storage

import (
	"context"

	"sanduq/core/till"
)

const (
	pageSize = 50
	// checkEvery is how many records are read between two looks at the context.
	checkEvery = 256
)

// Sales implements till.Store.
func (s *Store) Sales(ctx context.Context, q till.SaleQuery) (page till.SalePage, err error) {
	limit := q.Limit
	if limit <= 0 {
		limit = pageSize
	}
	err = s.view(ctx, func(t tx) error {
		err := t.each(ctx, q, func(sale till.Sale) bool {
			if len(page.Sales) == limit {
				page.More = true
				return false
			}
			page.Sales = append(page.Sales, sale)
			return true
		})
		if err != nil || readSearch(q.Search).text != "" {
			return err
		}
		if err := t.wholeDays(q, page.Sales); err != nil {
			return err
		}
		if page.More || q.Before != "" {
			return nil
		}
		return t.wholeList(ctx, q, len(page.Sales))
	})
	if err != nil {
		return till.SalePage{}, err
	}
	return page, nil
}

// wholeList checks the length of a list that one page holds in full.
func (t tx) wholeList(ctx context.Context, q till.SaleQuery, listed int) error {
	var want uint64
	if q.From == "" && q.To == "" {
		h, err := t.head()
		if err != nil {
			return err
		}
		want = h.sales(q.Status, q.Route)
	} else {
		sum := summed{}
		if err := t.addDays(ctx, q, sum); err != nil {
			return err
		}
		for _, total := range sum {
			want += uint64(total.Count)
		}
	}
	if uint64(listed) != want {
		return corrupt("a list of %d sales where %d are", listed, want)
	}
	return nil
}

// wholeDays checks the days that a page without a search touches.
func (t tx) wholeDays(q till.SaleQuery, sales []till.Sale) error {
	var last till.Day
	for _, sale := range sales {
		if day := sale.ID.Day(); day != last {
			last = day
			if err := t.wholeDay(q, day); err != nil {
				return err
			}
		}
	}
	return nil
}

// each gives every sale that q selects to visit, newest first, until visit
// returns false.
func (t tx) each(ctx context.Context, q till.SaleQuery, visit func(till.Sale) bool) error {
	search := readSearch(q.Search)
	next, strict, err := t.plan(q, search)
	if err != nil {
		return err
	}
	var last till.SaleID
	for n := 1; ; n++ {
		id := next()
		if id == "" {
			return nil
		}
		if last != "" && id >= last {
			return corrupt("%q follows %q", id, last)
		}
		last = id
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r, found, err := t.saleRecord(id)
		if err != nil {
			return err
		}
		if !found {
			return corrupt("sale %q is in an index only", id)
		}
		if !filtered(q, &r.sale) {
			if strict {
				return corrupt("sale %s stands in a wrong index", id)
			}
			continue
		}
		if search.matches(&r.sale) && !visit(r.sale) {
			return nil
		}
	}
}

// filtered tells whether a sale passes a query's status and route. Its day is
// part of its name.
func filtered(q till.SaleQuery, sale *till.Sale) bool {
	return (q.Status == "" || sale.Status() == q.Status) && (q.Route == "" || sale.Route == q.Route)
}

// plan chooses what to walk. It is strict when every sale on the way must pass
// the query's status and route.
func (t tx) plan(q till.SaleQuery, search searched) (next source, strict bool, err error) {
	sales, err := t.in(salesBucket)
	if err != nil {
		return nil, false, err
	}
	index, err := t.in(indexBucket)
	if err != nil {
		return nil, false, err
	}
	r := spanOf(q)
	if search.text != "" {
		if next, ok := searchSource(sales, index, search, r); ok {
			return next, false, nil
		}
	}
	switch {
	case q.Status != "" && q.Route != "":
		return termSource(index, byBoth, bothTerm(q.Status, q.Route), r), true, nil
	case q.Status != "":
		return termSource(index, byStatus, string(q.Status), r), true, nil
	case q.Route != "":
		return termSource(index, byRoute, string(q.Route), r), true, nil
	}
	return historySource(sales, r), true, nil
}

// searchSource joins every index in which a match can stand; false when the
// matches are so many that walking the history finds a page sooner.
func searchSource(sales, index bucket, search searched, r span) (source, bool) {
	byName, ok := nameSource(index, search.text, r)
	if !ok {
		return nil, false
	}
	sources := []source{byName}
	if paper, ok := paperSource(sales, search.text, r); ok {
		sources = append(sources, paper)
	}
	if search.number > 0 {
		sources = append(sources, termSource(index, byNumber, numberTerm(search.number), r))
	}
	if search.end != "" {
		sources = append(sources, termSource(index, byTail, indexedEnd(search.end), r))
	}
	if search.hasAmount {
		sources = append(sources, termSource(index, byAmount, string(search.amount), r))
	}
	return merged(sources...), true
}
