package model

// calm lets time pass without a tap: calls under way end without a reply, the
// gateway tells the truth, and the till asks when it plans to.
func (m *model) calm(w world) world {
	t := &turn{m: m, world: w}
	for range 8 {
		before := t.world
		for i := range m.sales {
			t.calmOnce(i)
		}
		if t.world == before {
			break
		}
	}
	return t.world
}

func (t *turn) calmOnce(i int) {
	s := t.sale(i)
	for _, a := range []act{actLink, actUnanswered, actLost, actRefused} {
		if s.memory.call != idle && t.act(i, label{act: a, sale: uint8(i)}) {
			break
		}
	}
	var truth [legs]answer
	switch {
	case s.memory.polling:
		t.tick(i, truth)
	case t.world.frozen && t.hand(i) && t.m.book.of(s.record).watchable:
		t.ask(i, truth)
	case t.planned(i):
		t.watcher(i, truth)
	}
}
