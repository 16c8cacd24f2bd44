package model

// goal is where a till must be able to come to.
type goal struct {
	law     string
	reached func(world) bool
}

func (m *model) goals() []goal {
	return []goal{{lawWayOut, m.done}, {lawPad, padOpen}}
}

// done reports whether the till charges and is done with every sale. Where
// nobody decides anything, it is that the till charges and no call hangs.
func (m *model) done(w world) bool {
	if w.frozen {
		return false
	}
	for _, s := range w.sale {
		if s.record.step == absent {
			continue
		}
		ended := m.book.of(s.record).status.Ended() && s.record.acked
		if s.memory.call != idle || m.people && !ended {
			return false
		}
	}
	return true
}

// padOpen reports whether some code may be entered, wherever one was. While the
// gateway refuses the token itself, no code would help.
func padOpen(w world) bool {
	for _, s := range w.sale {
		if s.record.doubt != settled && !s.record.repeat && !s.record.resolved && !s.record.denied {
			return false
		}
	}
	return true
}

// fair reports whether a person, or time, can make a transition happen while
// the gateway answers in one way only. Nobody can make the bank do anything,
// and nobody hopes for a good reply.
func fair(l label, a answer) bool {
	switch l.act {
	case actExecute, actScan, actDebit, actRefuse, actExpire, actRestart, actBackup, actPutBack, actCharge:
		return false
	case actOpened, actDrawn, actAccepted, actTaken, actPaid, actFailed:
		return a == own
	case actDefinite:
		return a == own && l.ask == [legs]answer{}
	case actOfferQR, actTick, actWatch, actWatchEnd, actCheck, actValidate, actSubmit, actRepeat:
		return (l.ask[0] == a || l.ask[0] == own) && (l.ask[1] == a || l.ask[1] == own)
	}
	return true
}

// deadEnds finds, for each way in which the gateway may answer for ever, the
// first world from which no fair way leads to a goal. The graph must be
// complete.
func (m *model) deadEnds(g *graph) (broken []breach) {
	for _, a := range m.answers {
		from, into := g.reverse(func(l label) bool { return fair(l, a) })
		for _, goal := range m.goals() {
			if at, stuck := g.stuck(goal.reached, from, into); stuck {
				broken = append(broken, breach{law: goal.law, at: at, what: "with " + answerNames[a] + " for ever there is no way"})
			}
		}
	}
	return broken
}

// stuck returns the first world that cannot come to a goal.
func (g *graph) stuck(reached func(world) bool, from, into []uint32) (uint32, bool) {
	out := make([]bool, len(g.worlds))
	var queue []uint32
	for at, p := range g.worlds {
		if reached(p.world()) {
			out[at] = true
			queue = append(queue, uint32(at))
		}
	}
	for len(queue) > 0 {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, before := range from[into[at]:into[at+1]] {
			if !out[before] {
				out[before] = true
				queue = append(queue, before)
			}
		}
	}
	for at := range out {
		if !out[at] {
			return uint32(at), true
		}
	}
	return 0, false
}

// reverse turns the chosen transitions round: from[into[n]:into[n+1]] are the
// worlds that lead to the nth.
func (g *graph) reverse(chosen func(label) bool) (from, into []uint32) {
	into = make([]uint32, len(g.worlds)+1)
	keep := map[uint32]bool{}
	use := func(by uint32) bool {
		yes, known := keep[by]
		if !known {
			yes = chosen(unpackLabel(by))
			keep[by] = yes
		}
		return yes
	}
	for n, to := range g.to {
		if use(g.by[n]) {
			into[to+1]++
		}
	}
	for at := range g.worlds {
		into[at+1] += into[at]
	}
	from = make([]uint32, into[len(g.worlds)])
	next := append([]uint32(nil), into...)
	for at := range g.worlds {
		for n := g.first[at]; n < g.first[at+1]; n++ {
			if to := g.to[n]; use(g.by[n]) {
				from[next[to]] = uint32(at)
				next[to]++
			}
		}
	}
	return from, into
}
