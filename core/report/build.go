package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"sanduq/core/journal"
)

// Query is what is asked. Filter.Period is the period; its Class and Status
// must be blank, since a report tells them apart itself.
type Query struct {
	Filter  Filter
	Compare Comparison
}

// Pair is a figure and the one that it is compared with, zero without any.
type Pair struct {
	Now, Before Figure
}

// Report is what is known of one currency. Of a period without sales there is none.
type Report struct {
	Currency string
	Parts          // through a bank
	Cash     Parts // by a person's word; part of no other figure
	Returned Returned
	Ledger   Ledger
	Lost     []StatusRow // all of Lost(), in its order
	Unsure   []StatusRow // all of Unsure(), in its order
	Open     Pair        // under way
}

// Parts are what was taken, as a whole and by what it is parted into.
type Parts struct {
	Taken Pair
	Hours [24]Pair
	// Days has a figure for each day of the period; DaysBefore for each day of
	// the one that it is compared with, which may have another length.
	Days, DaysBefore []Figure
	// Rows are those of each dimension, the largest sum first.
	Rows map[Dimension][]Row
}

// StatusRow is what did not become money, or may not have, by reason.
type StatusRow struct {
	Status journal.Status
	Pair
}

// Result is an answer: a report for each currency that has sales in either period, or
// gave money back in the period itself, the one with most of them first.
type Result struct {
	Query    Query
	Period   Period
	Compared Period // zero without a comparison
	Reports  []Report
	// Coarse: of some of it the source told neither hours nor cashiers, so that no
	// report has any.
	Coarse bool
	// Returns: the source tells what was given back. Else nobody here knows, and
	// Returned is zero.
	Returns bool
}

// Build reads both periods from the source. Errors: CodePeriod, CodeSource,
// CodeRange, CodeCancelled.
func Build(ctx context.Context, src Source, q Query) (Result, error) {
	out := Result{Query: q, Period: q.Filter.Period}
	if err := out.Period.Check(); err != nil {
		return Result{}, err
	}
	before, compared := out.Period.Against(q.Compare)
	if compared {
		out.Compared = before
	}
	all := builders{}
	if err := out.read(ctx, src, false, all); err != nil {
		return Result{}, err
	}
	if compared {
		if err := out.read(ctx, src, true, all); err != nil {
			return Result{}, err
		}
	}
	if err := out.readReturned(ctx, src, all); err != nil {
		return Result{}, err
	}
	for _, b := range all {
		r := b.report()
		if out.Coarse {
			r.Parts.coarsen()
			r.Cash.coarsen()
		}
		out.Reports = append(out.Reports, r)
	}
	slices.SortFunc(out.Reports, func(a, b Report) int {
		return cmp.Or(cmp.Compare(b.Taken.Now.Number, a.Taken.Now.Number), cmp.Compare(a.Currency, b.Currency))
	})
	return out, nil
}

// read adds the buckets of the period, or of the one that it is compared with.
func (out *Result) read(ctx context.Context, src Source, before bool, all builders) error {
	p, f := out.Period, out.Query.Filter
	if before {
		p = out.Compared
	}
	f.Period, f.Status, f.Class = p, "", ""
	var last *builder // of the bucket before: most come in the order of days, in one currency
	var lastDay journal.Day
	day, days := -1, p.Days()
	for bucket, err := range src.Figures(ctx, p.From, p.To) {
		if ctx.Err() != nil {
			return Refuse(CodeCancelled, ctx.Err())
		}
		if err != nil {
			return Refuse(CodeSource, err)
		}
		if bucket.Hour == HourUnknown && (f.Hour != nil || f.Cashier != nil) {
			return Refuse(CodeSource, errors.New("hours and cashiers are not told"))
		}
		if !f.Has(bucket.Key) {
			continue
		}
		b := last
		if b == nil || b.r.Currency != bucket.Currency {
			b = all.of(bucket.Currency, *out)
			last = b
		}
		if bucket.Day != lastDay || day < 0 {
			day, lastDay = place(p.From, bucket.Day), bucket.Day
		}
		if bucket.Hour < HourUnknown || bucket.Hour > 23 || day < 0 || day >= days {
			return Refuse(CodeSource, fmt.Errorf("a figure of the hour %d on %q", bucket.Hour, bucket.Day))
		}
		out.Coarse = out.Coarse || bucket.Hour == HourUnknown
		if b.add(&bucket, before, day); b.err != nil {
			return b.err
		}
	}
	return nil
}

type builder struct {
	r           Report
	taken, cash []rows                   // by dimension
	ended       map[journal.Status]*Pair // not in money, or nobody knows
	err         error
}

// builders are those of the currencies.
type builders map[string]*builder

// of is the builder of a currency; it begins one.
func (all builders) of(currency string, out Result) *builder {
	b := all[currency]
	if b == nil {
		b = newBuilder(currency, out)
		all[currency] = b
	}
	return b
}

func newBuilder(currency string, out Result) *builder {
	parts := func() (p Parts) {
		p.Days = make([]Figure, out.Period.Days())
		if out.Compared != (Period{}) {
			p.DaysBefore = make([]Figure, out.Compared.Days())
		}
		return p
	}
	return &builder{r: Report{Currency: currency, Parts: parts(), Cash: parts()}, taken: newRows(), cash: newRows(), ended: map[journal.Status]*Pair{}}
}

// add counts a bucket of one of the two periods, on a day of it.
func (b *builder) add(bucket *Bucket, before bool, day int) {
	switch ClassOf(bucket.Status) {
	case ClassTaken:
		b.part(&b.r.Parts, b.taken, bucket, before, day)
	case ClassCash:
		b.part(&b.r.Cash, b.cash, bucket, before, day)
	case ClassLost, ClassUnsure:
		b.plus(entry(b.ended, bucket.Status), before, bucket.Figure)
	default:
		b.plus(&b.r.Open, before, bucket.Figure)
	}
}

// part counts a bucket in the whole and in each part of it.
func (b *builder) part(p *Parts, all []rows, bucket *Bucket, before bool, day int) {
	b.plus(&p.Taken, before, bucket.Figure)
	if bucket.Hour != HourUnknown {
		b.plus(&p.Hours[bucket.Hour], before, bucket.Figure)
	}
	for i := range all {
		b.plus(&all[i].of(dimensions[i].row(bucket.Key)).Pair, before, bucket.Figure)
	}
	days := p.Days
	if before {
		days = p.DaysBefore
	}
	b.to(&days[day], bucket.Figure)
}

// plus adds to one side of a pair.
func (b *builder) plus(p *Pair, before bool, f Figure) {
	if before {
		b.to(&p.Before, f)
	} else {
		b.to(&p.Now, f)
	}
}

func (b *builder) to(sum *Figure, f Figure) {
	all, err := sum.Plus(f)
	if err != nil && b.err == nil {
		b.err = err
	}
	*sum = all
}

func entry[K comparable](m map[K]*Pair, k K) *Pair {
	p := m[k]
	if p == nil {
		p = &Pair{}
		m[k] = p
	}
	return p
}

// report puts the rows into order.
func (b *builder) report() Report {
	r := b.r
	r.Rows, r.Cash.Rows = ranked(b.taken), ranked(b.cash)
	for _, s := range Lost() {
		r.Lost = append(r.Lost, StatusRow{s, *entry(b.ended, s)})
	}
	for _, s := range Unsure() {
		r.Unsure = append(r.Unsure, StatusRow{s, *entry(b.ended, s)})
	}
	return r
}

// Nothing reports whether there is no figure to show: at the most, sales are under way.
func (r Report) Nothing() bool {
	none := Pair{}
	told := func(row StatusRow) bool { return row.Pair != none }
	return !slices.ContainsFunc(r.Lost, told) && !slices.ContainsFunc(r.Unsure, told) && r.Taken == none && r.Cash.Taken == none &&
		r.Returned.Figure == Figure{} && r.Ledger == Ledger{}
}
