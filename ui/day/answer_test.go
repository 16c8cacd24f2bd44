package day

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// asked are the acts of which the answer finds another page, each up to its question.
var asked = map[string]struct {
	begin func(*harness)
	about string
}{
	"opening": {func(r *harness) {
		r.till.shift.Opened, r.till.figs = nil, journal.ShiftFigures{}
		r.screen.Refresh()
		r.runes("0")
	}, "The day"},
	"moving": {func(r *harness) {
		r.screen.page.(*dayPage).move(journal.MovementIn)
		r.runes("5")
		r.key(fyne.KeyReturn)
		r.runes("change")
	}, "Put cash into the drawer"},
	"handing":  {func(r *harness) { r.screen.goTo(stepHand); r.runes("Yusuf") }, "Hand the drawer over"},
	"counting": {func(r *harness) { r.screen.goTo(stepCount); r.counted("5", "9", "11", "9", "22", "11") }, "Count the drawer"},
	"looking":  {func(*harness) {}, "The day"},
	"closing": {func(r *harness) {
		r.screen.goTo(stepCount)
		r.counted("5", "9", "11", "9", "22", "11", "20")
	}, "Difference"},
}

// TestAnAnswerLeavesThePageAlone that a person has gone to meanwhile; and what was
// refused is told there, with what it was about.
func TestAnAnswerLeavesThePageAlone(t *testing.T) {
	for name, c := range asked {
		for _, fail := range []bool{false, true} {
			if name == "closing" && !fail {
				continue // the shift is over, and so is every page of it
			}
			r := newHarness(t, words.English, theme.Look{})
			c.begin(r)
			var disk slow
			r.screen.env.Go = disk.delay
			if name == "looking" {
				r.screen.zs()
			} else {
				r.key(fyne.KeyReturn)
			}
			r.screen.goTo(stepX) // its own question waits for the one before
			page := r.screen.page
			if fail {
				r.till.fail = &journal.Error{Code: journal.CodeDiskFull}
			}
			disk.answer()
			said := r.words()
			if r.screen.page != page {
				t.Errorf("%s, refused %v: %T came", name, fail, r.screen.page)
			}
			if told := strings.Contains(said, c.about+": The disk is full"); told != fail {
				t.Errorf("%s, refused %v: %s", name, fail, said)
			}
		}
	}
}

// TestARefusalThatNobodySawIsToldElsewhere, and not again on coming back.
func TestARefusalThatNobodySawIsToldElsewhere(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	asked["moving"].begin(r)
	var disk slow
	var missed []string
	r.screen.env.Missed = func(about, said string) { missed = append(missed, about+": "+said) }
	run := r.env.Go
	r.screen.env.Go = disk.delay
	r.key(fyne.KeyReturn)
	r.screen.Hidden()
	r.till.fail = &journal.Error{Code: journal.CodeDiskFull}
	disk.answer()
	r.env.Go = run
	r.memory.at = stepDay
	r.show()
	if len(missed) != 1 || !strings.HasPrefix(missed[0], "Put cash into the drawer: The disk is full") {
		t.Errorf("told %q", missed)
	}
	if said := r.words(); strings.Contains(said, "The disk is full") {
		t.Errorf("it is told again: %s", said)
	}
	if got := fmt.Sprint(r.till.asked); got != "[]" {
		t.Errorf("the till was asked for %s", got)
	}
}

// TestWhoComesBackMovesNothingTwice: while the disk still writes what was asked for
// before the screen was left, the page that asked does not stand there empty, nothing
// else is asked for, and that is said.
func TestWhoComesBackMovesNothingTwice(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	asked["moving"].begin(r)
	var disk slow
	run := r.env.Go
	r.screen.env.Go = disk.delay
	r.key(fyne.KeyReturn)
	r.screen.Hidden()
	r.show()
	if _, day := r.screen.page.(*dayPage); !day {
		t.Errorf("back on %T", r.screen.page)
	}
	again := r.screen
	asked["moving"].begin(r)
	r.key(fyne.KeyReturn)
	if said := r.words(); !strings.Contains(said, "still working on the last request") || len(r.till.asked) != 0 {
		t.Errorf("asked for %v, said %s", r.till.asked, said)
	}
	again.goTo(stepX)
	if r.screen.page.(*xPage).sheet.scroll.Visible() {
		t.Error("the X is there before it was read")
	}
	r.screen.env.Go = run
	disk.answer()
	if got := fmt.Sprint(r.till.asked); !strings.HasPrefix(got, "[in 5") || len(r.till.asked) != 1 {
		t.Errorf("the till was asked for %s", got)
	}
	if p, x := again.page.(*xPage); !x || !p.sheet.scroll.Visible() {
		t.Errorf("the X that waited does not come: %T", again.page)
	}
}
