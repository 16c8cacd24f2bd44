package day

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/words"
)

// primary is the large key of the page that is shown.
func (r *harness) primary() *control.Button {
	switch p := r.screen.page.(type) {
	case *dayPage:
		return p.frame.Primary
	case *countPage:
		return p.frame.Primary
	case *differencePage:
		return p.frame.Primary
	}
	r.t.Fatalf("%T has no such key", r.screen.page)
	return nil
}

// hurries are the ways to say the same twice before anybody can have read what came.
var hurries = map[string]func(*harness){
	"Enter": func(r *harness) { r.hurried(fyne.KeyReturn, fyne.KeyReturn) },
	"tap": func(r *harness) {
		test.Tap(r.primary())
		test.Tap(r.primary())
	},
}

// TestACountIsSeenBeforeItClosesTheShift: one Enter or tap too many down the notes and
// coins leads to what the count came to, and no further.
func TestACountIsSeenBeforeItClosesTheShift(t *testing.T) {
	for name, hurry := range hurries {
		r := newHarness(t, words.English, theme.Look{})
		r.key(fyne.KeyReturn)
		r.counted("5", "9", "11", "9", "22", "11")
		r.runes("20")
		r.now = r.now.Add(time.Second)
		hurry(r)
		if r.memory.at != stepDifference || r.till.shift.Number != 42 || len(r.till.zs) != 3 {
			t.Fatalf("%s: at %v, shift %d", name, r.memory.at, r.till.shift.Number)
		}
		r.key(fyne.KeyReturn)
		if r.memory.at != stepClosed || r.till.shift.Number != 43 {
			t.Errorf("%s: it cannot be closed any more, at %v", name, r.memory.at)
		}
	}
}

// TestTheReasonOfAnEarlierCountSaysNothingOfThisOne: after another count the reason is
// asked for again.
func TestTheReasonOfAnEarlierCountSaysNothingOfThisOne(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyReturn)
	r.counted("5", "9", "11", "9", "22", "11", "10")
	r.runes("Lost a coin")
	test.Tap(r.screen.page.(*differencePage).frame.Footer[0])
	r.now = r.now.Add(time.Second)
	r.screen.page.(*countPage).done()
	if p := r.screen.page.(*differencePage); p.reason.Text() != "" || r.memory.reason != "" {
		t.Errorf("%q and %q stand for another count", p.reason.Text(), r.memory.reason)
	}
	r.key(fyne.KeyReturn)
	if r.memory.at != stepDifference || r.till.shift.Number != 42 {
		t.Errorf("at %v, shift %d: it is closed without a reason of its own", r.memory.at, r.till.shift.Number)
	}
}

// TestASecondEnterOpensNoDrawer: what opened the shift, moved cash or handed the till
// on does not begin the count too.
func TestASecondEnterOpensNoDrawer(t *testing.T) {
	toReason := func(r *harness) {
		r.screen.page.(*dayPage).move(journal.MovementIn)
		r.runes("5")
		r.key(fyne.KeyReturn)
		r.runes("change")
	}
	for name, c := range map[string]struct {
		begin func(*harness)
		want  string
	}{
		"opening": {func(r *harness) {
			r.till.shift.Opened, r.till.figs = nil, journal.ShiftFigures{}
			r.screen.Refresh()
			r.runes("0")
		}, "[open 0.000]"},
		"moving":  {toReason, "[in 5.000 change]"},
		"handing": {func(r *harness) { r.screen.goTo(stepHand); r.runes("Yusuf") }, "[hand to Yusuf]"},
	} {
		r := newHarness(t, words.English, theme.Look{})
		c.begin(r)
		r.key(fyne.KeyReturn, fyne.KeyReturn)
		if got := fmt.Sprint(r.till.asked); got != c.want || r.memory.at != stepDay {
			t.Errorf("%s: the till was asked for %s, at %v", name, got, r.memory.at)
		}
		r.key(fyne.KeyReturn)
		if r.memory.at != stepCount || !strings.Contains(fmt.Sprint(r.till.asked), strings.Trim(c.want, "[]")) {
			t.Errorf("%s: the count cannot be begun any more", name)
		}
	}
}

// TestADrawerWithoutKnownNotesIsNotCountedInAHurry: a second tap on what leads to the
// count would be a count of nothing.
func TestADrawerWithoutKnownNotesIsNotCountedInAHurry(t *testing.T) {
	for name, hurry := range hurries {
		r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
			r.till.set.Currency, r.till.shift.Opened.Currency, r.till.figs, r.till.open = "CHF", "CHF", journal.ShiftFigures{}, journal.StillOpen{}
		})
		if len(journal.Denominations("CHF")) != 0 {
			t.Fatal("its notes are known")
		}
		r.now = r.now.Add(time.Second)
		hurry(r)
		if r.memory.at != stepCount || len(r.till.shift.Counts) != 0 {
			t.Errorf("%s: at %v after %d counts", name, r.memory.at, len(r.till.shift.Counts))
		}
	}
}

// TestATapOnDoneIsDone, whichever row is chosen, while Enter goes a row down; and the key
// claims Enter only where Enter does what it says.
func TestATapOnDoneIsDone(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.key(fyne.KeyReturn)
	rows := len(journal.Denominations("LYD"))
	for i := range rows {
		if p := r.screen.page.(*countPage); p.at != i || (r.primary().Spec().Key == "Enter") != (i == rows-1) {
			t.Errorf("row %d of %d is chosen, and the key of Done is %q", p.at, rows, r.primary().Spec().Key)
		}
		if i < rows-1 {
			r.runes("1")
			r.key(fyne.KeyReturn)
		}
	}
	r.key(fyne.KeyUp, fyne.KeyUp)
	if p := r.screen.page.(*countPage); p.at != rows-3 || r.primary().Spec().Key != "" {
		t.Errorf("back on row %d the key of Done is %q", p.at, r.primary().Spec().Key)
	}
	test.Tap(r.primary())
	if r.memory.at != stepDifference || len(r.till.shift.Counts) != 1 {
		t.Errorf("at %v after %d counts", r.memory.at, len(r.till.shift.Counts))
	}
}
