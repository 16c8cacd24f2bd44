package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"sanduq/core"
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

// Report is what is known of one currency. Of a period without sales there is
// none.
type Report struct {
	Currency string
	Taken    Pair
	Returned Returned
	Ledger   Ledger
	Hours    [24]Pair
	// Days has a figure for each day of the period; DaysBefore for each day of
	// the one that it is compared with, which may have another length.
	Days, DaysBefore []Figure
	Routes           []RouteRow
	Cashiers         []CashierRow
	Lost             []StatusRow // all of Lost(), in its order
	Unsure           []StatusRow // all of Unsure(), in its order
	Open             Pair        // under way
	Cash             Pair        // by a person's word; part of no other figure
	CashBy           CashParts
}

// CashParts are the parts of Cash, as the others of a report are of Taken.
type CashParts struct {
	Hours            [24]Pair
	Days, DaysBefore []Figure
	Cashiers         map[string]*Pair
}

// RouteRow is what was taken by a route.
type RouteRow struct {
	Route core.Route
	Pair
}

// CashierRow is what a cashier took; blank is nobody.
type CashierRow struct {
	Cashier string
	Pair
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
	all := map[string]*builder{}
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
			r.Hours, r.Cashiers, r.CashBy.Hours, r.CashBy.Cashiers = [24]Pair{}, nil, [24]Pair{}, nil
		}
		out.Reports = append(out.Reports, r)
	}
	slices.SortFunc(out.Reports, func(a, b Report) int {
		return cmp.Or(cmp.Compare(b.Taken.Now.Number, a.Taken.Now.Number), cmp.Compare(a.Currency, b.Currency))
	})
	return out, nil
}

// read adds the buckets of the period, or of the one that it is compared with.
func (out *Result) read(ctx context.Context, src Source, before bool, all map[string]*builder) error {
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
			if b = all[bucket.Currency]; b == nil {
				b = newBuilder(bucket.Currency, *out)
				all[bucket.Currency] = b
			}
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
	r        Report
	routes   map[core.Route]*Pair
	cashiers map[string]*Pair
	ended    map[journal.Status]*Pair // not in money, or nobody knows
	err      error

	route, cashier *Pair // of the bucket before: most come in runs
	routeOf        core.Route
	cashierOf      string
}

func newBuilder(currency string, out Result) *builder {
	b := &builder{r: Report{Currency: currency, Days: make([]Figure, out.Period.Days())}, routes: map[core.Route]*Pair{}, cashiers: map[string]*Pair{}, ended: map[journal.Status]*Pair{}}
	b.r.CashBy = CashParts{Days: make([]Figure, out.Period.Days()), Cashiers: map[string]*Pair{}}
	if out.Compared != (Period{}) {
		b.r.DaysBefore, b.r.CashBy.DaysBefore = make([]Figure, out.Compared.Days()), make([]Figure, out.Compared.Days())
	}
	return b
}

// add counts a bucket of one of the two periods, on a day of it.
func (b *builder) add(bucket *Bucket, before bool, day int) {
	switch ClassOf(bucket.Status) {
	case ClassTaken:
		if b.route == nil || b.routeOf != bucket.Route {
			b.route, b.routeOf = entry(b.routes, bucket.Route), bucket.Route
		}
		if b.cashier == nil || b.cashierOf != bucket.Cashier {
			b.cashier, b.cashierOf = entry(b.cashiers, bucket.Cashier), bucket.Cashier
		}
		b.plus(&b.r.Taken, before, bucket.Figure)
		if bucket.Hour != HourUnknown {
			b.plus(&b.r.Hours[bucket.Hour], before, bucket.Figure)
		}
		b.plus(b.route, before, bucket.Figure)
		b.plus(b.cashier, before, bucket.Figure)
		days := b.r.Days
		if before {
			days = b.r.DaysBefore
		}
		b.to(&days[day], bucket.Figure)
	case ClassCash:
		b.plus(&b.r.Cash, before, bucket.Figure)
		if bucket.Hour != HourUnknown {
			b.plus(&b.r.CashBy.Hours[bucket.Hour], before, bucket.Figure)
		}
		b.plus(entry(b.r.CashBy.Cashiers, bucket.Cashier), before, bucket.Figure)
		days := b.r.CashBy.Days
		if before {
			days = b.r.CashBy.DaysBefore
		}
		b.to(&days[day], bucket.Figure)
	case ClassLost, ClassUnsure:
		b.plus(entry(b.ended, bucket.Status), before, bucket.Figure)
	default:
		b.plus(&b.r.Open, before, bucket.Figure)
	}
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

// report puts the rows into order: the largest sum first.
func (b *builder) report() Report {
	r := b.r
	for _, k := range ranked(b.routes) {
		r.Routes = append(r.Routes, RouteRow{k, *b.routes[k]})
	}
	for _, k := range ranked(b.cashiers) {
		r.Cashiers = append(r.Cashiers, CashierRow{k, *b.cashiers[k]})
	}
	for _, s := range Lost() {
		r.Lost = append(r.Lost, StatusRow{s, *entry(b.ended, s)})
	}
	for _, s := range Unsure() {
		r.Unsure = append(r.Unsure, StatusRow{s, *entry(b.ended, s)})
	}
	return r
}

func ranked[K cmp.Ordered](m map[K]*Pair) []K {
	return slices.SortedFunc(maps.Keys(m), func(x, y K) int {
		return cmp.Or(cmp.Compare(m[y].Now.Minor, m[x].Now.Minor), cmp.Compare(m[y].Before.Minor, m[x].Before.Minor), cmp.Compare(x, y))
	})
}
