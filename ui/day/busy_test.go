package day

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

const stillWorking = "still working on the last request"

// printing leaves the day with a Z on its way to a printer that does not answer.
func printing(t *testing.T, change func(*harness)) (r *harness, disk *slow) {
	t.Helper()
	r, disk = newHarness(t, words.English, theme.Look{}, change), &slow{}
	z, run := r.till.zs[0], r.screen.env.Go
	r.memory.z = &z
	r.screen.goTo(stepClosed)
	r.screen.env.Go = disk.delay
	r.screen.page.(*closedPage).sheet.toPrinter()
	r.screen.env.Go = run
	if !r.memory.acts.Busy() {
		t.Fatal("nothing prints")
	}
	return r, disk
}

// rest lets a page be there for long enough to be meant.
func (r *harness) rest() { r.now = r.now.Add(time.Second) }

// TestWhoAsksForSomethingElseIsToldToWait while the printer has a Z: nothing is asked of
// the till in silence, and what was typed is there when the printer has answered.
func TestWhoAsksForSomethingElseIsToldToWait(t *testing.T) {
	unopened := func(r *harness) { r.till.shift.Opened, r.till.figs = nil, journal.ShiftFigures{} }
	leftOut := func(r *harness) { r.till.outside = map[uint64]queries.OutsideShift{0: leftNumbers} }
	for name, c := range map[string]struct {
		change func(*harness)
		begin  func(*harness)
		asked  string
	}{
		"opening": {unopened, func(r *harness) { r.runes("0") }, "open 0"},
		"a paper": {leftOut, func(r *harness) {
			r.screen.page.(*dayPage).papers()
			p := r.screen.page.(*paperPage)
			p.number.SetText("t-2410")
			p.amount.SetText("12.500")
			p.bank.SetText("TX-9")
			r.rest()
		}, "enter"},
		"moving": {func(*harness) {}, asked["moving"].begin, "in 5"},
	} {
		t.Run(name, func(t *testing.T) {
			r, disk := printing(t, c.change)
			r.rest()
			r.screen.goTo(stepDay)
			r.rest()
			c.begin(r)
			r.rest()
			page := r.screen.page
			r.key(fyne.KeyReturn)
			if said := r.words(); len(r.till.asked) != 0 || !strings.Contains(said, stillWorking) || r.screen.page != page {
				t.Errorf("asked for %q, said %s", r.till.asked, said)
			}
			disk.answer()
			if said := r.words(); strings.Contains(said, stillWorking) {
				t.Errorf("it says so after the answer: %s", said)
			}
			r.rest()
			r.key(fyne.KeyReturn)
			if got := fmt.Sprint(r.till.asked); len(r.till.asked) != 1 || !strings.Contains(got, c.asked) {
				t.Errorf("then the till was asked %s", got)
			}
		})
	}
}

// TestASecondPressIsNotToldToWait; but who presses again later is, on the same page too.
func TestASecondPressIsNotToldToWait(t *testing.T) {
	r, disk := printing(t, func(*harness) {})
	p := r.screen.page.(*closedPage)
	p.sheet.toPrinter()
	if said := r.words(); strings.Contains(said, stillWorking) {
		t.Errorf("at once: %s", said)
	}
	r.rest()
	p.sheet.toFile()
	if said := r.words(); !strings.Contains(said, stillWorking) {
		t.Errorf("later: %s", said)
	}
	disk.answer()
	if said := r.words(); strings.Contains(said, stillWorking) {
		t.Errorf("after the answer: %s", said)
	}
}
