package interleavings

import "slices"

// clock is a vector clock: for each thread, how many of its steps come before.
type clock []int32

func (c clock) of(thread int) int32 {
	if thread < len(c) {
		return c[thread]
	}
	return 0
}

// join adds what comes before d and returns the result; c is not kept.
func (c clock) join(d clock) clock {
	out := make(clock, max(len(c), len(d)))
	copy(out, c)
	for i, n := range d {
		out[i] = max(out[i], n)
	}
	return out
}

// step is one step that was taken.
type step struct {
	who     *thread
	no      int32 // its number among the thread's own
	what    string
	touches touches
	past    clock // what comes before by the thread itself and by who woke it
	clock   clock // what comes before by anything, the step included
}

// in reports whether the step comes before everything that has the clock.
func (s *step) in(c clock) bool { return c.of(s.who.index) >= s.no }

// history is the steps of one play, in the order in which they were taken.
type history []*step

// add appends a step, which follows from what its thread has behind it. It is
// finished when what it gave back is known.
func (h history) begin(r *request) history {
	w := r.who
	w.taken++
	return append(h, &step{who: w, no: w.taken, what: r.what, touches: r.touches, past: w.past})
}

// finish computes the clock of the newest step.
func (h history) finish(more touches) {
	last := len(h) - 1
	s := h[last]
	s.touches = append(s.touches[:len(s.touches):len(s.touches)], more...)
	c := s.past
	for i := last - 1; i >= 0; i-- {
		if h[i].in(c) {
			continue
		}
		if !h[i].touches.commutes(s.touches) {
			c = c.join(h[i].clock)
		}
	}
	c = c.join(nil)
	for len(c) <= s.who.index {
		c = append(c, 0)
	}
	c[s.who.index] = s.no
	s.clock, s.who.past = c, c
}

// races returns, for a step, those before it that could have come after it
// instead: in conflict with it, and not before it by way of others. Of a lock
// that somebody held meanwhile it is the step that took it.
func (h history) races(j int) (out []int) {
	s := h[j]
	held := map[*thread]int{} // since which step the thread held a lock that s takes
	for _, t := range s.touches {
		if t.kind != takes {
			continue
		}
		if i := h.taker(t.thing, j); i >= 0 && !h[i].in(s.past) {
			held[h[i].who] = i
			out = append(out, i)
		}
	}
	c := s.past
	for i := j - 1; i >= 0; i-- {
		e := h[i]
		if e.in(c) || !e.touches.clash(s.touches) {
			continue
		}
		if since, holds := held[e.who]; !holds || i < since {
			out = append(out, i)
		}
		c = c.join(e.clock)
	}
	return out
}

// taker returns the newest step before j by which another thread took a lock.
func (h history) taker(lock string, j int) int {
	for i := j - 1; i >= 0; i-- {
		if h[i].who != h[j].who && h[i].touches.has(lock, takes) {
			return i
		}
	}
	return -1
}

func (t touches) has(thing string, kind touchKind) bool {
	for _, x := range t {
		if x.thing == thing && x.kind == kind {
			return true
		}
	}
	return false
}

// initials returns the threads of which one must go first, instead of step i,
// if step j is to come before it: those that can begin what lies between and
// does not follow from i, with j at its end.
func (h history) initials(i, j int) (out []string) {
	var between []*step
	for k := i + 1; k < j; k++ {
		s := h[k]
		if h[i].in(s.clock) {
			continue
		}
		if !slices.ContainsFunc(between, func(b *step) bool { return b.in(s.clock) }) {
			out = append(out, s.who.name)
		}
		between = append(between, s)
	}
	s := h[j]
	last := s.past // what comes before j without what follows from i
	for _, b := range between {
		if !b.touches.commutes(s.touches) {
			last = last.join(b.clock)
		}
	}
	if !slices.ContainsFunc(between, func(b *step) bool { return b.in(last) }) {
		out = append(out, s.who.name)
	}
	return out
}
