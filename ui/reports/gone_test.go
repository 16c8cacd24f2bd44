package reports

import (
	"context"
	"iter"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// sumsAlone keeps sums of its days, and no single sale up to one of them.
type sumsAlone struct {
	fail error
	last journal.Day
}

func (s sumsAlone) Figures(_ context.Context, from, to journal.Day) iter.Seq2[report.Bucket, error] {
	return func(yield func(report.Bucket, error) bool) {
		yield(report.Bucket{Key: report.Key{Day: to, Hour: report.HourUnknown, Route: core.RouteQR, Status: journal.StatusPaid, Currency: "LYD"}, Figure: report.Figure{Number: 3, Minor: 12_500}}, s.fail)
	}
}

func (s sumsAlone) Gone(_ context.Context, q journal.SaleQuery) (journal.Day, error) {
	if q.From > s.last {
		return "", nil
	}
	return s.last, nil
}

// TestWhyAReportTellsNoHours: sales that are no longer kept are no matter of how many they are, and
// reading again brings nothing back of one till.
func TestWhyAReportTellsNoHours(t *testing.T) {
	for _, lang := range words.Languages() {
		w := words.MustLoad(lang)
		said := w.T("receipts.gone", "day", w.Date(journal.Day("20261118").Time(time.UTC)))
		for name, c := range map[string]struct {
			figures sumsAlone
			want    string
			again   bool
		}{
			"many sales":   {sumsAlone{nil, "20260930"}, w.T("reports.coarse"), false},
			"gone":         {sumsAlone{nil, "20261118"}, said, false},
			"of one till":  {sumsAlone{journal.ErrNotFound, "20261118"}, said, false},
			"not answered": {sumsAlone{context.DeadlineExceeded, "20261118"}, w.T("receipts.unreadable.list"), true},
		} {
			h := build(t, c.figures, appearance{lang: lang})
			got := h.screen.page.note.Text()
			if card := h.screen.page.others[0]; got == "" && card.note != nil {
				got = card.note.Text()
			}
			if got != c.want || h.screen.page.again.Visible() != c.again {
				t.Errorf("%s, %s: reading again is offered %v; it says %q, want %q", lang, name, h.screen.page.again.Visible(), got, c.want)
			}
			if name == "gone" {
				uitest.Picture(t, h.window, "report-gone-"+lang)
			}
		}
	}
}
