package interleavings

import (
	"slices"
	"testing"
)

// search goes through all orders of one scenario that differ in more than
// commuting steps, by playing it again for each: source-set dynamic
// partial-order reduction with sleep sets (Abdulla, Aronis, Jonsson and
// Sagonas, "Optimal dynamic partial order reduction", 2014, algorithm 1).
type search struct {
	scene scene
	fault fault
	nodes []*node // the choices of the play under way, from its start
	fixed int     // how many of them are prescribed
	tally
	// each is told of every play that came to its end, if set.
	each func(outcome)
	// shuffle, if set, changes who is picked where nothing prescribes it.
	shuffle func([]string)
}

// node is one moment at which someone was picked.
type node struct {
	enabled []string
	todo    []string           // to be picked here sooner or later
	sleep   map[string]touches // need not be picked: what they do was played before
	pick    string
	did     touches // what the step of pick touched
}

// run plays until every order was seen, most have broken a law or the budget of
// plays is used up. It reports whether every order was seen.
func (x *search) run(t *testing.T, budget, most int) bool {
	for x.plays+x.cut < budget && x.bad < most {
		out := play(t, x.scene, x.fault, x.pick, func(depth int, did touches) { x.nodes[depth].did = did })
		x.addOutcome(out)
		if out.over && x.each != nil {
			x.each(out)
		}
		x.learn(out.steps)
		if !x.next() {
			return true
		}
	}
	return false
}

// next makes the newest choice that is still open and reports whether there
// is one.
func (x *search) next() bool {
	for len(x.nodes) > 0 {
		n := x.nodes[len(x.nodes)-1]
		n.sleep[n.pick] = n.did
		for _, name := range n.todo {
			if _, asleep := n.sleep[name]; !asleep {
				n.pick = name
				x.fixed = len(x.nodes)
				return true
			}
		}
		x.nodes = x.nodes[:len(x.nodes)-1]
	}
	return false
}

// pick is the picker: as prescribed, and from there on who was running before
// if it can, so that a play changes over as seldom as it must.
func (x *search) pick(depth int, enabled []string, last string) string {
	if depth < x.fixed {
		return x.nodes[depth].pick
	}
	n := &node{enabled: enabled, sleep: map[string]touches{}}
	if depth > 0 {
		up := x.nodes[depth-1]
		for name, did := range up.sleep {
			if name != up.pick && did.commutes(up.did) {
				n.sleep[name] = did
			}
		}
	}
	if slices.Contains(enabled, last) {
		enabled = append([]string{last}, enabled...)
	}
	if x.shuffle != nil {
		enabled = slices.Clone(enabled)
		x.shuffle(enabled)
	}
	for _, name := range enabled {
		if _, asleep := n.sleep[name]; !asleep {
			n.pick = name
			n.todo = []string{name}
			x.nodes = append(x.nodes, n)
			return name
		}
	}
	return ""
}

// learn finds the choices that a play has shown to matter.
func (x *search) learn(h history) {
	for j := max(1, x.fixed-1); j < len(h); j++ {
		for _, i := range h.races(j) {
			x.overtake(x.nodes[i], h.initials(i, j))
		}
	}
}

// overtake sees to it that one of the threads is picked at a node.
func (x *search) overtake(n *node, threads []string) {
	for _, name := range threads {
		if _, asleep := n.sleep[name]; asleep || slices.Contains(n.todo, name) {
			return
		}
	}
	for _, name := range threads {
		if slices.Contains(n.enabled, name) {
			n.todo = append(n.todo, name)
			return
		}
	}
	for _, name := range n.enabled { // nothing known of the locks says who: be thorough
		if !slices.Contains(n.todo, name) {
			n.todo = append(n.todo, name)
		}
	}
}
