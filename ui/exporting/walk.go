package exporting

import (
	"context"
	"iter"
	"slices"

	"sanduq/core/journal"
)

// walk goes through numbered records, oldest first, without holding more than a
// page of them.
type walk[T any] struct {
	of   journal.SaleQuery // the days on which they stand
	read func(ctx context.Context, before uint64, limit int) ([]T, error)
	seq  func(T) uint64
	day  func(T) journal.Day // nil where the days do not matter
	keep func(T) bool        // nil keeps all
	seen func(T)             // is shown each one that is found; nil shows none
}

// found is where a walk has found something: pages, newest first, by their highest
// numbers.
type found struct {
	pages []uint64
	rows  int
}

// locate goes from the newest record back to the first day, and remembers where what
// is asked for stands. A clock that was set back does not end it before a whole page
// is older.
func (b walk[T]) locate(ctx context.Context) (f found, _ error) {
	for before := uint64(0); ; {
		some, err := b.read(ctx, before, page)
		if err != nil || len(some) == 0 {
			return f, err
		}
		n := 0
		for _, one := range some {
			if !b.has(one) {
				continue
			}
			if n++; b.seen != nil {
				b.seen(one)
			}
		}
		if n > 0 {
			f.pages, f.rows = append(f.pages, b.seq(some[0])), f.rows+n
		}
		if len(some) < page || !slices.ContainsFunc(some, func(one T) bool { return !b.older(one) }) {
			return f, nil
		}
		before = b.seq(some[len(some)-1])
	}
}

// each yields what look has found, oldest first. The first error ends it.
func (b walk[T]) each(ctx context.Context, f found) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		for _, highest := range slices.Backward(f.pages) {
			some, err := b.read(ctx, highest+1, page)
			if err != nil {
				yield(none, err)
				return
			}
			for _, one := range slices.Backward(some) {
				if b.has(one) && !yield(one, nil) {
					return
				}
			}
		}
	}
}

func (b walk[T]) has(one T) bool {
	return (b.day == nil || b.of.Within(b.day(one))) && (b.keep == nil || b.keep(one))
}

func (b walk[T]) older(one T) bool { return b.day != nil && b.day(one) < b.of.From }
