//go:build !race

package day

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// withDrawer has a drawer whose opening stands among what the till was asked for.
func withDrawer(r *harness) {
	r.env.Practice = true
	r.deps.Paper.OpenDrawer = func(context.Context) error {
		r.till.asked = append(r.till.asked, "drawer")
		return r.paper
	}
}

// TestTheDrawerOpensOnceItIsWrittenDown: for cash in and out, for a count and for a
// float, and never where the till refused.
func TestTheDrawerOpensOnceItIsWrittenDown(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, withDrawer)
	move := func(kind journal.MovementKind) {
		r.screen.page.(*dayPage).move(kind)
		r.runes("20")
		r.key(fyne.KeyReturn)
		r.runes("cleaning")
		r.key(fyne.KeyReturn)
	}
	move(journal.MovementOut)
	if said := r.words(); !strings.Contains(said, "The practice drawer opened") {
		t.Error(said)
	}
	move(journal.MovementIn)
	r.till.fail = &journal.Error{Code: journal.CodeDiskFull}
	move(journal.MovementOut)
	r.key(fyne.KeyEscape)
	r.till.fail = &journal.Error{Code: journal.CodeStore}
	r.key(fyne.KeyReturn) // what cannot be written down does not open it
	if said := r.words(); r.memory.at != stepCount || !strings.Contains(said, "open it by hand") {
		t.Errorf("at %v: %s", r.memory.at, said)
	}
	r.key(fyne.KeyEscape)
	r.key(fyne.KeyReturn)
	r.counted("5", "9", "11", "9", "22", "11", "20")
	r.key(fyne.KeyReturn)
	r.now = r.now.Add(time.Second)
	r.key(fyne.KeyReturn)
	r.now = r.now.Add(time.Second)
	r.runes("0")
	r.key(fyne.KeyReturn)
	want := "[out 20.000 cleaning drawer in 20.000 cleaning drawer opened to count by Samira drawer count 617.500 close:  open 0.000 drawer]"
	if got := fmt.Sprint(r.till.asked); got != want {
		t.Errorf("asked for %s\nwant      %s", got, want)
	}
}

// TestADrawerThatStaysShutIsSaid, and takes nothing back.
func TestADrawerThatStaysShutIsSaid(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, withDrawer)
	r.paper = errors.New("no paper, no pulse")
	r.key(fyne.KeyReturn)
	if said := r.words(); r.memory.at != stepCount || !strings.Contains(said, "open it by hand") {
		t.Errorf("at %v: %s", r.memory.at, said)
	}
}

// TestADrawerThatStaysShutIsToldToWhoWentOn: to another page of the day, or away.
func TestADrawerThatStaysShutIsToldToWhoWentOn(t *testing.T) {
	for name, leave := range map[string]func(*harness){"another page": func(r *harness) { r.screen.goTo(stepX) }, "another screen": func(r *harness) { r.screen.Hidden() }} {
		for _, fails := range []bool{true, false} {
			r := newHarness(t, words.English, theme.Look{}, withDrawer)
			if fails {
				r.paper = errors.New("no paper, no pulse")
			}
			var missed []string
			r.screen.env.Missed = func(about, said string) { missed = append(missed, about+": "+said) }
			var disk slow
			run := r.screen.env.Go
			r.screen.env.Go = disk.delay
			r.screen.count()
			r.screen.env.Go = run
			leave(r)
			disk.answer()
			if want := "[Drawer: The drawer did not open: open it by hand.]"; fails && fmt.Sprint(missed) != want || !fails && len(missed) != 0 {
				t.Errorf("%s, fails %v: told %q", name, fails, missed)
			}
		}
	}
}

// TestAPrinterThatHangsIsNotWaitedFor: the count goes on while nothing is heard of
// the drawer.
func TestAPrinterThatHangsIsNotWaitedFor(t *testing.T) {
	var waits []func()
	r := newHarness(t, words.English, theme.Look{}, withDrawer, func(r *harness) {
		at := r.deps.Paper.OpenDrawer
		r.deps.Paper.OpenDrawer = func(ctx context.Context) error { waits = append(waits, func() { _ = at(ctx) }); return nil }
	})
	var later []func()
	r.screen.env.Go = func(f func()) { later = append(later, f) }
	r.key(fyne.KeyReturn)
	r.screen.env.Go = func(f func()) { f() }
	if len(later) != 1 || r.memory.at != stepCount {
		t.Fatalf("%d wait, at %v", len(later), r.memory.at)
	}
	r.counted("5", "9", "11", "9", "22", "11", "20")
	if r.memory.at != stepDifference || len(waits) != 0 {
		t.Errorf("at %v, %d opened", r.memory.at, len(waits))
	}
	later[0]()
	if r.memory.at != stepDifference || len(waits) != 1 {
		t.Errorf("at %v, %d opened", r.memory.at, len(waits))
	}
}
