//go:build linux && !race

package page

import (
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/reader"
	"sanduq/core/report"
	"sanduq/core/tests/shop"
	"sanduq/core/wire"
)

// busy are three tills of two shops, and a practice one, on three days of which one
// has an hour twice.
func (p *place) busy() (sales int) {
	p.Helper()
	statuses := []journal.Status{journal.StatusPaid, journal.StatusFailed, journal.StatusPaid, journal.StatusUnknown, journal.StatusPaid, journal.StatusCash, journal.StatusExpired}
	for i, name := range []string{"Harbour", "Harbour", "Garden", "Garden"} {
		environment := core.Live
		if i == 3 {
			environment = core.Sandbox
		}
		send := p.till(name, fmt.Sprint("Till ", i), environment)
		var all []office.Sale
		for n := range 90 {
			s := sale([]journal.Day{"20261024", "20261025", "20261026"}[n/30], n+1, int64(1_000*(i+1)+n), statuses[n%7])
			s.CreatedAt = s.ID.Day().Time(time.UTC).Add(time.Duration(n%30) * 47 * time.Minute)
			s.Cashier, s.Route = []string{"Samira", "", "Yusuf"}[n%3], wire.Routes()[n%3]
			if n%10 == 9 {
				s.Currency = "USD"
			}
			all = append(all, s)
			if i < 3 {
				sales++
			}
		}
		send(all...)
	}
	return sales
}

// listed are the sales of a query as a sequence.
func listed(t *testing.T, r *reader.Reader, q journal.SaleQuery) iter.Seq2[journal.Sale, error] {
	t.Helper()
	return func(yield func(journal.Sale, error) bool) {
		for _, s := range walk(t, r, q) {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// TestReportsOfManyTills holds the reports of all shops, of each shop and of each till
// against the sales in the list, and against the totals; and each bar against the
// sales that it opens.
func TestReportsOfManyTills(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	sent := int64(p.busy())
	p.person("Owner")
	zone, err := time.LoadLocation("Europe/Paris") // on the 25th, an hour comes twice
	if err != nil {
		t.Fatal(err)
	}
	owner := p.windowIn("Owner", zone)
	q := report.Query{Filter: report.Filter{Period: report.Period{From: "20261025", To: "20261026"}}, Compare: report.CompareBefore}
	places := []string{""}
	for _, one := range owner.Places() {
		places = append(places, one.ID)
	}
	if len(places) != 6 {
		t.Fatalf("places %v", places)
	}
	for _, place := range places {
		tally, err := shop.Count(listed(t, owner, journal.SaleQuery{Place: place}), zone)
		if err != nil {
			t.Fatal(err)
		}
		want, err := report.Build(t.Context(), tally, q)
		if err != nil {
			t.Fatal(err)
		}
		got, err := report.Build(t.Context(), owner.FiguresOf(place), q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" || len(got.Reports) != 2 {
			t.Errorf("%q: the sales in the list, and the report:\n%s", place, diff)
		}
		bars := 0
		for _, r := range got.Reports {
			bars += p.bars(owner, place, r, q, zone)
		}
		if bars < 30 {
			t.Errorf("%q: only %d bars", place, bars)
		}
		p.coarsely(owner, place, q, got)
	}
	p.againstTotals(owner, sent)
}

// bars opens the sales behind each figure of a report.
func (p *place) bars(r *reader.Reader, place string, of report.Report, q report.Query, zone *time.Location) (n int) {
	p.Helper()
	behind := func(what string, f report.Filter, want report.Figure) {
		p.Helper()
		asked, ok := f.SaleQuery(zone)
		asked.Place = place
		var got report.Figure
		for _, s := range walk(p.T, r, asked) {
			got.Number, got.Minor = got.Number+1, got.Minor+s.Amount.Minor
		}
		if n++; !ok || got != want {
			p.Errorf("%q, %s in %s: the bar says %+v, the sales behind it come to %+v", place, what, of.Currency, want, got)
		}
	}
	f := of.Filter(q)
	for hour, pair := range of.Hours {
		behind(fmt.Sprint("hour ", hour), f.OfHour(hour), pair.Now)
	}
	for i, figure := range of.Days {
		day := f
		day.Period = report.OneDay(q.Filter.Period.Day(i))
		behind(fmt.Sprint("day ", i), day, figure)
	}
	for _, dimension := range report.Dimensions() {
		for _, row := range of.Rows[dimension] {
			behind(fmt.Sprint(dimension, " ", row.Name), f.Of(dimension, row.Name), row.Now)
		}
	}
	for _, row := range slices.Concat(of.Lost, of.Unsure) {
		behind(string(row.Status), f.OfStatus(row.Status), row.Now)
	}
	f.Class = report.ClassCash
	behind("cash", f, of.Cash.Taken.Now)
	return n
}

// coarsely asks where there are too many sales for hours and cashiers: the rest is the
// same.
func (p *place) coarsely(r *reader.Reader, place string, q report.Query, fine report.Result) {
	p.Helper()
	mostCounted = 10
	defer func() { mostCounted = office.MaxCounted }()
	got, err := report.Build(p.Context(), r.FiguresOf(place), q)
	if err != nil {
		p.Fatal(err)
	}
	fine.Coarse = true
	fine.Reports = append([]report.Report(nil), fine.Reports...)
	for i := range fine.Reports {
		for _, parts := range []*report.Parts{&fine.Reports[i].Parts, &fine.Reports[i].Cash} {
			parts.Hours, parts.Rows = [24]report.Pair{}, maps.Clone(parts.Rows)
			delete(parts.Rows, report.ByCashier)
		}
	}
	if diff := cmp.Diff(fine, got); diff != "" {
		p.Errorf("%q, without hours and cashiers:\n%s", place, diff)
	}
}

// againstTotals holds a report of every day against the totals in the database, and
// goes through who is not told.
func (p *place) againstTotals(owner *reader.Reader, sent int64) {
	p.Helper()
	all, err := report.Build(p.Context(), owner, report.Query{Filter: report.Filter{Period: report.Period{From: "20261001", To: "20261130"}}})
	if err != nil {
		p.Fatal(err)
	}
	counted := int64(0)
	for _, r := range all.Reports {
		var paid report.Figure
		if err := p.cfg.DB.QueryRow(p.Context(), "SELECT sum(sales)::bigint, sum(minor)::bigint FROM totals WHERE status = 'paid' AND NOT practice AND currency = $1", r.Currency).
			Scan(&paid.Number, &paid.Minor); err != nil {
			p.Fatal(err)
		}
		if r.Taken.Now != paid {
			p.Errorf("%s: taken %+v, the totals say %+v", r.Currency, r.Taken.Now, paid)
		}
		counted += r.Taken.Now.Number + r.Open.Now.Number + r.Cash.Taken.Now.Number
		for _, l := range slices.Concat(r.Lost, r.Unsure) {
			counted += l.Now.Number
		}
	}
	if counted != sent {
		p.Errorf("%d sales in the reports, %d were sent", counted, sent)
	}
	p.person("Huda", "Harbour")
	huda := p.window("Huda")
	for _, one := range owner.Places() {
		got, err := report.Build(p.Context(), huda.FiguresOf(one.ID), report.Query{Filter: report.Filter{Period: report.Period{From: "20261001", To: "20261130"}}})
		if theirs := one.Name == "Harbour" || one.Name == "Harbour 0" || one.Name == "Harbour 1"; err != nil || theirs != (len(got.Reports) > 0) {
			p.Errorf("somebody of Harbour is told of %s: %+v, %v", one.Name, got.Reports, err)
		}
	}
	browser := p.browser()
	p.signsIn(browser, "Owner", password)
	for text, want := range map[string]int{`{"from":"20261024","to":"20261024"}`: http.StatusOK, `{"from":"20261024"}`: http.StatusBadRequest,
		`{"from":"20261024","to":"20261024","status":"paid"}`: http.StatusBadRequest} {
		if status, _ := p.read(browser.Get(p.web.URL + "/office/api/figures?q=" + url.QueryEscape(text))); status != want {
			p.Errorf("figures by %s: %d", text, status)
		}
	}
	if status, _ := p.read(browser.Get(p.web.URL + "/office/api/sales?q=" + url.QueryEscape(`{"hour":{"hour":24}}`))); status != http.StatusBadRequest {
		p.Errorf("the hour 24: %d", status)
	}
	if status, _ := p.read(p.browser().Get(p.web.URL + "/office/api/figures?q={}")); status != http.StatusUnauthorized {
		p.Errorf("a stranger's figures: %d", status)
	}
}
