package cashier

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/uitest"
)

// TestADrawerThatStaysShutIsSaid, and changes nothing of what was recorded.
func TestADrawerThatStaysShutIsSaid(t *testing.T) {
	r := newHarness(t)
	d := cashDraft(r)
	opened := 0
	r.deps.OpenDrawer = func(context.Context) (bool, error) { opened++; return false, errors.New("no paper, no pulse") }
	c := NewCash(r.deps, d)
	w := r.window(c)
	typeOn(c, "50")
	c.Press(name(fyne.KeyReturn))
	if said := uitest.Words(w.Canvas().Content()); opened != 1 || !strings.Contains(said, "open it by hand") || c.taken == nil {
		t.Errorf("opened %d times: %s", opened, said)
	}
}

// TestADrawerThatStaysShutIsToldToWhoWentOn: the change is due from it.
func TestADrawerThatStaysShutIsToldToWhoWentOn(t *testing.T) {
	for _, fails := range []bool{true, false} {
		r := newHarness(t)
		told := ""
		r.deps.Missed = func(about, said string) { told = about + ": " + said }
		r.deps.OpenDrawer = func(context.Context) (bool, error) {
			if fails {
				return false, errors.New("no paper, no pulse")
			}
			return true, nil
		}
		var later []func()
		r.deps.Go = func(f func()) { later = append(later, f) }
		c := NewCash(r.deps, cashDraft(r))
		r.window(c)
		typeOn(c, "50")
		c.Press(name(fyne.KeyReturn))
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
	r := newHarness(t)
	d := cashDraft(r)
	opened := 0
	r.deps.Practice = true
	r.deps.OpenDrawer = func(context.Context) (bool, error) {
		r.asked("cash 42.500 given 50000")
		opened++
		return true, nil
	}
	var later []func()
	r.deps.Go = func(f func()) { later = append(later, f) }
	c := NewCash(r.deps, d)
	w := r.window(c)
	typeOn(c, "50")
	c.Press(name(fyne.KeyReturn))
	later[0]()
	if c.taken == nil || c.change.Number() != "7.500" || opened != 0 || len(later) != 2 {
		t.Fatalf("change %q, opened %d times, %d wait", c.change.Number(), opened, len(later))
	}
	later[1]()
	if said := uitest.Words(w.Canvas().Content()); opened != 1 || !strings.Contains(said, "The practice drawer opened") || !strings.Contains(said, "C-0015") {
		t.Errorf("opened %d times: %s", opened, said)
	}
	uitest.Picture(t, w, "cash-drawer")
	r.now = r.now.Add(time.Second)
	c.Press(name(fyne.KeyReturn))
	r.went("opened #12", "new")
}
