package interleavings

import "testing"

// delays goes through every play of a scenario that differs from the usual one
// in at most most places (delay-bounded scheduling: Emmi, Qadeer and Rakamarić,
// 2011). In the usual play who runs goes on, and when it waits, whom it has
// woken does. It is no proof, but quick, and finds what a single unlucky moment
// breaks.
type delays struct {
	scene scene
	most  int
	nodes []delay
	tally
}

// delay is one moment: which of those who could go on did, the usual one being
// the first.
type delay struct{ pick, of int }

// run plays until every such play was seen, one broke a law, or the budget is
// used up. It reports whether every one was seen.
func (x *delays) run(t *testing.T, budget int) bool {
	for x.plays < budget {
		x.addOutcome(play(t, x.scene, fault{}, x.pick, func(int, touches) {}))
		if x.bad > 0 {
			return false
		}
		if !x.next() {
			return true
		}
	}
	return false
}

func (x *delays) pick(depth int, enabled []string, _ string) string {
	if depth == len(x.nodes) {
		x.nodes = append(x.nodes, delay{of: len(enabled)})
	}
	return enabled[x.nodes[depth].pick]
}

// next changes the newest place that may still be changed.
func (x *delays) next() bool {
	for len(x.nodes) > 0 {
		last := len(x.nodes) - 1
		n := &x.nodes[last]
		n.pick++
		if n.pick < n.of && x.spent() <= x.most {
			return true
		}
		x.nodes = x.nodes[:last]
	}
	return false
}

func (x *delays) spent() (n int) {
	for _, d := range x.nodes {
		if d.pick > 0 {
			n++
		}
	}
	return n
}
