package interleavings

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestNothingIsLeftOut plays by chance: whatever order comes up must be, but
// for steps that commute, one that the search has gone through, and must end as
// that one did. And the one that the search picks first where nothing prescribes it,
// it goes through the same orders, each once.
func TestNothingIsLeftOut(t *testing.T) {
	defer oneProcessor()()
	for _, s := range plain {
		if !s.small {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			seen := everyOrder(t, search{scene: s})
			for seed := range uint64(50) {
				out := playByChance(t, s, fault{}, seed)
				if end, known := seen[out.steps.fingerprint()]; !known || end != out.end {
					t.Errorf("seed %d: known %v, ended as\n%s\nnot as\n%s", seed, known, out.end, end)
				}
			}
			random := rand.New(rand.NewPCG(1, 2))
			other := everyOrder(t, search{scene: s, shuffle: func(names []string) {
				random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			}})
			if !maps.Equal(seen, other) {
				t.Errorf("%d orders one way, %d another", len(seen), len(other))
			}
		})
	}
}

// everyOrder returns the fingerprints of all orders, and how each ends.
func everyOrder(t *testing.T, x search) map[uint64]string {
	seen := map[uint64]string{}
	x.each = func(out outcome) {
		f := out.steps.fingerprint()
		if _, twice := seen[f]; twice {
			t.Errorf("one order was played twice")
		}
		seen[f] = out.end
	}
	if !x.run(t, 1<<20, 1) {
		t.Fatalf("not every order was seen: %s", &x.tally)
	}
	return seen
}

// TestStepsThatCommute exchanges two neighbouring steps that are held to
// commute: all others must stay what they were, and the end too.
func TestStepsThatCommute(t *testing.T) {
	defer oneProcessor()()
	swaps, all := 0, slices.Concat(plain, failing)
	for _, s := range all {
		if s.random {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			for seed := range uint64(3) {
				swaps += exchange(t, s, seed)
			}
		})
	}
	if swaps < len(all) {
		t.Errorf("only %d pairs were exchanged in %d scenarios", swaps, len(all))
	}
}

func exchange(t *testing.T, s scene, seed uint64) (swaps int) {
	random := rand.New(rand.NewPCG(seed, 1))
	out := playByChance(t, s, fault{}, seed)
	h := out.steps
	for range 5 {
		i := random.IntN(len(h) - 1)
		a, b := h[i], h[i+1]
		if a.who == b.who || !a.touches.commutes(b.touches) || a.in(b.past) {
			continue
		}
		swaps++
		names := h.names()
		names[i], names[i+1] = names[i+1], names[i]
		other := play(t, s, fault{}, byScript(names), func(int, touches) {})
		if other.steps.fingerprint() != h.fingerprint() || other.end != out.end {
			t.Errorf("seed %d, step %d: %s: %s %v does not commute with %s: %s %v: %v", seed, i,
				a.who.name, a.what, a.touches, b.who.name, b.what, b.touches, other.broken)
		}
	}
	return swaps
}

// names are those who took the steps.
func (h history) names() (out []string) {
	for _, s := range h {
		out = append(out, s.who.name)
	}
	return out
}

// byScript is a picker that follows a list.
func byScript(names []string) picker {
	return func(depth int, enabled []string, last string) string {
		switch {
		case depth < len(names):
			return names[depth]
		case slices.Contains(enabled, last):
			return last
		}
		return enabled[0]
	}
}
