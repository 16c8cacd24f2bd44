package receipts

import (
	"context"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/receipts/pager"
	"sanduq/ui/receipts/source"
)

// endless is a history of a million sales, a thousand a day, made up when they are asked for.
type endless struct {
	questions, read int
}

const (
	endlessDays   = 1000
	endlessPerDay = 1000
)

func (e *endless) Today() journal.Day { return friday }

func (e *endless) day(n int) journal.Day {
	return journal.DayOf(friday.Time(time.UTC).AddDate(0, 0, -n))
}

func (e *endless) Sales(_ context.Context, q journal.SaleQuery) (journal.SalePage, error) {
	e.questions++
	var p journal.SalePage
	from, next := 0, endlessPerDay
	if q.Before != "" {
		from = int(friday.Time(time.UTC).Sub(q.Before.Day().Time(time.UTC)).Hours() / 24)
		next = q.Before.Number() - 1
	}
	for d := from; d < endlessDays; d++ {
		for n := next; n > 0; n-- {
			if len(p.Sales) == q.Limit {
				p.More = true
				e.read += len(p.Sales)
				return p, nil
			}
			p.Sales = append(p.Sales, journal.Sale{ID: journal.NewSaleID(e.day(d), n), Route: core.RouteQR,
				Amount: money.Amount{Minor: int64(n), Currency: "LYD"}, Step: journal.StepSession})
		}
		next = endlessPerDay
	}
	e.read += len(p.Sales)
	return p, nil
}

func (e *endless) Attempts(context.Context, journal.SaleID) ([]journal.Sale, error) { return nil, nil }
func (e *endless) Settings() journal.Settings {
	return journal.Settings{Shop: "Al Noor Market", Place: "Tripoli", Till: "2", Currency: "LYD"}
}

func (e *endless) Users() []journal.User { return nil }
func (e *endless) Totals(context.Context, journal.SaleQuery) ([]journal.Total, error) {
	return []journal.Total{{Group: journal.GroupOpen, Currency: "LYD", Count: endlessDays * endlessPerDay}}, nil
}

func (e *endless) Receipt(context.Context, uint64) (journal.Receipt, error) {
	return journal.Receipt{}, journal.ErrNotFound
}

func endlessHarness(t *testing.T) (*harness, *endless) {
	e := &endless{}
	r := newHarness(t, friday20())
	r.deps.History = e
	r.memory.Filter.Range = filter.AllDays
	return r.show(), e
}

func heldBy(s *source.Source) (rows int) {
	for _, p := range s.List.All {
		rows += len(p.Rows)
	}
	return rows
}

func TestAMillionSalesScrollWithoutReadingThemAll(t *testing.T) {
	r, e := endlessHarness(t)
	l := r.screen.index.list
	if e.read > 2*pager.PageSize {
		t.Errorf("%d sales read to show the newest", e.read)
	}
	for range 3000 {
		l.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -56)})
	}
	if want := 3000 + 3*pager.PageSize; e.read > want {
		t.Errorf("%d sales read for 3000 rows, want %d at most", e.read, want)
	}
	if held := heldBy(r.screen.index.source); held > pager.KeptPages*pager.PageSize {
		t.Errorf("%d sales in memory", held)
	}
	if n := len(l.rows); n > 20 {
		t.Errorf("%d row widgets for ten rows in view", n)
	}
	first, ok := l.source.List.At(3000)
	if !ok || first.ID.Day() != e.day(3) {
		t.Errorf("row 3000 is %s", first.ID)
	}
	l.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 1e9)})
	if s, ok := l.source.List.At(0); !ok || s.ID != journal.NewSaleID(friday, 1000) {
		t.Errorf("back at the top: %s, %v", s.ID, ok)
	}
}

func TestEndReadsOnInBounds(t *testing.T) {
	r, e := endlessHarness(t)
	l := r.screen.index.list
	r.key(fyne.KeyEnd)
	if l.selected < endReach || e.read > 2*endReach {
		t.Errorf("row %d selected, %d sales read", l.selected, e.read)
	}
	if s, ok := l.Selected(); !ok || s.ID.Number() == 0 {
		t.Errorf("selected %v, %v", s.ID, ok)
	}
	r.key(fyne.KeyHome)
	if s, ok := l.Selected(); !ok || s.ID != journal.NewSaleID(friday, 1000) {
		t.Errorf("Home selects %s, %v", s.ID, ok)
	}
}

func TestRowsFollowFingerAndBar(t *testing.T) {
	r, _ := endlessHarness(t)
	l := r.screen.index.list
	drag := func(x, y, dy float32) {
		l.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y)}, Dragged: fyne.NewDelta(0, dy)})
	}
	drag(100, 200, -112)
	l.DragEnd()
	if l.offset != 112 {
		t.Errorf("a finger that moves up by 112 moved the rows by %v", l.offset)
	}
	if !l.thumb.Visible() {
		t.Error("the bar is not shown while rows move")
	}
	r.wait()
	if l.thumb.Visible() {
		t.Error("the bar stays")
	}
	drag(l.Size().Width-4, 10, 1)
	l.DragEnd()
	if l.offset <= 112+56 {
		t.Errorf("the bar of a million rows moved the view by %v only", l.offset-112)
	}
}

func TestPointerTintsItsRow(t *testing.T) {
	r, _ := endlessHarness(t)
	l := r.screen.index.list
	at := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(50, 32+56+5)}}
	if l.MouseMoved(at); l.hovered != 1 {
		t.Errorf("row %d is tinted", l.hovered)
	}
	if l.MouseOut(); l.hovered != -1 {
		t.Error("the tint stays")
	}
}
