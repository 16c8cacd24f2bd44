package receipts

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/till"
)

// nothingYet is a history without a sale.
func nothingYet() *fakeHistory {
	return &fakeHistory{receipts: map[uint64]till.Receipt{}, today: friday}
}

func TestAnEmptyPracticeTillCanBeFilled(t *testing.T) {
	h := nothingYet()
	r := newHarness(t, h)
	var told []string
	r.deps.Fill = func(_ context.Context, progress func(done, total int)) error {
		progress(0, 200)
		progress(100, 200)
		told = append(told, r.screen.index.empty.title.Text())
		h.addOn("20261119", 1, "10:00", till.StatusPaid, core.RouteQR, 12500)
		progress(200, 200)
		return nil
	}
	r.show()
	e := r.screen.index.empty
	if !e.also.Visible() || e.also.Spec().Label != "Fill with practice receipts" {
		t.Fatalf("the button says %q", e.also.Spec().Label)
	}
	test.Tap(e.also)
	if len(told) != 1 || told[0] != "Filling: 100 of 200" {
		t.Errorf("meanwhile: %q", told)
	}
	if s, ok := r.screen.index.list.Selected(); !ok || s.ID != "20261119-000001" || r.memory.Filter.Range != SevenDays {
		t.Errorf("afterwards: %s, %v", s.ID, r.memory.Filter)
	}
}

func TestFillingSurvivesAChangeOfLanguageAndBeginsOnce(t *testing.T) {
	h := nothingYet()
	r := newHarness(t, h)
	var began int
	var progress func(done, total int)
	r.deps.Fill = func(_ context.Context, p func(done, total int)) error {
		began++
		progress = p
		return nil
	}
	r.slow = true
	r.show()
	r.settle()
	test.Tap(r.screen.index.empty.also)
	fill := r.waiting[len(r.waiting)-1]
	r.waiting = r.waiting[:len(r.waiting)-1]
	r.show() // as a change of language does
	r.settle()
	e := r.screen.index.empty
	if e.also.Visible() || !strings.HasPrefix(e.title.Text(), "Filling") {
		t.Errorf("the new screen says %q", e.title.Text())
	}
	r.screen.index.startFill()
	r.settle()
	fill()
	progress(7, 9)
	if began != 1 || r.memory.fill.running {
		t.Errorf("began %d times", began)
	}
}

func TestFillingThatFailsIsSaidAndCanBeTriedAgain(t *testing.T) {
	r := newHarness(t, nothingYet())
	r.deps.Fill = func(context.Context, func(done, total int)) error { return errors.New("disk") }
	r.show()
	test.Tap(r.screen.index.empty.also)
	e := r.screen.index.empty
	if len(r.errs) != 1 || !strings.Contains(e.hint.Text(), "could not all be written") || !e.also.Visible() {
		t.Errorf("said %q, errors %v", e.hint.Text(), r.errs)
	}
}

func TestNothingIsFilledWhereSalesAreReal(t *testing.T) {
	r := newHarness(t, nothingYet())
	r.deps.Practice = false
	r.show()
	seen := false
	walk(r.screen.Object(), func(text string) { seen = seen || strings.Contains(text, "Fill") })
	if seen || r.screen.index.empty.also.Visible() {
		t.Error("a live till offers invented sales")
	}
}
