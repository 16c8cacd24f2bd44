package interleavings

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
)

// picker picks who goes on. depth counts the steps so far; enabled are those who
// can go on, who came to stand last first; last is who took the newest step.
// Blank ends the play.
type picker func(depth int, enabled []string, last string) string

// outcome is what one play has come to.
type outcome struct {
	steps  history
	over   bool // to its end, rather than cut short by the picker
	broken []string
	end    string // how the sales stand at the end
}

// mostSteps is more than any play takes that comes to an end.
const mostSteps = 4000

// play plays a scenario once, in a bubble of its own.
func play(t *testing.T, s scene, f fault, pick picker, did func(depth int, t touches)) (out outcome) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, f)
		defer w.clear()
		s.setup(w)
		synctest.Wait()
		w.begin()
		s.acts(w)
		out.steps, out.over = w.follow(s, pick, did)
		if out.over {
			w.letAll()
			if s.restart {
				w.again()
			}
			time.Sleep(s.calm)
			synctest.Wait()
			for w.wakeActs() { // what they do is done before anything is compared
				synctest.Wait()
			}
			w.lastLook(s)
			out.end = w.ended()
		}
		out.broken = w.broken
	})
	return out
}

// follow lets one after the other go on. did is told what each step turned out
// to touch.
func (w *world) follow(s scene, pick picker, did func(int, touches)) (h history, over bool) {
	last := ""
	for len(h) < mostSteps {
		w.quiesce(h)
		if len(h) > 0 {
			did(len(h)-1, h[len(h)-1].touches)
		}
		enabled := w.enabled()
		if len(enabled) == 0 {
			if !w.timePasses(cmp.Or(s.patience, time.Second)) {
				w.stuck(w.standing)
				return h, true
			}
			w.barrier(h)
			continue
		}
		names := make([]string, len(enabled))
		for i, r := range enabled {
			names[i] = r.who.name
		}
		last = pick(len(h), names, last)
		if last == "" {
			return h, false
		}
		k := slices.Index(names, last)
		if k < 0 {
			w.breaks("the play diverged: step %d was to be %s's, but only %s can go on", len(h), last, strings.Join(names, ", "))
			return h, false
		}
		r := enabled[k]
		w.standing = slices.DeleteFunc(w.standing, func(s *request) bool { return s == r })
		h = h.begin(r)
		w.let(r)
	}
	w.breaks("no end after %d steps", len(h))
	return h, false
}

// quiesce waits until nobody moves, lets the hasty go on, finishes the newest
// step and takes in who came to stand.
func (w *world) quiesce(h history) {
	var come []*request
	for {
		synctest.Wait()
		some := w.come()
		if len(some) == 0 && !w.wakeActs() {
			break
		}
		for _, r := range some {
			if !r.hasty {
				come = append(come, r)
				continue
			}
			if !w.ready(r) {
				w.breaks("%s would have to wait", r)
			}
			w.let(r)
			synctest.Wait()
		}
	}
	var newest *step
	if len(h) > 0 && h[len(h)-1].clock == nil {
		h.finish(w.added())
		newest = h[len(h)-1]
		w.after = newest.clock
	}
	w.sent()
	for _, r := range come {
		r.since = len(h)
		if r.event {
			r.who.past = r.who.past.join(w.eventClock(journal.SaleID(r.owner)))
		}
		if newest == nil || r.who != newest.who {
			r.who.past = r.who.past.join(w.after)
		}
	}
	w.checkHeld()
	w.standing = append(w.standing, come...)
	slices.SortFunc(w.standing, func(a, b *request) int {
		return cmp.Or(cmp.Compare(b.since, a.since), compare(a.who, b.who))
	})
}

// enabled returns those who stand and can go on.
func (w *world) enabled() (out []*request) {
	for _, r := range w.standing {
		if w.ready(r) {
			out = append(out, r)
		}
	}
	return out
}

// timePasses waits for someone to come, by a timer, and reports whether
// someone did within the patience of the scenario.
func (w *world) timePasses(patience time.Duration) bool {
	select {
	case <-w.bell:
		return true
	default:
	}
	select {
	case <-w.bell:
		return true
	case <-time.After(patience):
		return false
	}
}

// barrier puts everything so far before whatever a timer has started.
func (w *world) barrier(h history) {
	w.nobodyRuns()
	for _, s := range h {
		w.after = w.after.join(s.clock)
	}
}
