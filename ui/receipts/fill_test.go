package receipts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// nothingYet is a history without a sale.
func nothingYet() *fakeHistory {
	return &fakeHistory{receipts: map[uint64]journal.Receipt{}, today: friday}
}

// fills presses the button, and says yes once the question was read.
func (r *harness) fills() {
	test.Tap(r.screen.index.empty.Also)
	r.now = r.now.Add(time.Second)
	test.Tap(r.screen.index.empty.Also)
}

// TestFillingIsAskedOnce, with how many and for how long; neither a habit's Enter nor the
// second half of a double tap says yes.
func TestFillingIsAskedOnce(t *testing.T) {
	r := newHarness(t, nothingYet())
	began := 0
	r.deps.FillTotal, r.deps.Fill = 100_000, func(context.Context, func(done, total int)) error { began++; return nil }
	r.show()
	e := r.screen.index.empty
	test.Tap(e.Also)
	test.Tap(e.Also)
	uitest.Picture(t, r.window, "fill-asked")
	if said := e.Title.Text() + " " + e.Hint.Text(); began != 0 || !strings.Contains(said, "100\u00a0000") || !strings.Contains(said, "half a minute") || e.Also.Spec().Key != "" {
		t.Errorf("began %d times: %s", began, said)
	}
	r.now = r.now.Add(time.Second)
	for range 2 { // the second one is for the list as it was
		r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
		if began != 0 || e.Also.Spec().Label != "Fill with practice receipts" {
			t.Errorf("Enter: began %d times, the button says %q", began, e.Also.Spec().Label)
		}
	}
	r.fills()
	if began != 1 {
		t.Errorf("began %d times", began)
	}
}

// TestFillingIsAskedWhereverItIs: the question fits in each language, at twice the size of
// text and in a small window.
func TestFillingIsAskedWhereverItIs(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range []fyne.Size{{Width: 1048, Height: 720}, {Width: 792, Height: 560}} {
			for _, scale := range []float32{1, 2} {
				r := newHarness(t, nothingYet())
				r.deps.FillTotal, r.deps.Fill = 100_000, func(context.Context, func(done, total int)) error { return nil }
				r.env.Words = words.MustLoad(lang)
				theme.Use(theme.Look{Still: true, RTL: lang == words.Arabic, TextScale: scale})
				r.show()
				r.window.Resize(size)
				test.Tap(r.screen.index.empty.Also)
				name := fmt.Sprintf("fill-asked-%s-%v-%v", lang, size.Width, scale)
				uitest.Picture(t, r.window, name)
				for _, b := range overflow.Faults(r.window.Canvas()) {
					t.Errorf("%s: %s", name, b)
				}
			}
		}
	}
}

// TestFillingCanBeStopped: what is there is said, and is no failure.
func TestFillingCanBeStopped(t *testing.T) {
	r := newHarness(t, nothingYet())
	r.deps.FillTotal, r.deps.Fill = 100_000, func(ctx context.Context, progress func(done, total int)) error {
		progress(0, 100_000)
		progress(2_500, 100_000)
		e := r.screen.index.empty
		uitest.Picture(t, r.window, "fill-running")
		if e.Title.Text() != "Filling: 2500 of 100\u00a0000" || e.Also.Spec().Label != "Stop" {
			t.Errorf("it says %q and %q", e.Title.Text(), e.Also.Spec().Label)
		}
		test.Tap(e.Also)
		return ctx.Err()
	}
	r.show()
	r.fills()
	e := r.screen.index.empty
	uitest.Picture(t, r.window, "fill-stopped")
	if e.Hint.Text() != "Stopped. 2500 practice receipts were written." || len(r.errs) != 0 || r.memory.fill.running {
		t.Errorf("it says %q, errors %v", e.Hint.Text(), r.errs)
	}
}

func TestAnEmptyPracticeTillCanBeFilled(t *testing.T) {
	h := nothingYet()
	r := newHarness(t, h)
	var told []string
	r.deps.Fill = func(_ context.Context, progress func(done, total int)) error {
		progress(0, 200)
		progress(100, 200)
		told = append(told, r.screen.index.empty.Title.Text())
		h.addOn("20261119", 1, "10:00", journal.StatusPaid, core.RouteQR, 12500)
		progress(200, 200)
		return nil
	}
	r.show()
	e := r.screen.index.empty
	if !e.Also.Visible() || e.Also.Spec().Label != "Fill with practice receipts" {
		t.Fatalf("the button says %q", e.Also.Spec().Label)
	}
	r.fills()
	if len(told) != 1 || told[0] != "Filling: 100 of 200" {
		t.Errorf("meanwhile: %q", told)
	}
	if s, ok := r.screen.index.list.Selected(); !ok || s.ID != "20261119-000001" || r.memory.Filter.Range != filter.SevenDays {
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
	r.answerQuestions()
	r.fills()
	fill := r.waiting[len(r.waiting)-1]
	r.waiting = r.waiting[:len(r.waiting)-1]
	r.show() // as a change of language does
	r.answerQuestions()
	e := r.screen.index.empty
	if e.Also.Spec().Label != "Stop" || !strings.HasPrefix(e.Title.Text(), "Filling") {
		t.Errorf("the new screen says %q", e.Title.Text())
	}
	r.screen.index.startFill()
	r.answerQuestions()
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
	r.fills()
	e := r.screen.index.empty
	if len(r.errs) != 1 || !strings.Contains(e.Hint.Text(), "Not all practice receipts could be written") || !e.Also.Visible() {
		t.Errorf("said %q, errors %v", e.Hint.Text(), r.errs)
	}
}

func TestNothingIsFilledWhereSalesAreReal(t *testing.T) {
	r := newHarness(t, nothingYet())
	r.env.Practice = false
	r.show()
	seen := false
	walk(r.screen.Object(), func(text string) { seen = seen || strings.Contains(text, "Fill") })
	if seen || r.screen.index.empty.Also.Visible() {
		t.Error("a live till offers invented sales")
	}
}
