package exporting

import (
	"context"
	"iter"
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/ui/words"
)

// TestAZStandsOnItsOwnDay, also on one that has no midnight, since clocks go forward then.
func TestAZStandsOnItsOwnDay(t *testing.T) {
	zone, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	s := &shelf{zs: []journal.Z{{Seq: 1, At: time.Date(2026, 9, 6, 20, 0, 0, 0, zone)}}}
	for day, want := range map[journal.Day]int{"20260905": 0, "20260906": 1, "20260907": 0} {
		r := Request{Of: OfZs, Query: journal.SaleQuery{From: day, To: day}}
		if n, err := (Source{Books: s}).Count(t.Context(), r, zone); err != nil || n != want {
			t.Errorf("%s: %d Zs, want %d, %v", day, n, want, err)
		}
	}
}

// TestWhatIsReturnedStandsOnTheDayOfTheReport: the books are ahead of a clock that was put back.
func TestWhatIsReturnedStandsOnTheDayOfTheReport(t *testing.T) {
	clock := time.Date(2026, 11, 18, 12, 0, 0, 0, tripoli)
	s := &shelf{debts: [][]journal.DebtRow{{
		{Debt: 1, Kind: journal.DebtOpened, At: clock.AddDate(0, 0, -8), Cause: journal.DebtPaidTwice, Sale: "20261110-000004", With: "20261110-000005", Amount: money.Amount{Minor: 10_000, Currency: "LYD"}},
		{Debt: 1, Kind: journal.DebtReturned, At: clock, BookedAt: clock.AddDate(0, 0, 2), By: "Huda", Minor: 4_000, Open: 10_000, Reference: "FT-1"}}}}
	for day, want := range map[journal.Day]int{"20261118": 0, friday: 1} {
		r := Request{Of: OfOwed, Query: journal.SaleQuery{From: day, To: day}}
		if n, err := (Source{Books: s}).Count(t.Context(), r, tripoli); err != nil || n != want {
			t.Errorf("%s: %d lines, want %d, %v", day, n, want, err)
		}
	}
}

// TestTheCardCountsWhatTheFileHolds: money that came on another day counts there in a report;
// the file of a list has the rows of the list.
func TestTheCardCountsWhatTheFileHolds(t *testing.T) {
	h := history(6)
	late := &h.sales[len(h.sales)-1]
	late.ID, late.Booked = "20261112-000001", friday
	b := newBench(t, h, words.English)
	days := journal.SaleQuery{From: "20261116", To: friday}
	figure := days
	figure.Booked = true // a list that a figure opened
	for name, want := range map[string]struct {
		r Request
		n int
	}{"a report": {Request{Query: days, Report: &report.Query{Filter: report.Filter{Period: report.Period{From: days.From, To: days.To}}}}, 6},
		"a list": {Request{Query: days, Asked: "Any state"}, 5}, "the list of a figure": {Request{Query: figure}, 6}} {
		c := b.card(want.r)
		c.format.pick(Plain)
		c.begin()
		shown, err := Count(t.Context(), h, want.r.Query) // by a list of the same query
		if s := b.runner.State(); err != nil || s.Err != nil || s.Done != want.n || c.total != s.Done || want.r.Report == nil && s.Done != shown {
			t.Errorf("%s: the card counts %d, the file holds %d, the list %d, want %d, %v, %v", name, c.total, s.Done, shown, want.n, err, s.Err)
		}
		c.Gone()
	}
}

// TestAListIsWrittenAsItStands: what was given back of its sales later stands beside them, as on the
// screen; the file of a report tells its days alone.
func TestAListIsWrittenAsItStands(t *testing.T) {
	h := history(6)
	at := slices.IndexFunc(h.sales, func(s journal.Sale) bool { return s.Status() == journal.StatusPaid })
	sale := h.sales[at]
	h.sales = h.sales[at : at+1]
	later := sale.SettledAt.AddDate(0, 0, 2)
	books := &shelf{debts: [][]journal.DebtRow{{
		{Debt: 1, Kind: journal.DebtOpened, At: sale.SettledAt, Cause: journal.DebtPaidTwice, Sale: sale.ID, With: "20261110-000005", Amount: sale.Amount},
		{Debt: 1, Kind: journal.DebtReturned, At: later, By: "Huda", Minor: 1_000, Open: sale.Amount.Minor, Reference: "FT-1"}}}}
	day := sale.ID.Day()
	for name, c := range map[string]struct {
		r    Request
		want int64
	}{"a list": {Request{Query: journal.SaleQuery{From: day, To: day}}, 1_000},
		"a report": {Request{Query: journal.SaleQuery{From: day, To: day}, Report: &report.Query{Filter: report.Filter{Period: report.OneDay(day)}}}, 0}} {
		source := Source{History: h, Books: books}
		back, err := source.returned(t.Context(), c.r, tripoli)
		if err != nil || back[sale.ID] != c.want {
			t.Errorf("%s: %v was given back, want %d, %v", name, back, c.want, err)
		}
	}
}

// givesBack is a shop that gave money back on friday.
type givesBack struct{ report.Source }

func (givesBack) Returned(_ context.Context, from, to journal.Day) iter.Seq2[report.Bucket, error] {
	return func(yield func(report.Bucket, error) bool) {
		if from <= friday && friday <= to {
			yield(report.Bucket{Key: report.Key{Day: friday, Hour: 12, Route: core.RouteQR, Status: journal.StatusPaid, Currency: "LYD"}, Figure: report.Figure{Number: 1, Minor: 12_500}}, nil)
		}
	}
}

// TestAReportWithoutASaleIsWritten where something was returned on its days, as the page shows it; of nothing at all
// there is no file.
func TestAReportWithoutASaleIsWritten(t *testing.T) {
	for _, c := range []struct {
		day  journal.Day
		form Form
		want int // files
	}{{friday, XLSX, 1}, {friday, PDF, 1}, {friday, CSV, 0}, {"20261119", XLSX, 0}} {
		b := newBench(t, history(0), words.English)
		b.deps.Source.Figures = givesBack{b.deps.Source.Figures}
		b.runner = NewRunner(b.env, b.deps)
		b.memory.Form = c.form
		q := report.Query{Filter: report.Filter{Period: report.OneDay(c.day)}}
		card := b.card(Request{Query: journal.SaleQuery{From: c.day, To: c.day}, Report: &q})
		if said := card.note.Text() != ""; said != (c.want == 0) {
			t.Errorf("%s of %s: it says %q", c.form, c.day, card.note.Text())
		}
		card.begin()
		if got := b.files(t); len(got) != c.want {
			t.Errorf("%s of %s: files %v, %v", c.form, c.day, got, b.runner.State().Err)
		}
		job, err := b.deps.Source.Job(t.Context(), card.request, c.form, b.deps.Shop(), b.env.Words)
		if c.want == 0 {
			if report.CodeOf(err) != report.CodeEmpty {
				t.Errorf("%s of %s: %v", c.form, c.day, err)
			}
			continue
		}
		if err != nil || len(job.Tables) < 2 || job.Tables[0].Name != job.Words.Say(export.KeyHours) {
			t.Errorf("%s of %s: %d tables, %v", c.form, c.day, len(job.Tables), err)
		}
		card.Gone()
	}
}
