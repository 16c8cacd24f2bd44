package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report"
)

const groupFigures = `SELECT id >> 20, quarter, route, status, cashier, currency, count(*), sum(minor) FROM sales WHERE id >= ? AND id < ?
	GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`

// figures adds up the sales of a range of days by day, quarter, route, status,
// cashier and currency.
func (o *ours) figures(ctx context.Context, from, to journal.Day) (all []journal.Figure, err error) {
	for f, err := range o.store.Figures(ctx, from, to) {
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

func (p *peer) figures(ctx context.Context, from, to journal.Day) (all []journal.Figure, err error) {
	rows, err := p.db.QueryContext(ctx, groupFigures, packed(from), packed(to)+1<<20)
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		var f journal.Figure
		var day, quarter int64
		if err := rows.Scan(&day, &quarter, &f.Route, &f.Status, &f.Cashier, &f.Currency, &f.Number, &f.Minor); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		f.Day, f.Quarter = dayOfPacked(day), journal.Quarter(quarter)
		all = append(all, f)
	}
	return all, errors.Join(rows.Err(), rows.Close())
}

func dayOfPacked(day int64) journal.Day {
	return journal.Day(fmt.Sprintf("%04d%02d%02d", day/372, day%372/31+1, day%31+1))
}

// figures measures what a report reads: the figures of the newest year, those of
// all days, and a report of the year held against the one before.
func figures(ctx context.Context, _ settings, t *table, a *ours, b *peer, n int) error {
	last := journal.DayOf(lastDay)
	for _, span := range []struct {
		name string
		from journal.Day
	}{{"a year's figures", journal.DayOf(lastDay.AddDate(-1, 0, 1))}, {"the figures of all days", dayOf(0, n)}} {
		one, errA := a.figures(ctx, span.from, last)
		other, errB := b.figures(ctx, span.from, last)
		if err := errors.Join(errA, errB); err != nil || !slices.Equal(one, other) {
			return fmt.Errorf("%s: %d and %d, or others: %w", span.name, len(one), len(other), err)
		}
		var sales int64
		for _, f := range one {
			sales += f.Number
		}
		x, y, err := takeSlowTurns(func() error { _, err := a.figures(ctx, span.from, last); return err },
			func() error { _, err := b.figures(ctx, span.from, last); return err })
		if err != nil {
			return err
		}
		t.faster(fmt.Sprintf("%s: %d sales, %d figures", span.name, sales, len(one)), x, y, 100*time.Millisecond)
	}
	q := report.Query{Filter: report.Filter{Period: report.Period{From: journal.DayOf(lastDay.AddDate(-1, 0, 1)), To: last}}, Compare: report.CompareBefore}
	x, y, err := takeSlowTurns(func() error { _, err := report.Build(ctx, report.Kept(a.store, time.UTC), q); return err },
		func() error { return b.report(ctx, q) })
	if err != nil {
		return err
	}
	t.faster("a year's report beside the year before", x, y, 100*time.Millisecond)
	return nil
}

// report is what the charts of a year need, in four groupings of both years.
func (p *peer) report(ctx context.Context, q report.Query) error {
	before, _ := q.Filter.Period.Against(q.Compare)
	for _, by := range []string{"id >> 20", "quarter / 4 % 24", "route", "cashier"} {
		for _, span := range []report.Period{q.Filter.Period, before} {
			rows, err := p.db.QueryContext(ctx, "SELECT "+by+", currency, count(*), sum(minor) FROM sales WHERE status = ? AND id >= ? AND id < ? GROUP BY 1, 2",
				string(journal.StatusPaid), packed(span.From), packed(span.To)+1<<20)
			if err != nil {
				return err
			}
			for rows.Next() {
				var key, currency string
				var number, minor int64
				if err := rows.Scan(&key, &currency, &number, &minor); err != nil {
					return errors.Join(err, rows.Close())
				}
			}
			if err := errors.Join(rows.Err(), rows.Close()); err != nil {
				return err
			}
		}
	}
	return nil
}

// ranges measures the lists that no single index holds in order, at their
// dearest: what is asked for is rare, or not there at all.
func ranges(ctx context.Context, _ settings, t *table, a *ours, b *peer, n int) error {
	for _, q := range []question{
		{"a rare range of amounts", journal.SaleQuery{Amounts: journal.Amounts{Currency: "LYD", Min: 199_800, Max: 199_900}}, "WHERE currency = ? AND minor BETWEEN ? AND ?",
			[]any{"LYD", 199_800, 199_900}},
		{"a cashier's rare status and amounts", journal.SaleQuery{Cashier: "Huda", Status: journal.StatusUnknown, Amounts: journal.Amounts{Currency: "LYD", Min: 100_000}},
			"WHERE cashier = ? AND status = ?", []any{"Huda", string(journal.StatusUnknown)}},
		{"a route at night: none", journal.SaleQuery{Route: core.RouteWallet, Hour: journal.ClockHour{Zone: time.UTC, Hour: 3}}, "WHERE quarter / 4 % 24 = ?", []any{3}},
	} {
		one, errA := a.page(ctx, q)
		other, errB := b.page(ctx, q)
		if err := errors.Join(errA, errB); err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
		if q.name == "a rare range of amounts" && !slices.EqualFunc(one, other, func(x, y journal.Sale) bool { return x.ID == y.ID }) {
			return fmt.Errorf("%s: the answers differ, %d sales and %d", q.name, len(one), len(other))
		}
		x, y, err := takeSlowTurns(func() error { _, err := a.page(ctx, q); return err }, func() error { _, err := b.page(ctx, q); return err })
		if err != nil {
			return err
		}
		t.below(q.name, x, y, 100*time.Millisecond)
	}
	return nil
}

// takeSlowTurns is takeTurns for what takes the peer up to a second: it is asked
// once in a turn, ours some times.
func takeSlowTurns(a, b func() error) (x, y times, err error) {
	timed := func(f func() error, calls int, into *times) {
		runtime.GC()
		for range calls {
			began := time.Now()
			if e := f(); e != nil && err == nil {
				err = e
			}
			*into = append(*into, time.Since(began))
		}
	}
	const turns, calls = 11, 5
	timed(a, calls, &times{}) // to warm up
	timed(b, 1, &times{})
	for range turns {
		timed(a, calls, &x)
		timed(b, 1, &y)
	}
	return x, y, err
}
