package reconcile

import (
	"context"
	"slices"

	"sanduq/core/journal"
	"sanduq/core/report"
)

// Standing is how far the payments of some days are settled with the bank, in one
// currency. The days are those of booking, as figures have them.
type Standing struct {
	Sales, Reconciled int64
	Minor, Open       int64 // of all, and of those that no statement has
}

// Records is what StandingOf asks of a till.
type Records interface {
	Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error)
	Totals(ctx context.Context, q journal.SaleQuery) ([]journal.Total, error)
	Reconciled(ctx context.Context, from, to journal.SaleID) ([]journal.Reconciled, error)
}

// StandingOf is how far the payments that are booked on the days of a period are settled. What
// is kept stands by the sales' own days: the few sales that are booked elsewhere are looked up.
// It is the zero Standing, and no totals are read, where no statement has any of them. Errors
// are those of Records.
func StandingOf(ctx context.Context, from Records, p report.Period, currency string) (s Standing, err error) {
	kept, err := from.Reconciled(ctx, journal.SaleID(p.From), endOf(p.To))
	if err != nil {
		return s, err
	}
	here, away, err := elsewhere(ctx, from, p)
	if err != nil {
		return s, err
	}
	kept = slices.DeleteFunc(kept, func(r journal.Reconciled) bool { return away[r.Sale] })
	for _, id := range here {
		one, err := from.Reconciled(ctx, id, id)
		if err != nil {
			return s, err
		}
		kept = append(kept, one...)
	}
	if len(kept) == 0 {
		return s, nil
	}
	q := of(p)
	q.Amounts.Currency = currency // then the figures of the days tell it, however many sales there are
	paid, err := from.Totals(ctx, q)
	if err != nil {
		return s, err
	}
	for _, t := range paid {
		if t.Currency == currency {
			s.Sales, s.Minor = s.Sales+int64(t.Count), s.Minor+t.Minor
		}
	}
	s.Open = s.Minor
	for _, r := range kept {
		if r.Reconciles() && r.Amount.Currency == currency {
			s.Reconciled++
			s.Open -= r.Amount.Minor
		}
	}
	return s, nil
}

// of asks for what is paid and booked on the days of a period. Cash is not among it.
func of(p report.Period) journal.SaleQuery {
	return journal.SaleQuery{From: p.From, To: p.To, Booked: true, Status: journal.StatusPaid}
}

// endOf is an ID after all of a day.
func endOf(day journal.Day) journal.SaleID { return journal.SaleID(day + "~") }

// elsewhere are the paid sales of other days that are booked in a period, and those of its days
// that are booked outside it, before it or after.
func elsewhere(ctx context.Context, from Records, p report.Period) (here []journal.SaleID, away map[journal.SaleID]bool, err error) {
	away = map[journal.SaleID]bool{}
	into := func(s journal.Sale) { here = append(here, s.ID) }
	out := func(s journal.Sale) { away[s.ID] = true }
	earlier, later := of(p), of(p)
	earlier.Before = journal.SaleID(p.From)
	before, after := of(report.Period{To: p.Day(-1)}), of(report.Period{From: p.Day(p.Days())})
	after.Before = endOf(p.To)
	for _, walk := range []struct {
		journal.SaleQuery
		last journal.Day // before which the walk ends, from the newest sale back
		each func(journal.Sale)
	}{{earlier, "", into}, {later, p.Day(p.Days()), into}, {before, p.From, out}, {after, p.From, out}} {
		if err := walkBack(ctx, from, walk.SaleQuery, walk.last, walk.each); err != nil {
			return nil, nil, err
		}
	}
	return here, away, nil
}

// walkBack gives each sale of a query from the newest back to a day, which is in it.
func walkBack(ctx context.Context, from Records, q journal.SaleQuery, last journal.Day, each func(journal.Sale)) error {
	for {
		page, err := from.Sales(ctx, q)
		if err != nil {
			return err
		}
		for _, s := range page.Sales {
			if s.ID.Day() < last {
				return nil
			}
			each(s)
			q.Before = s.ID
		}
		if !page.More || len(page.Sales) == 0 {
			return nil
		}
	}
}
