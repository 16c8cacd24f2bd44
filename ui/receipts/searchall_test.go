package receipts

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/uitest"
)

// TestAReceiptOfAnotherDayIsFoundWithOneEnter: the customer brings a receipt of
// last week; its number and Enter show it.
func TestAReceiptOfAnotherDayIsFoundWithOneEnter(t *testing.T) {
	for _, slow := range []bool{false, true} {
		h := friday20()
		today := h.sales
		h.sales = nil
		h.addOn("20261113", 18, "10:02", journal.StatusPaid, core.RouteQR, 20000) // T-0418
		h.sales = append(today, h.sales...)
		r := newHarness(t, h).show()
		r.slow = slow
		for _, c := range "T-0418" {
			r.screen.index.filters.search.SetText(r.screen.index.filters.search.Text() + string(c))
		}
		r.window.Canvas().Focus(r.screen.index.filters.search.Focusable())
		r.key(fyne.KeyReturn)
		for range 3 {
			r.answerQuestions()
		}
		uitest.Picture(t, r.window, "receipts-search-all")
		if got := r.selected(); got != journal.NewSaleID("20261113", 18) || r.memory.Filter.Range != filter.AllDays {
			t.Errorf("answers at once: %v: one Enter finds %q among the sales of range %d", !slow, got, r.memory.Filter.Range)
		}
	}
}

// TestEnterStaysWithTheDaysThatHaveAMatch: what is found in the days that were
// chosen is shown there.
func TestEnterStaysWithTheDaysThatHaveAMatch(t *testing.T) {
	r := newHarness(t, friday20()).show()
	r.screen.index.filters.search.SetText("12.5")
	r.window.Canvas().Focus(r.screen.index.filters.search.Focusable())
	r.key(fyne.KeyReturn)
	if r.memory.Filter.Range != filter.Today || r.selected() == "" {
		t.Errorf("range %d, selected %q", r.memory.Filter.Range, r.selected())
	}
	r.screen.index.filters.search.SetText("999") // typed, not entered: nobody asked for other days
	r.wait()
	if r.memory.Filter.Range != filter.Today {
		t.Errorf("typing alone went to range %d", r.memory.Filter.Range)
	}
}
