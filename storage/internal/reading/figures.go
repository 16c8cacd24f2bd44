package reading

import (
	"bytes"
	"context"
	"iter"

	"sanduq/core/journal"
	"sanduq/storage/codec"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/record"
)

// blockFigures is about how many figures one transaction reads: a commit waits
// for none of them, and a hundred years are never in memory at once.
const blockFigures = 2 << 10

// Figures implements journal.Store. It reads some days at a time, all of each in
// one transaction, and holds them against the number of sales of these days.
func (s *Reader) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[journal.Figure, error] {
	return func(yield func(journal.Figure, error) bool) {
		walk := figureWalk{from: from, to: to}
		for !walk.ended {
			if err := s.view(ctx, func(t record.Tx) error { return walk.block(ctx, t) }); err != nil {
				yield(journal.Figure{}, err)
				return
			}
			for _, f := range walk.figures {
				if !yield(f, nil) {
					return
				}
			}
		}
	}
}

// figureWalk reads the figures of a range of days in blocks of whole days.
type figureWalk struct {
	from, to journal.Day // blank is open
	last     journal.Day // that was read; blank at first
	ended    bool
	reader   index.HourReader
	figures  []journal.Figure // of the block
}

// block reads the next block, and fails when it does not speak of as many sales
// as there are: neither may be cut short.
func (w *figureWalk) block(ctx context.Context, t record.Tx) error {
	b, err := t.In(record.HoursBucket)
	if err != nil {
		return err
	}
	before, low := w.last, []byte(w.from)
	if before != "" {
		low = append([]byte(before), behindDay...)
	}
	w.figures = w.figures[:0]
	c := b.Cursor()
	key, value := c.Seek(low)
	for ; key != nil; key, value = c.Next() {
		day, _, ok := index.HourOf(key)
		if !ok {
			return record.Corrupt("figures %q", key)
		}
		if w.to != "" && string(day) > string(w.to) {
			key = nil
			break
		}
		if string(day) != string(w.last) {
			if len(w.figures) >= blockFigures {
				break
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			w.last = journal.Day(day)
		}
		payload, _, err := b.Authenticate(key, value)
		if err != nil {
			return err
		}
		if w.figures, err = w.reader.Read(w.figures, key, payload); err != nil {
			return err
		}
	}
	w.ended = key == nil
	return w.whole(t, before)
}

// behindDay follows a day in a key that lies behind all of the day's.
var behindDay = bytes.Repeat([]byte{0xff}, index.HourKeySize-index.DaySize+1)

// whole holds the block that begins after a day, blank at first, against the
// list of all sales. Ends that are no days leave nothing to compare.
func (w *figureWalk) whole(t record.Tx, after journal.Day) error {
	first, beyond, known := uint64(0), uint64(index.LastPacked), true
	end := func(day journal.Day, behind uint64) (packed uint64) {
		packed, ok := codec.PackDay(day)
		known = known && ok
		return packed + behind
	}
	const oneDay = 1 << 20
	switch {
	case after != "":
		first = end(after, oneDay)
	case w.from != "":
		first = end(w.from, 0)
	}
	switch {
	case !w.ended:
		beyond = end(w.last, oneDay)
	case w.to != "":
		beyond = end(w.to, oneDay)
	}
	if !known {
		return nil
	}
	terms, err := t.In(record.IndexBucket)
	if err != nil {
		return err
	}
	var number int64
	for i := range w.figures {
		number += w.figures[i].Number
	}
	there, err := index.CountBetween(terms, index.IndexPrefix(index.ByTime, ""), first, max(first, beyond))
	if err == nil && there != number {
		err = record.Corrupt("the figures up to %s speak of %d sales, there are %d", w.last, number, there)
	}
	return err
}

// addFigures adds up the figures of the days of a query that nothing but figures
// can answer, all in one transaction.
func sumFigures(ctx context.Context, t record.Tx, q journal.SaleQuery, sum summed) error {
	walk := figureWalk{from: q.From, to: q.To}
	quarter, inHour := journal.Quarter(0), false
	for !walk.ended {
		if err := walk.block(ctx, t); err != nil {
			return err
		}
		for i := range walk.figures {
			f := &walk.figures[i]
			if i == 0 || f.Quarter != quarter {
				quarter, inHour = f.Quarter, q.Hour.Has(f.Quarter)
			}
			if inHour && (q.Status == "" || f.Status == q.Status) && (q.Route == "" || f.Route == q.Route) && ofCashier(q, f.Cashier) &&
				q.Amounts.Has(0, f.Currency) {
				sum.add(f.Status, f.Currency, f.Number, f.Minor)
			}
		}
	}
	return nil
}
