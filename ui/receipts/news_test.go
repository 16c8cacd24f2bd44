package receipts

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/receipts/filter"
)

func TestAnswersToAnOlderQuestionAreDropped(t *testing.T) {
	h := friday20()
	r := newHarness(t, h)
	r.slow = true
	r.show()
	r.answerQuestions()
	r.answerQuestions()
	f := r.screen.index.filters
	f.pickRange(filter.Yesterday) // totals, sales
	f.pickRange(filter.Today)     // totals, sales
	r.answerQuestions(3, 2, 1, 0) // the older answers come last
	if got := r.screen.index.source.List.Len(); got != 12 {
		t.Errorf("%d rows, want today's 12", got)
	}
	if got := r.screen.index.totals.groups[0].title.Text(); got != "Paid, 7 sales" {
		t.Errorf("totals say %q", got)
	}
}

func TestAnOlderReceiptIsNeverShownForANewerSelection(t *testing.T) {
	r := newHarness(t, friday20())
	r.slow = true
	r.show()
	r.answerQuestions() // totals and sales; asks for receipt 412
	first := r.waiting
	r.waiting = nil
	r.key(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown) // #8
	for _, f := range append(r.waiting, first...) {
		f()
	}
	if got := r.screen.index.preview.shows(); got != "T-0408" {
		t.Errorf("the slip is %s", got)
	}
}

func TestNewsOfASaleShowsAtOnce(t *testing.T) {
	h := friday20()
	r := newHarness(t, h).show()
	r.key(fyne.KeyDown) // #11, waiting
	s := &h.sales[1]
	s.Version, s.Session.State, s.ReceiptSeq = 2, core.StateSuccess, 413
	rec := h.receipts[412]
	rec.Seq, rec.SaleID = 413, s.ID
	h.receipts[413] = rec
	r.screen.Refresh(s.ID)
	if p := r.screen.index.preview; !p.slip.Visible() || p.shows() != "T-0413" {
		t.Errorf("slip %v, %s", p.slip.Visible(), p.shows())
	}
	h.add(13, "14:33", journal.StatusWaiting, core.RouteQR, 1000)
	r.screen.Refresh(number(13))
	if first, _ := r.screen.index.source.List.At(0); first.ID != number(13) || r.selected() != number(11) {
		t.Errorf("first %s, selected %s", first.ID, r.selected())
	}
	if got := r.screen.index.totals.groups[0].title.Text(); got != "Paid, 8 sales" {
		t.Errorf("totals say %q", got)
	}
}

func TestWhatIsReadStaysInPlaceWhenSalesComeAbove(t *testing.T) {
	h := &fakeHistory{receipts: map[uint64]journal.Receipt{}, today: friday}
	for n := 1; n <= 60; n++ {
		h.add(n, "10:00", journal.StatusWaiting, core.RouteQR, int64(n)*1000)
	}
	r := newHarness(t, h).show()
	l := r.screen.index.list
	for range 30 {
		r.key(fyne.KeyDown)
	}
	_, y := sizes().Where(&l.source.List, l.selected)
	on := y - l.offset
	h.add(61, "10:01", journal.StatusWaiting, core.RouteQR, 1000)
	r.screen.Refresh(number(61))
	if _, y := sizes().Where(&l.source.List, l.selected); y-l.offset != on || r.selected() != number(30) {
		t.Errorf("the selected row moved from %v to %v, selected %s", on, y-l.offset, r.selected())
	}
}

func TestAnOpenReceiptHearsNews(t *testing.T) {
	h := friday20()
	r := newHarness(t, h).show()
	r.key(fyne.KeyReturn)
	before := len(r.screen.view.facts.times)
	s := &h.sales[0]
	s.Version++
	s.History = append(s.History, journal.HistoryEvent{At: s.CreatedAt, Code: journal.HistoryToManager})
	r.screen.Refresh(s.ID)
	if got := len(r.screen.view.facts.times); got != before+1 {
		t.Errorf("%d lines, want %d", got, before+1)
	}
}

// TestTodayIsNotYesterday on a page that is open over midnight, as a head office's is for days: with the first news of
// the day it shows that day.
func TestTodayIsNotYesterday(t *testing.T) {
	h := friday20()
	r := newHarness(t, h).show()
	h.today = "20261121"
	id := h.addOn(h.today, 1, "09:00", journal.StatusPaid, core.RouteQR, 12_500).ID
	r.screen.Refresh(id)
	if s, ok := r.screen.index.list.Selected(); r.screen.index.source.List.Len() != 1 || !ok || s.ID != id {
		t.Errorf("%d rows, %s is selected", r.screen.index.source.List.Len(), s.ID)
	}
	if got := r.screen.index.totals.groups[0].title.Text(); got != "Paid, 1 sale" {
		t.Errorf("totals say %q", got)
	}
}
