package interleavings

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"sanduq/core/tests/soak"
)

// TestInterleavings goes through every scenario, and sees injected faults caught.
// With SOAK_N, in all orders of each scenario; of one that has more than SOAK_N,
// in so many, and then in the plays that differ from the usual one in at most two
// places, so many again at most. Without: small scenarios in all their orders,
// the others in all plays that differ from the usual one in one place, and none
// in which a change is lost. One scenario is played by chance alone.
func TestInterleavings(t *testing.T) {
	defer oneProcessor()()
	long := soak.Long()
	n := soak.N(t, 1000)
	done := soak.Begin(t, "interleavings", n)
	var sum tally
	all := slices.Concat(plain, failing)
	if !long {
		all = slices.DeleteFunc(all, func(s scene) bool { return s.long })
	}
	gone := map[reach]int{}
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) {
			got, how := through(t, s, n, long)
			gone[how]++
			t.Logf("%s: %s", &got, how)
			got.report(t)
			sum.add(got)
		})
	}
	caught := seeInjected(t)
	done("%d plays, %d broke a law; %d scenarios, %d of them %s, %d %s, %d %s, %d %s; %d steps, at most %d in one; %d of %d injected faults caught",
		sum.plays, sum.bad, gone[everyOne]+gone[near]+gone[some]+gone[chance], gone[everyOne], everyOne, gone[near], near, gone[some], some, gone[chance], chance,
		sum.steps, sum.deepest, caught, len(injected))
}

// reach is how far a scenario was gone through.
type reach string

const (
	everyOne reach = "in every order"
	near     reach = "in all near the usual one"
	some     reach = "in part"
	chance   reach = "by chance"
)

// through goes through a scenario and says how far.
func through(t *testing.T, s scene, n int, long bool) (tally, reach) {
	if s.random {
		return byChanceAlone(t, s, min(n, 100)), chance
	}
	most, x := 1, search{scene: s}
	if long || s.small {
		if x.run(t, n, 1) {
			return x.tally, everyOne
		}
		if most = 2; x.bad > 0 {
			return x.tally, some
		}
	}
	how := some
	d := delays{scene: s, most: most}
	if d.run(t, n) {
		how = near
	}
	x.add(d.tally)
	return x.tally, how
}

func byChanceAlone(t *testing.T, s scene, n int) (sum tally) {
	for seed := range uint64(n) {
		sum.addOutcome(playByChance(t, s, fault{}, seed))
	}
	return sum
}

// oneProcessor makes goroutines take turns, so that a play passes again as it
// passed before. Garbage is collected less often: it was a fifth of the time, and
// a play leaves little behind. Call what it returns at the end.
func oneProcessor() (undo func()) {
	before, garbage := runtime.GOMAXPROCS(1), debug.SetGCPercent(400)
	return func() {
		runtime.GOMAXPROCS(before)
		debug.SetGCPercent(garbage)
	}
}

// tally counts plays.
type tally struct {
	plays, cut, steps, deepest int
	bad                        int            // plays that broke a law
	why                        map[string]int // what they broke, and how many did
	trace                      []string       // the first of them, step by step
}

func (c *tally) addOutcome(out outcome) {
	c.steps += len(out.steps)
	c.deepest = max(c.deepest, len(out.steps))
	if out.over || len(out.broken) > 0 {
		c.plays++
	} else {
		c.cut++
	}
	if len(out.broken) == 0 {
		return
	}
	if c.bad++; c.bad == 1 {
		c.why = map[string]int{}
		for _, s := range out.steps {
			c.trace = append(c.trace, s.who.name+": "+s.what)
		}
	}
	for _, why := range out.broken {
		c.why[why]++
	}
}

func (c *tally) add(other tally) {
	c.plays += other.plays
	c.cut += other.cut
	c.bad += other.bad
	c.steps += other.steps
	c.deepest = max(c.deepest, other.deepest)
	if c.why == nil {
		c.why, c.trace = other.why, other.trace
	}
}

// report fails the test for every law that was broken, and tells how.
func (c *tally) report(t *testing.T) {
	for why, times := range c.why {
		t.Errorf("in %d plays: %s", times, why)
	}
	for i, line := range c.trace {
		t.Logf("%3d %s", i, line)
	}
}

func (c *tally) String() string {
	return fmt.Sprintf("%d plays, %d broke a law, %d cut short, %d steps, at most %d", c.plays, c.bad, c.cut, c.steps, c.deepest)
}
