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
	from, to := w.from, w.to
	end := func(day journal.Day, behind uint64) (packed uint64) {
		packed, ok := codec.PackDay(day)
		known = known && ok
		return packed + behind
	}
	const oneDay = 1 << 20
	switch {
	case after != "":
		first, from = end(after, oneDay), after+behindTerm
	case w.from != "":
		first = end(w.from, 0)
	}
	switch {
	case !w.ended:
		beyond, to = end(w.last, oneDay), w.last
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
	there, err := bookedThere(terms, first, max(first, beyond), from, to)
	if err == nil && there != number {
		err = record.Corrupt("the figures up to %s speak of %d sales, there are %d", w.last, number, there)
	}
	return err
}

// behindTerm follows a day in what lies behind all of its term and before the next day.
const behindTerm = "\x01"

// bookedThere is how many sales are booked on the days from one to the other, which are
// those from a packed ID on and below another: the sales of these days, without those
// that are booked elsewhere, and those of other days that are booked here.
func bookedThere(terms record.Bucket, low, high uint64, from, to journal.Day) (int64, error) {
	own, err := index.CountBetween(terms, index.IndexPrefix(index.ByTime, ""), low, high)
	if err != nil {
		return 0, err
	}
	elsewhere, err := index.CountBetween(terms, index.IndexPrefix(index.ByElsewhere, ""), low, high)
	if err != nil {
		return 0, err
	}
	here, err := index.CountBooked(terms, from, to)
	return own - elsewhere + here, err
}

// sumFigures adds up the figures of the days of a query that nothing but figures
// can answer, all in one transaction. Figures are of days of booking: where the query
// asks for the sales' own days, the few that differ are counted as it asks.
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
	if q.Booked || q.From == "" && q.To == "" {
		return nil
	}
	return sumElsewhere(ctx, t, q, sum)
}

// sumElsewhere takes out of a sum of days of booking the sales of other days, and adds
// those of its days that are booked elsewhere.
func sumElsewhere(ctx context.Context, t record.Tx, q journal.SaleQuery, sum summed) error {
	terms, err := t.In(record.IndexBucket)
	if err != nil {
		return err
	}
	from, to := q.From, q.To
	q.From, q.To, q.Before = "", "", ""
	count := func(id journal.SaleID, sign int64) error {
		r, found, err := t.SaleRecord(id)
		switch {
		case err != nil:
			return err
		case !found || r.Sale.Booked == "":
			return record.Corrupt("sale %s stands among those booked elsewhere", id)
		case Filtered(q, &r.Sale):
			sum.add(r.Sale.Status(), r.Sale.Amount.Currency, sign, sign*r.Sale.Amount.Minor)
		}
		return ctx.Err()
	}
	here, err := index.BookedBetween(terms, from, to)
	if err != nil {
		return err
	}
	for _, id := range here {
		if err := count(codec.Unpack(id), -1); err != nil {
			return err
		}
	}
	var failed error
	next := index.TermSource(terms, index.IndexPrefix(index.ByElsewhere, ""), index.SpanOf(journal.SaleQuery{From: from, To: to}), &failed)
	for id := next(); id != "" && failed == nil; id = next() {
		if err := count(id, 1); err != nil {
			return err
		}
	}
	return failed
}
