package model

import (
	"fmt"
	"testing"
	"testing/synctest"
)

// tour is a way through a graph that takes every class of transition at least
// once, in runs that each begin with a new till.
type tour struct {
	m    *model
	g    *graph
	kind [][2]int32 // of each transition its classes, none is -1
	seen []edge     // of each class the first transition
	took []bool     // of each class
	left int
	from int // no class before this one is left

	bend  func(*harness)
	dared map[place]bool

	runs, steps, refusals int
	beyond                int // classes that no run reached before a poller's cap
	differences           map[string]int
	ways                  map[string][]label
	late                  []label // where the newest run ran out of time
}

// edge is a transition of the graph.
type edge struct{ from, n uint32 }

func newTour(m *model, g *graph) *tour {
	o := &tour{m: m, g: g, kind: make([][2]int32, len(g.to)), dared: map[place]bool{},
		differences: map[string]int{}, ways: map[string][]label{}}
	known := map[class]int32{}
	for at := range g.worlds {
		before := g.worlds[at].world()
		for n := g.first[at]; n < g.first[at+1]; n++ {
			o.kind[n] = [2]int32{-1, -1}
			l := unpackLabel(g.by[n])
			t, _ := m.do(before, l)
			for k, c := range m.classes(before, l, t) {
				id, old := known[c]
				if !old {
					id = int32(len(o.seen))
					known[c] = id
					o.seen = append(o.seen, edge{uint32(at), n})
				}
				o.kind[n][k] = id
			}
		}
	}
	o.took = make([]bool, len(o.seen))
	o.left = len(o.seen)
	return o
}

// fresh reports whether a transition is of a class that is left.
func (o *tour) fresh(n uint32) bool {
	for _, id := range o.kind[n] {
		if id >= 0 && !o.took[id] {
			return true
		}
	}
	return false
}

func (o *tour) visit(n uint32) {
	for _, id := range o.kind[n] {
		if id >= 0 && !o.took[id] {
			o.took[id] = true
			o.left--
		}
	}
}

// way returns the transitions from the start to one, that one included.
func (o *tour) way(e edge) []edge {
	way := []edge{e}
	for at := e.from; at != 0; {
		parent := o.g.parent[at]
		for n := o.g.first[parent]; ; n++ {
			if o.g.to[n] == at && o.g.by[n] == o.g.via[at] {
				way = append([]edge{{parent, n}}, way...)
				break
			}
		}
		at = parent
	}
	return way
}

// near returns a short way from a world to a transition of a class that is
// left, that one included; nil when there is none near.
func (o *tour) near(at uint32) []edge {
	type place struct {
		at   uint32
		from int
		by   edge
	}
	queue, met := []place{{at: at, from: -1}}, map[uint32]bool{at: true}
	for head := 0; head < len(queue) && head < 400; head++ {
		p := queue[head]
		for n := o.g.first[p.at]; n < o.g.first[p.at+1]; n++ {
			e := edge{p.at, n}
			if o.fresh(n) {
				way := []edge{e}
				for k := head; queue[k].from >= 0; k = queue[k].from {
					way = append([]edge{queue[k].by}, way...)
				}
				return way
			}
			if to := o.g.to[n]; !met[to] {
				met[to] = true
				queue = append(queue, place{to, head, e})
			}
		}
	}
	return nil
}

// run takes a new till from the start to one class that is left and on to
// others, as far as they are near.
func (o *tour) run(t *testing.T) {
	for o.took[o.from] {
		o.from++
	}
	o.runs++
	if suspect := o.follow(t, o.way(o.seen[o.from]), true); suspect >= 0 {
		o.follow(t, o.way(o.seen[suspect]), false) // a shorter way to the same, if there is one
	}
}

// giveUp leaves out the class that the newest run did not reach in time.
func (o *tour) giveUp() {
	o.took[o.from] = true
	o.left--
	o.beyond++
}

// follow takes a new till along a way, and on from there. It returns the class
// in which the till differed, or -1.
func (o *tour) follow(t *testing.T, way []edge, on bool) (suspect int32) {
	suspect = -1
	synctest.Test(t, func(t *testing.T) {
		r := newHarness(t)
		r.many = o.m.sales > 1
		if o.bend != nil {
			o.bend(r)
		}
		if err := r.open(); err != nil {
			t.Fatal(err)
		}
		defer func() { r.close() }()
		w, done := world{}, []label(nil)
		for len(way) > 0 && len(done) < 400 {
			for _, e := range way {
				l := unpackLabel(o.g.by[e.n])
				if timed(l.act) && r.short() {
					o.late = append(done, l)
					return
				}
				turn, ok := o.m.do(w, l)
				if !ok {
					t.Fatalf("the model does not take %s twice", l)
				}
				done = append(done, l)
				o.steps++
				problem, unsure := o.perform(r, w, l, turn)
				w = turn.world
				if problem != "" {
					if o.fresh(e.n) {
						suspect = o.kind[e.n][0]
					}
					o.differ(problem, done)
				}
				o.visit(e.n)
				if problem != "" || unsure {
					return
				}
			}
			if way = nil; on {
				way = o.near(o.g.index[w.pack()])
			}
		}
	})
	return suspect
}

// timed reports whether an act may take so long that a poller comes to its cap.
func timed(a act) bool {
	return a == actTick || a == actConfirm || a == actPutBack || a == actRestart
}

// differ keeps the shortest way to each difference.
func (o *tour) differ(problem string, way []label) {
	o.differences[problem]++
	if known := o.ways[problem]; known == nil || len(way) < len(known) {
		o.ways[problem] = append([]label(nil), way...)
	}
}

// perform takes one transition and compares. unsure: of two sales that were
// found paid at one start, which is called paid twice is a matter of which was
// asked about first; the run ends there.
func (o *tour) perform(r *harness, before world, l label, t *turn) (problem string, unsure bool) {
	if err := r.act(l, t); err != nil {
		return err.Error(), false
	}
	w := t.world
	if both := l.act == actRestart || l.act == actPutBack; both {
		for i := range w.sale {
			found := before.sale[i].record
			if l.act == actPutBack {
				found = before.kept[i]
			}
			both = both && w.sale[i].record.receipt && !found.receipt
		}
		if both {
			first, second := r.twice(0), r.twice(1)
			if first == second {
				return fmt.Sprintf("paid twice: #1 %v, #2 %v", first, second), false
			}
			return "", true
		}
	}
	if problem := o.compare(r, w); problem != "" {
		return problem, false
	}
	return o.dare(r, w), false
}

func (r *harness) twice(i int) bool {
	v, _ := r.view(i)
	return v.PaidTwiceWith != ""
}

// compare returns in what the real till is not where the model is.
func (o *tour) compare(r *harness, w world) string {
	for i := range o.m.sales {
		different, err := r.differs(i, w.sale[i])
		if err != nil {
			return err.Error()
		}
		if different != "[]" && different != "" {
			return fmt.Sprintf("sale #%d: %s", i+1, different)
		}
	}
	return ""
}

func (o *tour) story(way []label, problem string) string {
	text, w := "", world{}
	for n, l := range way {
		if t, ok := o.m.do(w, l); ok {
			w = t.world
		}
		text += fmt.Sprintf("%3d. %s\n     %s\n", n+1, l, o.m.describe(w))
	}
	return text + "     the real till differs: " + problem
}
