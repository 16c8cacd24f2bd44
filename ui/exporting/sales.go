package exporting

import (
	"context"
	"iter"
	"sort"
	"time"

	"sanduq/core/journal"
)

// History is what an export asks of the till, or of its store alone.
type History interface {
	Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error)
	Totals(ctx context.Context, q journal.SaleQuery) ([]journal.Total, error)
}

// page is how many sales are read at once.
const page = 500

// Count is how many sales a query selects.
func Count(ctx context.Context, h History, q journal.SaleQuery) (n int, err error) {
	totals, err := h.Totals(ctx, q)
	for _, t := range totals {
		n += t.Count
	}
	return n, err
}

// Sales yields what a query selects, day by day from the oldest, so that no
// more than a day's sales are held at once. today ends a query that is open at
// its end, or a later day on which there is anything: the books may be ahead of the clock.
// The first error ends the sequence.
func Sales(ctx context.Context, h History, q journal.SaleQuery, today journal.Day) iter.Seq2[journal.Sale, error] {
	return func(yield func(journal.Sale, error) bool) {
		q.Before, q.Limit = "", page
		err := error(nil)
		if q.To == "" {
			q.To, err = last(ctx, h, q, today)
		}
		first := journal.Day("")
		if err == nil {
			first, err = oldest(ctx, h, q)
		}
		if err != nil {
			yield(journal.Sale{}, err)
			return
		}
		for day := first; day != "" && day <= q.To; day = next(day) {
			sales, err := ofDay(ctx, h, q, day)
			if err != nil {
				yield(journal.Sale{}, err)
				return
			}
			for i := len(sales) - 1; i >= 0; i-- {
				if !yield(sales[i], nil) {
					return
				}
			}
		}
	}
}

// ofDay is what a query selects of one day, newest first.
func ofDay(ctx context.Context, h History, q journal.SaleQuery, day journal.Day) (all []journal.Sale, err error) {
	q.From, q.To = day, day
	for {
		got, err := h.Sales(ctx, q)
		if err != nil {
			return nil, err
		}
		all = append(all, got.Sales...)
		if !got.More || len(got.Sales) == 0 {
			return all, nil
		}
		q.Before = got.Sales[len(got.Sales)-1].ID
	}
}

// mostAhead is by how many days a clock can have been ahead when somebody sold: two centuries.
const mostAhead = 200 * 366

// last is the last day on which there is anything, today at the least.
func last(ctx context.Context, h History, q journal.SaleQuery, today journal.Day) (journal.Day, error) {
	begin, from, failed := today.Time(time.UTC), q.From, error(nil)
	q.Limit = 1
	over := func(n int) bool {
		if failed != nil {
			return true
		}
		q.From = max(from, journal.DayOf(begin.AddDate(0, 0, n+1)))
		got, err := h.Sales(ctx, q)
		failed = err
		return err != nil || len(got.Sales) == 0
	}
	if over(0) {
		return today, failed
	}
	return journal.DayOf(begin.AddDate(0, 0, sort.Search(mostAhead, over))), failed
}

// oldest is the first day on which there is anything, blank for none. It looks
// for it by halves, since a history begins on a day that nobody names.
func oldest(ctx context.Context, h History, q journal.SaleQuery) (journal.Day, error) {
	if q.From != "" {
		return q.From, nil
	}
	q.Limit = 1
	end := q.To.Time(time.UTC)
	begin := time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	days := int(end.Sub(begin) / (24 * time.Hour))
	var failed error
	at := sort.Search(days+1, func(n int) bool {
		if failed != nil {
			return true
		}
		q.To = journal.DayOf(begin.AddDate(0, 0, n))
		got, err := h.Sales(ctx, q)
		failed = err
		return err == nil && len(got.Sales) > 0
	})
	if failed != nil || at > days {
		return "", failed
	}
	return journal.DayOf(begin.AddDate(0, 0, at)), nil
}

func next(day journal.Day) journal.Day {
	at := day.Time(time.UTC)
	if at.IsZero() {
		return ""
	}
	return journal.DayOf(at.AddDate(0, 0, 1))
}
