package report_test

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/tests/shop"
)

var lastDay = time.Date(2026, 11, 20, 0, 0, 0, 0, tripoli)

func build(t interface{ Fatal(...any) }, src report.Source, q report.Query) report.Result {
	out, err := report.Build(context.Background(), src, q)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// recount adds the sales that a filter selects up by hand: no key, no bucket,
// no tally.
func recount(sales []journal.Sale, zone *time.Location, p report.Period, currency string, is func(journal.Sale) bool) (f report.Figure) {
	for _, s := range sales {
		if day := s.ID.Day(); day >= p.From && day <= p.To && s.Amount.Currency == currency && is(s) {
			f.Number, f.Minor = f.Number+1, f.Minor+s.Amount.Minor
		}
	}
	return f
}

func paid(s journal.Sale) bool { return s.Status() == journal.StatusPaid }

// Whatever the history and the period, the parts of each partition add up to
// the whole, and every figure is what counting its sales by hand gives.
func TestEveryPartitionAddsUpToTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := rapid.SampledFrom([]*time.Location{tripoli, cairo, mustZone("America/New_York"), mustZone("Australia/Lord_Howe"), mustZone("Asia/Kathmandu")}).Draw(t, "zone")
		last := time.Date(2026, time.Month(rapid.IntRange(1, 12).Draw(t, "month")), 28, 0, 0, 0, 0, zone)
		sales := history(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 300).Draw(t, "sales"), last, rapid.IntRange(1, 60).Draw(t, "over"), "LYD", "EUR")
		from := last.AddDate(0, 0, -rapid.IntRange(0, 40).Draw(t, "from"))
		p := report.Period{From: journal.DayOf(from), To: journal.DayOf(from.AddDate(0, 0, rapid.IntRange(0, 40).Draw(t, "days")))}
		how := rapid.SampledFrom([]report.Comparison{report.CompareNone, report.CompareBefore, report.CompareWeekdays, report.CompareYear}).Draw(t, "how")
		q := report.Query{Filter: report.Filter{Period: p}, Compare: how}
		tally := count(sales, zone)
		out := build(t, tally, q)
		seen := map[string]bool{}
		for _, r := range out.Reports {
			seen[r.Currency] = true
			checkReport(t, sales, zone, out, r)
		}
		for _, currency := range []string{"LYD", "EUR"} {
			if all := recount(sales, zone, p, currency, func(journal.Sale) bool { return true }); all.Number > 0 && !seen[currency] {
				t.Fatalf("%d sales in %s, and no report", all.Number, currency)
			}
		}
	})
}

func checkReport(t *rapid.T, sales []journal.Sale, zone *time.Location, out report.Result, r report.Report) {
	same := func(what string, got, want report.Figure) {
		t.Helper()
		if got != want {
			t.Fatalf("%s %s: %+v, want %+v", r.Currency, what, got, want)
		}
	}
	for _, side := range []struct {
		p    report.Period
		of   func(report.Pair) report.Figure
		days []report.Figure
	}{
		{out.Period, func(p report.Pair) report.Figure { return p.Now }, r.Days},
		{out.Compared, func(p report.Pair) report.Figure { return p.Before }, r.DaysBefore},
	} {
		by := func(is func(journal.Sale) bool) report.Figure { return recount(sales, zone, side.p, r.Currency, is) }
		var hours, days, routes, cashiers, lost report.Figure
		add := func(to *report.Figure, f report.Figure) { to.Number, to.Minor = to.Number+f.Number, to.Minor+f.Minor }
		for h, pair := range r.Hours {
			same("hour", side.of(pair), by(func(s journal.Sale) bool { return paid(s) && s.CreatedAt.In(zone).Hour() == h }))
			add(&hours, side.of(pair))
		}
		for i, f := range side.days {
			day := side.p.Day(i)
			same("day", f, by(func(s journal.Sale) bool { return paid(s) && s.ID.Day() == day }))
			add(&days, f)
		}
		for _, row := range r.Rows[report.ByRoute] {
			same("route", side.of(row.Pair), by(func(s journal.Sale) bool { return paid(s) && string(s.Route) == row.Name }))
			add(&routes, side.of(row.Pair))
		}
		for _, row := range r.Rows[report.ByCashier] {
			same("cashier", side.of(row.Pair), by(func(s journal.Sale) bool { return paid(s) && s.Cashier == row.Name }))
			add(&cashiers, side.of(row.Pair))
		}
		for _, row := range slices.Concat(r.Lost, r.Unsure) {
			same("lost", side.of(row.Pair), by(func(s journal.Sale) bool { return s.Status() == row.Status }))
			add(&lost, side.of(row.Pair))
		}
		taken := side.of(r.Taken)
		same("taken", taken, by(paid))
		same("hours", hours, taken)
		same("days", days, taken)
		same("routes", routes, taken)
		same("cashiers", cashiers, taken)
		whole := taken
		add(&whole, lost)
		add(&whole, side.of(r.Open))
		same("all", whole, by(func(journal.Sale) bool { return true }))
	}
}

// What a bar opens is what it shows.
// onDay narrows a filter to a day.
func onDay(f report.Filter, day journal.Day) report.Filter {
	f.Period = report.OneDay(day)
	return f
}

func TestABarOpensTheSalesBehindIt(t *testing.T) {
	sales := history(7, 2000, lastDay, 7, "LYD")
	q := report.Query{Filter: report.Filter{Period: report.SevenDays("20261120")}}
	r := build(t, count(sales, tripoli), q).Reports[0]
	behind := func(f report.Filter) (sum report.Figure) {
		for _, s := range sales {
			if f.Has(shop.KeyOf(s, tripoli)) {
				sum.Number, sum.Minor = sum.Number+1, sum.Minor+s.Amount.Minor
			}
		}
		return sum
	}
	f := r.Filter(q)
	bars := map[string]struct{ shown, opened report.Figure }{
		"all":     {r.Taken.Now, behind(f)},
		"hour":    {r.Hours[11].Now, behind(f.OfHour(11))},
		"day":     {r.Days[3], behind(onDay(f, out(q).Day(3)))},
		"route":   {r.Rows[report.ByRoute][1].Now, behind(f.Of(report.ByRoute, r.Rows[report.ByRoute][1].Name))},
		"nobody":  {cashier(r, ""), behind(f.Of(report.ByCashier, ""))},
		"expired": {r.Lost[1].Now, behind(f.OfStatus(r.Lost[1].Status))},
	}
	for name, b := range bars {
		if b.shown.Number == 0 || b.shown != b.opened {
			t.Errorf("%s shows %+v and opens %+v", name, b.shown, b.opened)
		}
	}
}

func out(q report.Query) report.Period { return q.Filter.Period }

func cashier(r report.Report, name string) report.Figure {
	for _, row := range r.Rows[report.ByCashier] {
		if row.Name == name {
			return row.Now
		}
	}
	return report.Figure{}
}

// TestWhatNobodyKnowsIsNotCalledLost: a sale that was set aside since somebody said that it
// was paid in cash, and one that nobody knows about, are in no sum.
func TestWhatNobodyKnowsIsNotCalledLost(t *testing.T) {
	said, unknown := saleAt(lastDay.Add(9*time.Hour), 1, journal.StatusSetAside, 12_500, "LYD"), saleAt(lastDay.Add(9*time.Hour), 2, journal.StatusUnknown, 700, "LYD")
	said.SetAside.Reason = journal.AsidePaidCash
	r := build(t, count([]journal.Sale{said, unknown}, tripoli), report.Query{Filter: report.Filter{Period: report.SevenDays("20261120")}}).Reports[0]
	if r.Taken.Now.Number+r.Cash.Taken.Now.Number+r.Open.Now.Number != 0 {
		t.Errorf("counted: %+v, %+v, %+v", r.Taken, r.Cash, r.Open)
	}
	for _, row := range r.Lost {
		if row.Now.Number != 0 {
			t.Errorf("%s of %d minor stands under what did not become money", row.Status, row.Now.Minor)
		}
	}
	want := []report.StatusRow{{Status: journal.StatusUnknown, Pair: report.Pair{Now: report.Figure{Number: 1, Minor: 700}}},
		{Status: journal.StatusSetAside, Pair: report.Pair{Now: report.Figure{Number: 1, Minor: 12_500}}}}
	if !slices.Equal(r.Unsure, want) {
		t.Errorf("not known: %+v", r.Unsure)
	}
}

// Every status that the till knows is money, lost, or under way, by a decision.
func TestEveryStatusHasItsClass(t *testing.T) {
	want := map[journal.Status]report.Class{
		journal.StatusPaid:   report.ClassTaken,
		journal.StatusFailed: report.ClassLost, journal.StatusExpired: report.ClassLost, journal.StatusUnknown: report.ClassUnsure,
		journal.StatusSetAside: report.ClassUnsure, journal.StatusNotOpened: report.ClassLost, journal.StatusResolved: report.ClassLost,
		journal.StatusWaiting: report.ClassOpen, journal.StatusOpening: report.ClassOpen, journal.StatusChoosing: report.ClassOpen,
		journal.StatusEntry: report.ClassOpen, journal.StatusCode: report.ClassOpen, journal.StatusCash: report.ClassCash,
	}
	for _, s := range journal.Statuses() {
		if c, decided := want[s]; !decided || report.ClassOf(s) != c {
			t.Errorf("%s is %q, decided: %v", s, report.ClassOf(s), decided)
		}
	}
	if report.ClassOf("something new") != report.ClassOpen {
		t.Error("an unknown status is counted as an end")
	}
}

// A night on which the clock goes back: the doubled hour holds both, no sale
// is counted twice, and the skipped hour of spring has none.
func TestHoursOfClockChanges(t *testing.T) {
	newYork := mustZone("America/New_York")
	at := func(m time.Month, d, h, minute int) time.Time {
		return time.Date(2026, m, d, h, minute, 0, 0, time.UTC).In(newYork)
	}
	sales := []journal.Sale{
		saleAt(at(11, 1, 4, 30), 1, journal.StatusPaid, 1, "USD"),   // 00:30
		saleAt(at(11, 1, 5, 30), 2, journal.StatusPaid, 10, "USD"),  // 01:30, the first time
		saleAt(at(11, 1, 6, 30), 3, journal.StatusPaid, 100, "USD"), // 01:30, the second time
		saleAt(at(11, 1, 7, 30), 4, journal.StatusPaid, 1000, "USD"),
	}
	r := build(t, count(sales, newYork), report.Query{Filter: report.Filter{Period: report.OneDay("20261101")}}).Reports[0]
	if r.Hours[0].Now.Minor != 1 || r.Hours[1].Now != (report.Figure{Number: 2, Minor: 110}) || r.Hours[2].Now.Minor != 1000 || r.Taken.Now.Minor != 1111 {
		t.Errorf("hours %+v", r.Hours[:3])
	}
	spring := []journal.Sale{saleAt(at(3, 8, 6, 59), 1, journal.StatusPaid, 1, "USD"), saleAt(at(3, 8, 7, 0), 2, journal.StatusPaid, 10, "USD")}
	r = build(t, count(spring, newYork), report.Query{Filter: report.Filter{Period: report.OneDay("20260308")}}).Reports[0]
	if r.Hours[1].Now.Minor != 1 || r.Hours[2].Now.Number != 0 || r.Hours[3].Now.Minor != 10 {
		t.Errorf("hours %+v", r.Hours[:4])
	}
}

func TestChange(t *testing.T) {
	var sales []journal.Sale
	for i, hour := range []int{9, 11, 11, 11, 15, 23} {
		sales = append(sales, saleAt(lastDay.Add(time.Duration(hour)*time.Hour), i+1, journal.StatusPaid, 1000, "LYD"))
	}
	sales = append(sales, saleAt(lastDay.AddDate(0, 0, -1), 1, journal.StatusPaid, 5500, "LYD"),
		saleAt(lastDay.Add(16*time.Hour), 9, journal.StatusFailed, 99000, "LYD")) // no money
	out := build(t, count(sales, tripoli), report.Query{Filter: report.Filter{Period: report.OneDay("20261120")}, Compare: report.CompareBefore})
	r := out.Reports[0]
	if tenths, ok := r.Taken.Change(); !ok || tenths != 91 { // 500 of 5500
		t.Errorf("change %d, %v", tenths, ok)
	}
	if d, ok := r.Taken.Difference(); !ok || d != 500 {
		t.Errorf("difference %d, %v", d, ok)
	}
	if first, last, ok := r.OpenHours(); !ok || first != 0 || last != 23 {
		t.Errorf("open %d to %d, %v", first, last, ok)
	}
}

func TestRoundingIsExact(t *testing.T) {
	for _, c := range []struct {
		f    report.Figure
		want int64
	}{{report.Figure{}, 0}, {report.Figure{Number: 2, Minor: 3}, 2}, {report.Figure{Number: 3, Minor: 4}, 1}, {report.Figure{Number: 3, Minor: 5}, 2},
		{report.Figure{Number: 2, Minor: -3}, -2}, {report.Figure{Number: 3, Minor: -4}, -1}, {report.Figure{Number: 2, Minor: math.MaxInt64}, math.MaxInt64/2 + 1}} {
		if got := c.f.Average(); got != c.want {
			t.Errorf("%+v: %d, want %d", c.f, got, c.want)
		}
	}
	for _, c := range []struct {
		now, before, tenths int64
		ok                  bool
	}{{1091, 1000, 91, true}, {1000, 2000, -500, true}, {20005, 20000, 0, true}, {20010, 20000, 1, true}, {19990, 20000, -1, true}, {5, 0, 0, false}, {5, -5, 0, false},
		{math.MaxInt64, 1, 0, false}, {math.MaxInt64, math.MaxInt64, 0, true}} {
		p := report.Pair{Now: report.Figure{Minor: c.now}, Before: report.Figure{Minor: c.before}}
		if got, ok := p.Change(); ok != c.ok || ok && got != c.tenths {
			t.Errorf("%d after %d: %d, %v", c.now, c.before, got, ok)
		}
	}
	if _, ok := (report.Pair{Now: report.Figure{Minor: math.MaxInt64}, Before: report.Figure{Minor: -1}}).Difference(); ok {
		t.Error("a difference beyond 64 bits")
	}
}

func TestFortyYearsAndAnEmptyPeriod(t *testing.T) {
	sales := history(40, 3000, lastDay, 14600, "LYD")
	p := report.Period{From: "19861121", To: "20261120"}
	began := time.Now()
	r := build(t, count(sales, tripoli), report.Query{Filter: report.Filter{Period: p}, Compare: report.CompareYear}).Reports[0]
	if len(r.Days) != p.Days() || r.Taken.Now.Number == 0 || r.Taken.Now.Number != recount(sales, tripoli, p, "LYD", paid).Number {
		t.Errorf("%d days, %+v", len(r.Days), r.Taken)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("forty years took %v", took)
	}
	empty := build(t, count(sales, tripoli), report.Query{Filter: report.Filter{Period: report.OneDay("20300101")}, Compare: report.CompareBefore})
	if len(empty.Reports) != 0 || empty.Compared != report.OneDay("20291231") {
		t.Errorf("an empty day has %+v", empty)
	}
}

// broken is a source that fails, or says what cannot be.
type broken struct {
	bucket report.Bucket
	err    error
}

func (b broken) Figures(context.Context, journal.Day, journal.Day) iter.Seq2[report.Bucket, error] {
	return func(yield func(report.Bucket, error) bool) { yield(b.bucket, b.err) }
}

func TestWhatCannotBeReportedHasACode(t *testing.T) {
	day := report.Query{Filter: report.Filter{Period: report.OneDay("20261120")}}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	full := report.Bucket{Key: report.Key{Day: "20261120", Currency: "LYD", Status: journal.StatusPaid, Route: core.RouteQR}, Figure: report.Figure{Number: 1, Minor: math.MaxInt64}}
	late, untold := full, full
	late.Hour, untold.Hour = 24, report.HourUnknown
	hourly, cashiers := day, day
	hourly.Filter, cashiers.Filter = day.Filter.OfHour(9), day.Filter.Of(report.ByCashier, "Samira")
	for name, c := range map[string]struct {
		ctx  context.Context
		src  report.Source
		q    report.Query
		want report.Code
	}{
		"no period":        {context.Background(), &shop.Tally{}, report.Query{}, report.CodePeriod},
		"failed source":    {context.Background(), broken{err: errors.New("disk")}, day, report.CodeSource},
		"hour 24":          {context.Background(), broken{bucket: late}, day, report.CodeSource},
		"hour not told":    {context.Background(), broken{bucket: untold}, hourly, report.CodeSource},
		"cashier not told": {context.Background(), broken{bucket: untold}, cashiers, report.CodeSource},
		"cancelled":        {cancelled, broken{bucket: full}, day, report.CodeCancelled},
		"overflow":         {context.Background(), twice{full, full}, day, report.CodeRange},
	} {
		if _, err := report.Build(c.ctx, c.src, c.q); report.CodeOf(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// TestAReportWithoutHoursSaysSo: where a source does not tell the hours of some figures,
// none is shown, and no cashier; the rest is whole.
func TestAReportWithoutHoursSaysSo(t *testing.T) {
	told := report.Bucket{Key: report.Key{Day: "20261120", Hour: 9, Currency: "LYD", Status: journal.StatusPaid, Route: core.RouteQR, Cashier: "Samira"}, Figure: report.Figure{Number: 2, Minor: 500}}
	untold := told
	untold.Hour, untold.Cashier = report.HourUnknown, ""
	q := report.Query{Filter: report.Filter{Period: report.OneDay("20261120")}}
	for name, c := range map[string]struct {
		src    report.Source
		coarse bool
	}{"all told": {twice{told, told}, false}, "some told": {twice{told, untold}, true}, "none told": {twice{untold, untold}, true}} {
		out, err := report.Build(t.Context(), c.src, q)
		if err != nil {
			t.Fatal(err)
		}
		r := out.Reports[0]
		if _, _, hours := r.OpenHours(); out.Coarse != c.coarse || hours == c.coarse || (len(r.Rows[report.ByCashier]) == 0) != c.coarse {
			t.Errorf("%s: coarse %v, hours %v, cashiers %v", name, out.Coarse, hours, r.Rows[report.ByCashier])
		}
		if want := (report.Figure{Number: 4, Minor: 1000}); r.Taken.Now != want || r.Days[0] != want || r.Rows[report.ByRoute][0].Now != want {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

type twice [2]report.Bucket

func (b twice) Figures(context.Context, journal.Day, journal.Day) iter.Seq2[report.Bucket, error] {
	return func(yield func(report.Bucket, error) bool) {
		for _, one := range b {
			if !yield(one, nil) {
				return
			}
		}
	}
}
