package shop

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report"
)

// Tally counts sales in memory: a report.Source, by which figures that are kept are
// recounted. The zero Tally has counted nothing. It may be read
// from any goroutine while nothing is added.
type Tally struct {
	figures map[report.Key]report.Figure
}

// Count returns the tally of a sequence of sales; the first error ends it.
func Count(sales iter.Seq2[journal.Sale, error], zone *time.Location) (*Tally, error) {
	t := &Tally{}
	for s, err := range sales {
		if err != nil {
			return nil, report.Refuse(report.CodeSource, err)
		}
		if err := t.Add(s, zone); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// Add counts one sale, or returns report.CodeRange.
func (t *Tally) Add(s journal.Sale, zone *time.Location) error {
	if t.figures == nil {
		t.figures = map[report.Key]report.Figure{}
	}
	key := KeyOf(s, zone)
	sum, err := t.figures[key].Plus(report.Figure{Number: 1, Minor: s.Amount.Minor})
	if err != nil {
		return err
	}
	t.figures[key] = sum
	return nil
}

// Figures implements report.Source, in the order of the keys.
func (t *Tally) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[report.Bucket, error] {
	return func(yield func(report.Bucket, error) bool) {
		for _, key := range slices.SortedFunc(maps.Keys(t.figures), compareKeys) {
			if key.Day < from || key.Day > to {
				continue
			}
			if err := ctx.Err(); err != nil {
				yield(report.Bucket{}, err)
				return
			}
			if !yield(report.Bucket{Key: key, Figure: t.figures[key]}, nil) {
				return
			}
		}
	}
}

// KeyOf returns the key that a sale counts towards. The day is that on which it is
// booked; the hour is that of the shop's clock at Sale.BookedAt, so that an
// hour that a clock change skips has no sales, and one that comes twice has
// those of both.
func KeyOf(s journal.Sale, zone *time.Location) report.Key {
	return report.Key{Day: s.BookingDay(), Hour: s.BookedAt().In(zone).Hour(), Route: s.Route, Status: s.Status(), Cashier: s.Cashier, Currency: s.Amount.Currency}
}

func compareKeys(a, b report.Key) int {
	return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Hour, b.Hour), cmp.Compare(a.Route, b.Route),
		cmp.Compare(a.Status, b.Status), cmp.Compare(a.Cashier, b.Cashier), cmp.Compare(a.Currency, b.Currency))
}
