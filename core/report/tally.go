package report

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"time"

	"sanduq/core/journal"
)

// Tally counts sales in memory: a Source for tests, and what figures that are
// kept are recounted with. The zero Tally has counted nothing. It may be read
// from any goroutine while nothing is added.
type Tally struct {
	figures map[Key]Figure
}

// Count returns the tally of a sequence of sales; the first error ends it.
func Count(sales iter.Seq2[journal.Sale, error], zone *time.Location) (*Tally, error) {
	t := &Tally{}
	for s, err := range sales {
		if err != nil {
			return nil, Refuse(CodeSource, err)
		}
		if err := t.Add(s, zone); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// Add counts one sale, or returns CodeRange.
func (t *Tally) Add(s journal.Sale, zone *time.Location) error {
	if t.figures == nil {
		t.figures = map[Key]Figure{}
	}
	key := KeyOf(s, zone)
	sum, err := t.figures[key].Plus(Figure{1, s.Amount.Minor})
	if err != nil {
		return err
	}
	t.figures[key] = sum
	return nil
}

// Figures implements Source, in the order of the keys.
func (t *Tally) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[Bucket, error] {
	return func(yield func(Bucket, error) bool) {
		for _, key := range slices.SortedFunc(maps.Keys(t.figures), compareKeys) {
			if key.Day < from || key.Day > to {
				continue
			}
			if err := ctx.Err(); err != nil {
				yield(Bucket{}, err)
				return
			}
			if !yield(Bucket{key, t.figures[key]}, nil) {
				return
			}
		}
	}
}

func compareKeys(a, b Key) int {
	return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Hour, b.Hour), cmp.Compare(a.Route, b.Route),
		cmp.Compare(a.Status, b.Status), cmp.Compare(a.Cashier, b.Cashier), cmp.Compare(a.Currency, b.Currency))
}
