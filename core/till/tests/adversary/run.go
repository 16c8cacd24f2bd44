package adversary

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/till/tests/oracle"
)

// Run plays one script in a bubble of its own.
func Run(t *testing.T, s script, o Options) (out Result) {
	t.Helper()
	synctest.Test(t, func(*testing.T) { out = play(s, o) })
	return out
}

func play(s script, o Options) Result {
	w := newWorld(s.seed, o)
	w.open()
	for _, a := range s.acts {
		if w.till == nil {
			break
		}
		time.Sleep(a.wait)
		w.do(a)
	}
	if w.till != nil {
		w.finish(s.end)
	}
	w.bounded(len(s.acts))
	w.close()
	time.Sleep(time.Minute) // until the last idle connection is given up
	w.see.mu.Lock()         // a reply may still be on its way to a line that nobody reads
	defer w.see.mu.Unlock()
	w.see.secondLaws()
	w.see.counts[endingNames[s.end]]++
	w.see.counts["scripts"]++
	return Result{Problems: w.see.problems, Trace: w.traced, Counts: w.see.counts}
}

// finish lets the day end and holds the laws against it.
func (w *world) finish(end ending) {
	if end == never {
		w.gate.network.Store(up) // a till without a network sells nothing
		time.Sleep(freezes)
		if w.seedBit(1) {
			w.endFreeze()
		}
		time.Sleep(hours - freezes)
		w.gate.lift(core.OpInitiate)
	} else {
		w.gate.becalm()
		time.Sleep(hours)
		w.checkMoneyKnown()
		w.unlocked()
	}
	if end == atLast {
		time.Sleep(everyWatch)
		w.quiet()
	}
	if end != never {
		w.debits()
	}
	w.waysOut(end != never)
	w.lawful()
}

// lift ends the rules for an operation, and whatever would be in its way.
func (g *gateway) lift(op core.Operation) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.unasked = nil
	g.rules = slices.DeleteFunc(g.rules, func(u *rule) bool { return u.op == op || u.trick == early })
}

// Shrink returns a script with as few acts as break the same law, and what came
// of it.
func Shrink(t *testing.T, s script, o Options, law oracle.Law) (script, Result) {
	t.Helper()
	o.Keep = true
	broken := func(r Result) bool {
		return slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Law == law })
	}
	best := Run(t, s, o)
	if !broken(best) {
		return s, best // it does not pass again in the same way
	}
	for size := max(len(s.acts)/2, 1); size > 0; size /= 2 {
		for at := 0; at+size <= len(s.acts); {
			less := s
			less.acts = slices.Delete(slices.Clone(s.acts), at, at+size)
			if r := Run(t, less, o); broken(r) {
				s, best = less, r
				continue
			}
			at += size
		}
	}
	return s, best
}
