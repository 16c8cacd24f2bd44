package report_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sanduq/core/journal"
	"sanduq/core/report"
)

// figures keeps the figures of some sales as they come, each by itself: a key may
// come in parts.
type figures []journal.Sale

func (k figures) Figures(_ context.Context, from, to journal.Day) iter.Seq2[journal.Figure, error] {
	return func(yield func(journal.Figure, error) bool) {
		for _, s := range k {
			if day := s.ID.Day(); day >= from && day <= to && !yield(journal.Figure{FigureKey: journal.FigureKeyOf(s), Number: 1, Minor: s.Amount.Minor}, nil) {
				return
			}
		}
	}
}

// Figures that are kept by quarters make the report that counting the sales by
// hours of the shop's clock makes, in every zone; and what a bar shows is what
// its query selects.
func TestKeptFiguresMakeTheSameReport(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom([]*time.Location{tripoli, cairo, mustZone("America/New_York"), mustZone("Australia/Lord_Howe"), mustZone("Asia/Kathmandu")}).Draw(t, "zone")
		last := time.Date(2026, time.Month(rapid.IntRange(1, 12).Draw(t, "month")), 28, 0, 0, 0, 0, zone)
		sales := history(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 200).Draw(t, "sales"), last, rapid.IntRange(1, 40).Draw(t, "over"), "LYD", "EUR")
		q := report.Query{Filter: report.Filter{Period: report.Period{From: journal.DayOf(last.AddDate(0, 0, -rapid.IntRange(0, 40).Draw(t, "days"))), To: journal.DayOf(last)}},
			Compare: report.CompareWeekdays}
		out := build(t, report.Kept(figures(sales), zone), q)
		if d := cmp.Diff(build(t, count(sales, zone), q), out); d != "" {
			t.Fatal(d)
		}
		for _, r := range out.Reports {
			f := r.Filter(q)
			for hour, bar := range r.Hours {
				behindQuery(t, sales, zone, f.OfHour(hour), bar.Now)
			}
			for _, row := range r.Rows[report.ByCashier] {
				behindQuery(t, sales, zone, f.Of(report.ByCashier, row.Name), row.Now)
			}
			for _, row := range slices.Concat(r.Lost, r.Unsure) {
				behindQuery(t, sales, zone, f.OfStatus(row.Status), row.Now)
			}
			behindQuery(t, sales, zone, onDay(f, q.Filter.Period.Day(0)), r.Days[0])
		}
	})
}

// behindQuery selects by the fields of the query alone.
func behindQuery(t *rapid.T, sales []journal.Sale, zone *time.Location, f report.Filter, shown report.Figure) {
	t.Helper()
	q, ok := f.SaleQuery(zone)
	if !ok {
		t.Fatalf("%+v is no query", f)
	}
	var sum report.Figure
	for _, s := range sales {
		day := s.ID.Day()
		if day >= q.From && day <= q.To && (q.Status == "" || s.Status() == q.Status) && (q.Route == "" || s.Route == q.Route) &&
			(q.Cashier == "" || q.Cashier == s.Cashier || q.Cashier == journal.Nobody && s.Cashier == "") &&
			q.Amounts.Has(s.Amount.Minor, s.Amount.Currency) && q.Hour.Has(journal.QuarterOf(s.CreatedAt)) {
			sum.Number, sum.Minor = sum.Number+1, sum.Minor+s.Amount.Minor
		}
	}
	if sum != shown {
		t.Fatalf("%+v shows %+v and opens %+v", f, shown, sum)
	}
}

func TestKeptTellsTheKeepersError(t *testing.T) {
	broken := errors.New("broken")
	_, err := report.Build(t.Context(), report.Kept(failing{broken}, time.UTC), report.Query{Filter: report.Filter{Period: report.OneDay("20261120")}})
	if report.CodeOf(err) != report.CodeSource || !errors.Is(err, broken) {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Figures(context.Context, journal.Day, journal.Day) iter.Seq2[journal.Figure, error] {
	return func(yield func(journal.Figure, error) bool) { yield(journal.Figure{}, f.err) }
}

// A class of several statuses is no single query; one of its statuses is.
func TestClassesAsQueries(t *testing.T) {
	for _, c := range []struct {
		f    report.Filter
		want journal.Status
		ok   bool
	}{
		{report.Filter{}, "", true},
		{report.Filter{Class: report.ClassTaken}, journal.StatusPaid, true},
		{report.Filter{Class: report.ClassTaken, Status: journal.StatusPaid}, journal.StatusPaid, true},
		{report.Filter{Class: report.ClassTaken, Status: journal.StatusFailed}, journal.StatusFailed, false},
		{report.Filter{Class: report.ClassLost}, "", false},
		{report.Filter{Class: report.ClassLost, Status: journal.StatusExpired}, journal.StatusExpired, true},
		{report.Filter{Class: report.ClassOpen}, "", false},
	} {
		if q, ok := c.f.SaleQuery(time.UTC); ok != c.ok || ok && q.Status != c.want {
			t.Errorf("%+v: %q, %v", c.f, q.Status, ok)
		}
	}
}
