package day

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// papers are what can be printed, each from the page of the day on.
var papers = map[string]func(*harness){
	"x": func(r *harness) { r.screen.page.(*dayPage).x() },
	"zs": func(r *harness) {
		closeIt(r)
		r.key(fyne.KeyReturn)
		r.screen.zs()
	},
	"z": closeIt,
}

func closeIt(r *harness) {
	r.screen.goTo(stepCount)
	r.counted("5", "9", "11", "9", "22", "11", "20")
	r.key(fyne.KeyReturn)
}

// movesOn are how much of a shift's cash in and out stands on a slip.
func movesOn(s receipt.Slip) (n int) {
	said := fmt.Sprint(s)
	for _, reason := range []string{"cleaning", "change from the bank"} {
		n += strings.Count(said, reason)
	}
	return n
}

// TestNoPaperLacksTheCashInAndOut: what is asked for before all of it was read waits
// for that, and is not printed where it cannot be read; asked for again, it is.
func TestNoPaperLacksTheCashInAndOut(t *testing.T) {
	for name, open := range papers {
		r := newHarness(t, words.English, theme.Look{})
		r.till.lost = errors.New("torn")
		open(r)
		uitest.Picture(t, r.window, "day-paper-"+name)
		r.key(fyne.KeyF9, fyne.KeyF10)
		if said := r.words(); len(r.printed) != 0 || len(r.saved) != 0 || !strings.Contains(said, "cannot be read now") {
			t.Errorf("%s: %d printed, %d saved: %s", name, len(r.printed), len(r.saved), said)
		}
		r.till.lost = nil
		var disk slow
		r.screen.env.Go = disk.delay
		r.key(fyne.KeyF9)
		if len(r.printed) != 0 {
			t.Errorf("%s is printed before all of it was read", name)
		}
		disk.answer()
		if len(r.printed) != 1 || movesOn(r.printed[0]) != 2 {
			t.Errorf("%s: printed %+v", name, r.printed)
		}
		r.key(fyne.KeyF10)
		disk.answer()
		if len(r.saved) != 1 {
			t.Errorf("%s: saved %v", name, r.saved)
		}
	}
}

// TestWhatWasAskedOfOnePaperIsNotDoneWithAnother that is picked before it was read.
func TestWhatWasAskedOfOnePaperIsNotDoneWithAnother(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{})
	r.screen.zs()
	var disk slow
	r.screen.env.Go = disk.delay
	r.key(fyne.KeyDown, fyne.KeyF9, fyne.KeyDown)
	disk.answer()
	if len(r.printed) != 0 {
		t.Errorf("printed %+v", r.printed)
	}
}

// TestAnXThatFailedIsNoPaper: there is nothing to print or to save before there is one.
func TestAnXThatFailedIsNoPaper(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) { r.deps.Till = &tornX{r.till, errors.New("torn")} })
	papers["x"](r)
	for _, err := range []error{errors.New("torn"), &journal.Error{Code: journal.CodeStore}} {
		r.screen.deps.Till.(*tornX).err = err
		r.key(fyne.KeyF5)
		if said := r.words(); !strings.Contains(said, "The X report could not be read.") || strings.Contains(said, "record") {
			t.Errorf("%v: %s", err, said)
		}
	}
	r.screen.deps.Till.(*tornX).err = &journal.Error{Code: journal.CodeManager}
	if r.key(fyne.KeyF5); !strings.Contains(r.words(), words.MustLoad(words.English).T("error.manager")) {
		t.Errorf("who may not see it is told %s", r.words())
	}
	r.key(fyne.KeyF9, fyne.KeyF10)
	buttons := func() (n int) {
		for _, b := range r.screen.page.(*xPage).frame.Footer {
			if b.Visible() {
				n++
				test.Tap(b)
			}
		}
		return n
	}
	if n := buttons(); n != 0 || len(r.printed) != 0 || len(r.saved) != 0 {
		t.Errorf("%d ways to put it on paper, %d printed, %d saved", n, len(r.printed), len(r.saved))
	}
	uitest.Picture(t, r.window, "day-x-failed")
	r.screen.deps.Till.(*tornX).err = nil
	r.key(fyne.KeyF5)
	if n := buttons(); n != 2 || len(r.printed) != 1 || len(r.saved) != 1 {
		t.Errorf("%d ways to put it on paper, %d printed, %d saved", n, len(r.printed), len(r.saved))
	}
	for _, b := range uitest.All[*control.Button](r.window.Canvas().Content()) {
		if b.Visible() && b.Size().Width == 0 {
			t.Errorf("%q has no place", b.Spec().Label)
		}
	}
}

// tornX is a till that sums nothing up.
type tornX struct {
	*fakeTill
	err error
}

func (f *tornX) X(ctx context.Context, by string) (journal.Z, error) {
	if f.err != nil {
		return journal.Z{}, f.err
	}
	return f.fakeTill.X(ctx, by)
}
