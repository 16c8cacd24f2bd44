package model

import (
	"fmt"
	"slices"
	"strings"
)

// graph is what was explored: every world that was met and every transition
// out of those that were expanded.
type graph struct {
	worlds []packed
	index  map[packed]uint32
	parent []uint32 // the world from which each was met first
	via    []uint32 // and by which label
	depth  []uint16

	first []uint32 // of each expanded world its first transition; one more at the end
	to    []uint32
	by    []uint32
	// complete is false when the limit was reached before the last world.
	complete bool
}

// breach is a law that a transition or a world broke.
type breach struct {
	law  string
	at   uint32 // the world before
	by   label  // noAct: the world itself is at fault
	what string
}

// explore visits breadth first what can be reached from the start, up to limit
// worlds, or until one law is broken. Of each law the first breach, which is
// one of the shortest, is returned.
func (m *model) explore(limit int, until string) (*graph, []breach) {
	g := &graph{index: map[packed]uint32{}, complete: true}
	g.meet(world{}.pack(), 0, 0, 0)
	broken := map[string]breach{}
	for at := 0; at < len(g.worlds) && broken[until].law == ""; at++ {
		g.first = append(g.first, uint32(len(g.to)))
		before := g.worlds[at].world()
		for _, law := range m.check(before) {
			addBreach(broken, breach{law: law.name, at: uint32(at), what: law.what})
		}
		m.each(before, func(l label, t *turn) {
			for _, law := range m.checkStep(before, l, t) {
				addBreach(broken, breach{law: law.name, at: uint32(at), by: l, what: law.what})
			}
			key := t.world.pack()
			to, known := g.index[key]
			if !known {
				if len(g.worlds) >= limit {
					g.complete = false
					return
				}
				to = g.meet(key, uint32(at), l.pack(), g.depth[at]+1)
			}
			g.to, g.by = append(g.to, to), append(g.by, l.pack())
		})
	}
	g.complete = g.complete && len(g.first) == len(g.worlds)
	g.first = append(g.first, uint32(len(g.to)))
	var all []breach
	for _, b := range broken {
		all = append(all, b)
	}
	slices.SortFunc(all, func(a, b breach) int { return strings.Compare(a.law, b.law) })
	return g, all
}

func addBreach(broken map[string]breach, b breach) {
	if _, known := broken[b.law]; !known {
		broken[b.law] = b
	}
}

func (g *graph) meet(p packed, from, via uint32, depth uint16) uint32 {
	at := uint32(len(g.worlds))
	g.index[p] = at
	g.worlds, g.parent = append(g.worlds, p), append(g.parent, from)
	g.via, g.depth = append(g.via, via), append(g.depth, depth)
	return at
}

// path returns the labels that lead from the start to a world.
func (g *graph) path(at uint32) (way []label) {
	for ; at != 0; at = g.parent[at] {
		way = append(way, unpackLabel(g.via[at]))
	}
	slices.Reverse(way)
	return way
}

// length is how many steps a counterexample has.
func (g *graph) length(b breach) int {
	n := int(g.depth[b.at])
	if b.by.act != noAct {
		n++
	}
	return n
}

// trace writes a counterexample out: what happened, and after each step where
// the order stands.
func (m *model) trace(g *graph, b breach) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s\n", b.law, b.what)
	way := g.path(b.at)
	if b.by.act != noAct {
		way = append(way, b.by)
	}
	w := world{}
	for n, l := range way {
		found := false
		m.each(w, func(other label, t *turn) {
			if other == l && !found {
				found, w = true, t.world
			}
		})
		fmt.Fprintf(&out, "%3d. %s\n     %s\n", n+1, l, m.describe(w))
		if !found {
			fmt.Fprintf(&out, "     (this step cannot be taken again)\n")
		}
	}
	return out.String()
}
