package reports

import (
	"context"
	"iter"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/tests/shop"
	"sanduq/ui/screen"
)

// TestFiguresFollowTheSales: what is taken while the page is shown stands on it soon
// afterwards, and the mark of the person who reads it stays.
func TestFiguresFollowTheSales(t *testing.T) {
	sales := new(shop.Tally)
	sale := func() {
		t.Helper()
		for s, err := range shop.Sales(60) {
			if err == nil && s.Status() == journal.StatusPaid {
				err = sales.Add(s, time.UTC)
			}
			if err != nil {
				t.Fatal(err)
			}
			if s.Status() == journal.StatusPaid {
				return
			}
		}
	}
	sale()
	var later []func()
	h := build(t, sales, appearance{}, func(e *screen.Env, _ *Deps) {
		e.After = func(d time.Duration, f func()) func() {
			if d == settling {
				later = append(later, f)
			}
			return func() {}
		}
	})
	h.window.Canvas().Focus(h.screen.page.routes.table)
	h.screen.page.routes.table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	before, marked := h.screen.page.result.Reports[0].Taken.Now.Number, h.screen.page.routes.table.mark
	sale()
	sale()
	h.screen.Refresh()
	h.screen.Refresh()
	if len(later) != 1 {
		t.Fatalf("two changes are read %d times", len(later))
	}
	later[0]()
	if now := h.screen.page.result.Reports[0].Taken.Now.Number; now != before+2 {
		t.Errorf("%d sales stand on the page, want %d", now, before+2)
	}
	if marked < 0 || h.screen.page.routes.table.mark != marked {
		t.Errorf("the mark moved from %d to %d", marked, h.screen.page.routes.table.mark)
	}
	h.screen.Refresh()
	h.screen.Hidden()
	sale()
	later[1]()
	if now := h.screen.page.result.Reports[0].Taken.Now.Number; now != before+2 {
		t.Error("a page that is not shown reads its figures")
	}
}

// TestASaleUnderWayIsNoFigure: before the first money the page says that there are no sales,
// and shows no cards of nothing.
func TestASaleUnderWayIsNoFigure(t *testing.T) {
	for status, empty := range map[journal.Status]bool{journal.StatusWaiting: true, journal.StatusPaid: false, journal.StatusExpired: false, journal.StatusUnknown: false} {
		h := build(t, one{report.Bucket{Key: report.Key{Day: friday, Hour: 9, Status: status, Currency: "LYD"}, Figure: report.Figure{Number: 1, Minor: 12_500}}}, appearance{})
		if h.screen.page.taken.root.Visible() == empty || h.screen.page.note.Visible() != empty {
			t.Errorf("%s: no sales is said %v", status, h.screen.page.note.Visible())
		}
	}
}

// one is a source of one figure.
type one struct{ report.Bucket }

func (o one) Figures(context.Context, journal.Day, journal.Day) iter.Seq2[report.Bucket, error] {
	return func(yield func(report.Bucket, error) bool) { yield(o.Bucket, nil) }
}
