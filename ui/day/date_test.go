package day

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

var tooFar = &journal.Error{Code: journal.CodeClockAhead, Err: &journal.ClockAheadError{Day: journal.DayOf(noon), Last: "20260101"}}

// TestADateInDoubtIsAskedAbout where a shift is taken, and where it ends: both dates are
// said, a hurried Enter says nothing, and the same once more says that the date is right.
func TestADateInDoubtIsAskedAbout(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, lang, theme.Look{}, func(r *harness) { r.till.shift.Opened, r.till.figs = nil, journal.ShiftFigures{} })
		r.runes("100")
		r.till.fail = tooFar
		r.key(fyne.KeyReturn)
		w := words.MustLoad(lang)
		said := r.words()
		if whole := strings.Contains(said, w.Date(noon)) && strings.Contains(said, w.Date(journal.Day("20260101").Time(time.UTC))); !whole && (lang != words.Arabic || strings.Count(said, "2026") != 2) { // Arabic is drawn in pieces
			t.Errorf("%s: %s", lang, said)
		}
		uitest.Picture(t, r.window, "day-date-doubt-"+lang)
		for _, b := range laws.Faults(r.window.Canvas()) {
			t.Errorf("%s: %s", lang, b)
		}
		r.hurried(fyne.KeyReturn)
		if len(r.till.asked) != 0 {
			t.Fatalf("%s: a hurried Enter asked for %v", lang, r.till.asked)
		}
		r.key(fyne.KeyReturn)
		if got, want := fmt.Sprint(r.till.asked), fmt.Sprintf("[accept %s open 100.000]", journal.DayOf(noon)); got != want {
			t.Errorf("%s: the till was asked for %s, want %s", lang, got, want)
		}
	}
}

// TestADateInDoubtIsAskedAboutBeforeTheZ, and not remembered by another page.
func TestADateInDoubtIsAskedAboutBeforeTheZ(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.memory.sum = &journal.DrawerSum{Currency: "LYD"}
	r.screen.goTo(stepDifference)
	r.till.fail = tooFar
	r.key(fyne.KeyReturn)
	if said := r.words(); !strings.Contains(said, "press once more") {
		t.Error(said)
	}
	r.screen.goTo(stepDay)
	r.memory.sum = &journal.DrawerSum{Currency: "LYD"}
	r.screen.goTo(stepDifference)
	r.till.fail = tooFar
	r.key(fyne.KeyReturn)
	if len(r.till.asked) != 0 {
		t.Fatalf("the till was asked for %v", r.till.asked)
	}
	r.key(fyne.KeyReturn)
	if got, want := fmt.Sprint(r.till.asked), fmt.Sprintf("[accept %s close: ]", journal.DayOf(noon)); got != want {
		t.Errorf("the till was asked for %s, want %s", got, want)
	}
}

// TestTheDateOfTheBooksIsCorrected with a reason, where they stand on a day that has not
// come; otherwise nothing is offered.
func TestTheDateOfTheBooksIsCorrected(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, lang, theme.Look{})
		offered := func() bool { return r.screen.page.(*dayPage).date.Visible() }
		if offered() || strings.Contains(r.words(), "2036") {
			t.Fatalf("%s: a date is corrected that is right: %s", lang, r.words())
		}
		r.till.ahead = "20360301"
		r.screen.load()
		if said := r.words(); !offered() || !strings.Contains(said, "2036") {
			t.Fatalf("%s: %s", lang, said)
		}
		uitest.Picture(t, r.window, "day-ahead-"+lang)
		r.screen.goTo(stepDate)
		uitest.Picture(t, r.window, "day-date-"+lang)
		for _, b := range laws.Faults(r.window.Canvas()) {
			t.Errorf("%s: %s", lang, b)
		}
		r.key(fyne.KeyReturn)
		r.runes("the battery was empty")
		if len(r.till.asked) != 0 {
			t.Fatalf("%s: without a reason: %v", lang, r.till.asked)
		}
		r.key(fyne.KeyReturn)
		if got := fmt.Sprint(r.till.asked); got != "[set back the battery was empty]" || r.memory.at != stepDay {
			t.Errorf("%s: the till was asked for %s, at %v", lang, got, r.memory.at)
		}
		if said := r.words(); offered() || strings.Contains(said, "2036") {
			t.Errorf("%s: afterwards: %s", lang, said)
		}
	}
}
