package exporting

import (
	"context"
	"iter"
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

// TestTheCardCountsWhatTheFileHolds: money that came on another day counts there.
func TestTheCardCountsWhatTheFileHolds(t *testing.T) {
	h := history(6)
	late := &h.sales[len(h.sales)-1]
	late.ID, late.Booked = "20261112-000001", friday
	b := newBench(t, h, words.English)
	r := Request{Query: journal.SaleQuery{From: "20261116", To: friday}, Asked: "Any state"}
	c := b.card(r)
	c.format.pick(Plain)
	c.begin()
	if s := b.runner.State(); s.Err != nil || s.Done != 6 || c.total != s.Done {
		t.Errorf("the card counts %d, the file holds %d, %v", c.total, s.Done, s.Err)
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
