package report

import (
	"context"
	"iter"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
)

// FigureStore keeps figures: a till, or its store.
type FigureStore interface {
	Figures(ctx context.Context, from, to journal.Day) iter.Seq2[journal.Figure, error]
}

// Kept is the Source of figures that are kept, read in a shop's zone. The parts
// of a key come one after the other. It is a Returner where the store has the ledger
// of what is owed back too.
func Kept(k FigureStore, zone *time.Location) Source {
	if ledger, ok := k.(queries.Returns); ok {
		return keptReturns{kept{k, zone}, ledger}
	}
	return kept{k, zone}
}

type kept struct {
	store FigureStore
	zone  *time.Location
}

func (k kept) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[Bucket, error] {
	var quarter journal.Quarter
	hour := -1 // of the quarter; a zone is looked up once for each
	return each(k.store.Figures(ctx, from, to), func(f journal.Figure) Bucket {
		if hour < 0 || f.Quarter != quarter {
			quarter, hour = f.Quarter, f.Quarter.Hour(k.zone)
		}
		return Bucket{Key{f.Day, hour, f.Route, f.Status, f.Cashier, f.Currency}, Figure{f.Number, f.Minor}}
	})
}

// each makes something of each of what comes. The first error ends it.
func each[F, T any](all iter.Seq2[F, error], of func(F) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for one, err := range all {
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			if !yield(of(one), nil) {
				return
			}
		}
	}
}

// SaleQuery returns what the sales behind a filter are asked for with, in the
// shop's zone. ok is false for a class of several statuses, which no single
// query selects.
func (f Filter) SaleQuery(zone *time.Location) (q journal.SaleQuery, ok bool) {
	q = journal.SaleQuery{From: f.Period.From, To: f.Period.To, Booked: true, Status: f.Status, Route: f.Route, Amounts: journal.Amounts{Currency: f.Currency}}
	if f.Hour != nil {
		q.Hour = journal.ClockHour{Zone: zone, Hour: *f.Hour}
	}
	if f.Cashier != nil {
		if q.Cashier = *f.Cashier; q.Cashier == "" {
			q.Cashier = journal.Nobody
		}
	}
	switch {
	case f.Class == "" || f.Status != "" && ClassOf(f.Status) == f.Class:
		return q, true
	case f.Class == ClassTaken && f.Status == "":
		q.Status = journal.StatusPaid
		return q, true
	case f.Class == ClassCash && f.Status == "":
		q.Status = journal.StatusCash
		return q, true
	}
	return q, false
}
