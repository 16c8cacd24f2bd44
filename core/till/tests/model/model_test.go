package model

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sanduq/core/tests/soak"
)

// TestModel explores the law in each scope, takes a real till through what it
// found, and wants every injected fault to be caught, in the law and in tills. N
// is how many kinds of transition of a scope are replayed; ten times as many
// worlds are explored. A scope is whole or not; that no world is a dead end is
// judged of whole ones alone.
func TestModel(t *testing.T) {
	n := soak.N(t, 500)
	done := soak.Begin(t, "model", n)
	var sum count
	for _, s := range scopes() {
		t.Run(s.name, func(t *testing.T) { sum.add(prove(t, s, n)) })
	}
	faults, tills := catchFaults(t), catchBent(t)
	if sum.worlds == 0 || sum.refusals == 0 {
		t.Errorf("nothing was explored, or nothing forbidden was tried: %+v", sum)
	}
	done("%d states, %d transitions, depth %d, %d laws, %d of %d scopes whole; replayed on a real till: %d of %d kinds of transition (%d more come too late for it) in %d steps of %d runs, %d forbidden acts refused; caught: %d of %d faults injected in the law, %d of %d bent tills",
		sum.worlds, sum.transitions, sum.depth, len(laws), sum.whole, len(scopes()), sum.replayed, sum.kinds, sum.beyond, sum.steps, sum.runs, sum.refusals,
		faults, len(injections), tills, len(bent))
}

type count struct{ worlds, transitions, depth, whole, kinds, replayed, beyond, steps, runs, refusals int }

func (c *count) add(other count) {
	c.worlds, c.transitions, c.depth = c.worlds+other.worlds, c.transitions+other.transitions, max(c.depth, other.depth)
	c.whole, c.kinds, c.replayed = c.whole+other.whole, c.kinds+other.kinds, c.replayed+other.replayed
	c.beyond, c.steps, c.runs, c.refusals = c.beyond+other.beyond, c.steps+other.steps, c.runs+other.runs, c.refusals+other.refusals
}

// mostDifferences between model and till are told before a scope is given up.
const mostDifferences = 8

// prove explores one scope and replays it.
func prove(t *testing.T, s scope, n int) count {
	m := newModel(s)
	g, broken := m.explore(10*n, "")
	c := count{worlds: len(g.worlds), transitions: len(g.to), depth: int(g.depth[len(g.depth)-1])}
	whole := "the first of them"
	if g.complete {
		c.whole, whole = 1, "all there are"
		broken = append(broken, m.deadEnds(g)...)
	}
	for _, b := range broken {
		t.Errorf("in %d steps\n%s", g.length(b), m.trace(g, b))
	}
	o := newTour(m, g)
	c.kinds = o.left
	for c.kinds-o.left < n && o.left > 0 && len(o.ways) < mostDifferences {
		before := o.left
		if o.run(t); o.left == before {
			o.giveUp()
		}
	}
	for problem, way := range o.ways {
		t.Errorf("%d times, for example\n%s", o.differences[problem], o.story(way, problem))
	}
	c.replayed, c.beyond, c.steps, c.runs, c.refusals = c.kinds-o.left-o.beyond, o.beyond, o.steps, o.runs, o.refusals
	t.Logf("%d worlds (%s), %d transitions, depth %d; replayed %d of %d kinds of transition", c.worlds, whole, c.transitions, c.depth, c.replayed, c.kinds)
	return c
}

// TestPackedWorldsAreTheSameWorlds walks at random and unpacks what it packs.
func TestPackedWorldsAreTheSameWorlds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range scopes() {
		m, w := newModel(s), world{}
		for range 100 {
			var next []world
			m.each(w, func(l label, turn *turn) {
				if unpackLabel(l.pack()) != l {
					t.Fatalf("label %s is not itself", l)
				}
				next = append(next, turn.world)
			})
			if w = next[r.IntN(len(next))]; w.pack().world() != w {
				t.Fatalf("(-packed +unpacked):\n%s", cmp.Diff(w, w.pack().world(), cmp.Exporter(func(reflect.Type) bool { return true })))
			}
		}
	}
}
