package receipts

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/screen"
)

func TestChipsAskForTheirDays(t *testing.T) {
	h := friday20()
	h.addOn("20261119", 3, "10:00", journal.StatusPaid, core.RouteQR, 5000)
	slices.SortFunc(h.sales, func(a, b journal.Sale) int { return strings.Compare(string(b.ID), string(a.ID)) })
	r := newHarness(t, h).show()
	f := r.screen.index.filters
	for i, want := range [][2]journal.Day{{friday, friday}, {"20261119", "20261119"}, {"20261114", friday}} {
		f.ranges[i].OnTapped()
		if q := h.asked[len(h.asked)-1]; q.From != want[0] || q.To != want[1] {
			t.Errorf("chip %d asked for %s to %s", i, q.From, q.To)
		}
		for k, c := range f.ranges {
			if c.Selected() != (k == i) {
				t.Errorf("chip %d: chip %d selected %v", i, k, c.Selected())
			}
		}
	}
	if got := r.screen.index.source.List.Len(); got != 13 {
		t.Errorf("seven days hold %d sales", got)
	}
}

func TestStateIsPickedWithTheKeyboard(t *testing.T) {
	r := newHarness(t, friday20()).show()
	x := r.screen.index
	x.filters.status.OnTapped()
	r.key(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	if r.memory.Filter.Status != journal.StatusUnknown || x.popover.Body() != nil || x.source.List.Len() != 1 {
		t.Errorf("status %q, open %v, %d rows", r.memory.Filter.Status, x.popover.Body() != nil, x.source.List.Len())
	}
	if got := x.totals.groups[4].title.Text(); got != "Still open, 1" {
		t.Errorf("totals say %q", got)
	}
	r.key(fyne.KeyEscape)
	if r.memory.Filter.Status != "" || x.source.List.Len() != 12 {
		t.Error("Esc takes the filter away")
	}
	if r.screen.Press(screen.KeyPress{Name: fyne.KeyEscape}) {
		t.Error("Esc with nothing to take away belongs to the shell")
	}
}

func TestDayIsPickedFromTheCalendar(t *testing.T) {
	h := friday20()
	r := newHarness(t, h).show()
	x := r.screen.index
	x.filters.day.OnTapped()
	r.key(fyne.KeyRight) // tomorrow cannot be picked
	r.key(fyne.KeyUp, fyne.KeyLeft, fyne.KeyPageUp, fyne.KeyReturn)
	if got := r.memory.Filter; got.Range != filter.PickedDay || got.Day != "20261012" {
		t.Fatalf("picked %+v", got)
	}
	if q := h.asked[len(h.asked)-1]; q.From != "20261012" || q.To != "20261012" {
		t.Errorf("asked for %s to %s", q.From, q.To)
	}
	if !x.empty.Root.Visible() || x.card.Visible() {
		t.Error("a day without sales shows so")
	}
}

func TestTypingSearchesAfterAPause(t *testing.T) {
	h := friday20()
	r := newHarness(t, h).show()
	asked := len(h.asked)
	r.screen.Press(screen.KeyPress{Rune: '3'})
	if r.window.Canvas().Focused() == nil {
		t.Fatal("typing goes on in the field")
	}
	test.Type(r.window.Canvas().Focused(), "25")
	if len(h.asked) != asked {
		t.Fatal("asked while somebody types")
	}
	r.wait()
	if q := h.asked[len(h.asked)-1]; q.Search != "325" || len(h.asked) != asked+1 {
		t.Fatalf("asked %d times, last for %q", len(h.asked)-asked, q.Search)
	}
	if r.selected() != number(8) {
		t.Errorf("selected %s", r.selected())
	}
	r.key(fyne.KeyDown) // the field hands arrows on
	r.key(fyne.KeyEscape)
	if r.memory.Filter.Search != "" || r.screen.index.filters.search.Text() != "" {
		t.Error("Esc empties the search")
	}
}

func TestAScanIsLookedFor(t *testing.T) {
	h := friday20()
	r := newHarness(t, h).show()
	r.screen.Press(screen.KeyPress{Scan: "INV-2026-7"})
	if q := h.asked[len(h.asked)-1]; q.Search != "INV-2026-7" {
		t.Errorf("asked for %q", q.Search)
	}
}

// TestEscTakesEveryFilterAway, and leaves the screen only after that.
func TestEscTakesEveryFilterAway(t *testing.T) {
	for name, f := range map[string]filter.Filter{"owed": {Owed: true}, "returned": {Returned: true}, "a state": {Status: journal.StatusFailed}, "a way": {Route: core.RouteQR},
		"a bar": {Figure: filter.Figure{Cashier: "Samira"}}} {
		r := newHarness(t, friday20()).show()
		r.memory.Filter = f
		r.screen.index.filters.apply()
		r.key(fyne.KeyEscape)
		if r.memory.Filter.Narrow() || r.screen.Press(screen.KeyPress{Name: fyne.KeyEscape}) {
			t.Errorf("%s: Esc leaves %+v", name, r.memory.Filter)
		}
	}
}
