//go:build linux

package page

import (
	"errors"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report"
)

// TestAReportOfMonthsThatAreGone: the sales of a month are let go, and the totals stay. A report of it says what was
// taken, without hours and cashiers. Of one till nobody knows it any more, and no report says that nothing was taken.
func TestAReportOfMonthsThatAreGone(t *testing.T) {
	p := newPlace(t)
	p.till("Harbour", "1", core.Live)(sale("20250910", 1, 12_500, journal.StatusPaid), sale("20261101", 1, 700, journal.StatusPaid))
	p.person("Owner")
	owner := p.window("Owner")
	var till string
	for _, one := range owner.Places() {
		if !one.IsShop {
			till = one.ID
		}
	}
	for _, sql := range []string{"DELETE FROM sales WHERE day < '2025-10-01'", "INSERT INTO gone_months VALUES ('sales', '2025-09-01', now(), 1), ('audit', '2026-11-01', now(), 1)"} {
		if _, err := p.cfg.DB.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for of, want := range map[report.Period]struct {
		minor  int64
		coarse bool
	}{
		{From: "20250901", To: "20250930"}: {12_500, true}, {From: "20250915", To: "20261130"}: {700, true}, {From: "20250831", To: "20250910"}: {12_500, true},
		{From: "20251001", To: "20261130"}: {700, false}, {From: "20250801", To: "20250831"}: {0, false},
	} {
		last, err := owner.Gone(t.Context(), journal.SaleQuery{From: of.From, To: of.To})
		if want := map[bool]journal.Day{true: "20250930"}[want.coarse]; err != nil || last != want {
			t.Errorf("%v: a list says that sales up to %q are gone, want %q, %v", of, last, want, err)
		}
		got, err := report.Build(t.Context(), owner.FiguresOf(""), report.Query{Filter: report.Filter{Period: of}})
		taken := int64(0)
		for _, r := range got.Reports {
			taken += r.Taken.Now.Minor
		}
		if err != nil || taken != want.minor || got.Coarse != want.coarse {
			t.Errorf("%v: taken %d, coarse %v, %v; want %+v", of, taken, got.Coarse, err, want)
		}
		got, err = report.Build(t.Context(), owner.FiguresOf(till), report.Query{Filter: report.Filter{Period: of}})
		if known := err == nil; known == want.coarse || !known && !errors.Is(err, journal.ErrNotFound) {
			t.Errorf("%v, of a till: %d reports, %v", of, len(got.Reports), err)
		}
	}
}
