package report

import (
	"context"
	"fmt"
	"iter"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
)

// Returner is a Source that also tells what was given back.
//
// Money that was taken stands on the day of its sale for good: what a report said of
// a week, it always says. Money that was given back stands on the day, and in the
// hour, at which the till's ledger says that it was returned; its route and its
// cashier are the sale's. What stays of a period is what it took less what it gave
// back, and may be below nothing.
type Returner interface {
	Source
	// Returned yields what was given back on the business days from one to the
	// other, both in it, in any order, of the money that Figures counts as paid. Number
	// is how often. The walk ends with the first error.
	Returned(ctx context.Context, from, to journal.Day) iter.Seq2[Bucket, error]
}

// Closer is a Returner that also tells how else money that was owed back was closed.
type Closer interface {
	Returner
	// Closed yields what was returned, that of second debits of one payment too, and what was
	// kept, on the business days from one to the other, both in it. It ends as Returned does.
	Closed(ctx context.Context, from, to journal.Day) iter.Seq2[Closed, error]
}

// Closed is one row by which the ledger closed a debt, or a part of it.
type Closed struct {
	Bucket
	Kept  bool // a liability that became income, by a person's reason
	Alone bool // one person's word
}

// Ledger is what became of liabilities in the period, beside what was taken and in no part of
// it. It is compared with nothing.
type Ledger struct {
	Kept  Figure // released to income
	Alone Figure // of what was returned and kept, what one person alone recorded
}

// Returned is what was given back in the period, as Returner has it. It is compared with
// nothing. The rows of each dimension have their own share: Row.Back.
type Returned struct {
	Figure
	Hours [24]Figure
	Days  map[journal.Day]Figure
}

// Stays is what is left of what was taken, in minor units. Neither is below zero.
func Stays(taken, returned Figure) int64 { return taken.Minor - returned.Minor }

// On adds up what was given back on the days of a part of the period.
func (r Returned) On(p Period) (f Figure) {
	for day, one := range r.Days {
		if p.Has(day) {
			f.Number, f.Minor = f.Number+one.Number, f.Minor+one.Minor // Build has added all of them up already
		}
	}
	return f
}

// readReturned adds what was given back in the period.
func (out *Result) readReturned(ctx context.Context, src Source, all builders) error {
	from, ok := src.(Returner)
	if !ok {
		return nil
	}
	out.Returns = true
	p, f := out.Period, out.Query.Filter
	f.Period, f.Status, f.Class = p, "", ""
	for bucket, err := range from.Returned(ctx, p.From, p.To) {
		switch {
		case ctx.Err() != nil:
			return Refuse(CodeCancelled, ctx.Err())
		case err != nil:
			return Refuse(CodeSource, err)
		case bucket.Hour < 0 || bucket.Hour > 23 || !p.Has(bucket.Day):
			return Refuse(CodeSource, fmt.Errorf("returned in the hour %d on %q", bucket.Hour, bucket.Day))
		case !f.Has(bucket.Key):
			continue
		}
		b := all.of(bucket.Currency, *out)
		if b.giveBack(&bucket); b.err != nil {
			return b.err
		}
	}
	if closer, ok := src.(Closer); ok {
		return out.readClosed(ctx, closer, f, all)
	}
	return nil
}

// readClosed adds what became of liabilities in the period.
func (out *Result) readClosed(ctx context.Context, from Closer, f Filter, all builders) error {
	for c, err := range from.Closed(ctx, out.Period.From, out.Period.To) {
		switch {
		case ctx.Err() != nil:
			return Refuse(CodeCancelled, ctx.Err())
		case err != nil:
			return Refuse(CodeSource, err)
		case !f.Has(c.Key):
			continue
		}
		b := all.of(c.Currency, *out)
		if c.Kept {
			b.to(&b.r.Ledger.Kept, c.Figure)
		}
		if c.Alone {
			b.to(&b.r.Ledger.Alone, c.Figure)
		}
		if b.err != nil {
			return b.err
		}
	}
	return nil
}

func (b *builder) giveBack(bucket *Bucket) {
	r := &b.r.Returned
	b.to(&r.Figure, bucket.Figure)
	b.to(&r.Hours[bucket.Hour], bucket.Figure)
	if r.Days == nil {
		r.Days = map[journal.Day]Figure{}
	}
	day := r.Days[bucket.Day]
	b.to(&day, bucket.Figure)
	r.Days[bucket.Day] = day
	for i := range b.taken { // a row, even where it took nothing
		b.to(&b.taken[i].of(dimensions[i].row(bucket.Key)).Back, bucket.Figure)
	}
}

// keptReturns is the Source of figures whose keeper has the ledger too.
type keptReturns struct {
	kept
	ledger queries.Returns
}

// Returned implements Returner.
func (k keptReturns) Returned(ctx context.Context, from, to journal.Day) iter.Seq2[Bucket, error] {
	return each(queries.Returned(ctx, k.ledger, journal.SaleQuery{}, k.within(from, to)), func(r queries.Return) Bucket {
		return Bucket{returnedKey(r, k.zone), Figure{1, r.Amount.Minor}}
	})
}

// Closed implements Closer.
func (k keptReturns) Closed(ctx context.Context, from, to journal.Day) iter.Seq2[Closed, error] {
	return each(queries.Closed(ctx, k.ledger, journal.SaleQuery{}, k.within(from, to)), func(r queries.Return) Closed {
		return Closed{Bucket{returnedKey(r, k.zone), Figure{1, r.Amount.Minor}}, r.Kept, r.Alone}
	})
}

// within reports of a moment whether it is on one of the business days.
func (k keptReturns) within(from, to journal.Day) func(time.Time) bool {
	return func(at time.Time) bool {
		day := journal.DayOf(at.In(k.zone))
		return day >= from && day <= to
	}
}

// returnedKey is what money that was given back counts towards.
func returnedKey(r queries.Return, zone *time.Location) Key {
	at := r.At.In(zone)
	return Key{Day: journal.DayOf(at), Hour: at.Hour(), Route: r.Sale.Route, Status: journal.StatusPaid, Cashier: r.Sale.Cashier, Currency: r.Amount.Currency}
}
