package cash

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
)

// TestADrawerThatStaysShutIsSaid, and changes nothing of what was recorded.
func TestADrawerThatStaysShutIsSaid(t *testing.T) {
	r := newFixture(t)
	d := cashDraft(r)
	opened := 0
	r.deps.OpenDrawer = func(context.Context) (bool, error) { opened++; return false, errors.New("no paper, no pulse") }
	c := New(r.Env, r.deps, d)
	w := r.Window(c)
	harness.Keys(c, "50")
	c.Press(harness.Name(fyne.KeyReturn))
	if said := uitest.Words(w.Canvas().Content()); opened != 1 || !strings.Contains(said, "open it by hand") || c.taken == nil {
		t.Errorf("opened %d times: %s", opened, said)
	}
}

// TestADrawerThatStaysShutIsToldToWhoWentOn: the change is due from it.
func TestADrawerThatStaysShutIsToldToWhoWentOn(t *testing.T) {
	for _, fails := range []bool{true, false} {
		r := newFixture(t)
		told := ""
		r.Env.Missed = func(about, said string) { told = about + ": " + said }
		r.deps.OpenDrawer = func(context.Context) (bool, error) {
			if fails {
				return false, errors.New("no paper, no pulse")
			}
			return true, nil
		}
		var later []func()
		r.Env.Go = func(f func()) { later = append(later, f) }
		c := New(r.Env, r.deps, cashDraft(r))
		r.Window(c)
		harness.Keys(c, "50")
		c.Press(harness.Name(fyne.KeyReturn))
		later[0]()
		c.Hidden()
		later[1]()
		if want := "Drawer: C-0015: Recorded. The drawer did not open: open it by hand."; fails != (told == want) || !fails && told != "" {
			t.Errorf("fails %v: told %q", fails, told)
		}
	}
}

// TestTheDrawerIsNotWaitedFor: it is asked to open once the cash is on disk, and the
// change is read and the next sale begun whatever the printer does. In practice it is
// seen to have opened.
func TestTheDrawerIsNotWaitedFor(t *testing.T) {
	r := newFixture(t)
	d := cashDraft(r)
	opened := 0
	r.Env.Practice = true
	r.deps.OpenDrawer = func(context.Context) (bool, error) {
		r.Asked("cash 42.500 given 50000")
		opened++
		return true, nil
	}
	var later []func()
	r.Env.Go = func(f func()) { later = append(later, f) }
	c := New(r.Env, r.deps, d)
	w := r.Window(c)
	harness.Keys(c, "50")
	c.Press(harness.Name(fyne.KeyReturn))
	later[0]()
	if c.taken == nil || c.sums.change.Number() != "7.500" || opened != 0 || len(later) != 2 {
		t.Fatalf("change %q, opened %d times, %d wait", c.sums.change.Number(), opened, len(later))
	}
	later[1]()
	if said := uitest.Words(w.Canvas().Content()); opened != 1 || !strings.Contains(said, "The practice drawer opened") || !strings.Contains(said, "C-0015") {
		t.Errorf("opened %d times: %s", opened, said)
	}
	uitest.Picture(t, w, "cash-drawer")
	r.Now = r.Now.Add(time.Second)
	c.Press(harness.Name(fyne.KeyReturn))
	r.Went("opened #12", "new")
}
