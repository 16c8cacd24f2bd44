package model

// restart pulls the plug and starts the till again: what is not in the journal
// is lost. Every question that the start puts gets the same answer.
func (t *turn) restart(a [legs]answer) bool {
	if t.sale(0).record.step == absent && t.sale(1).record.step == absent {
		return false
	}
	for i := range t.world.sale {
		t.forget(i)
	}
	t.start(a)
	return true
}

func (t *turn) forget(i int) {
	s := t.sale(i)
	if s.memory.call == drawing {
		t.handOut(i) // its reply will never come
	}
	s.memory = memory{}
	if s.heard.wire {
		s.heard.wire, s.heard.code = false, unheard // its reply will never come
	}
}

func (t *turn) start(a [legs]answer) {
	for i := len(t.world.sale) - 1; i >= 0; i-- { // the newest sale is asked about first
		if t.hand(i) {
			t.restore(i, a)
		}
	}
}

// restore brings one sale back, by the restart table.
func (t *turn) restore(i int, a [legs]answer) {
	s := t.sale(i)
	r := &s.record
	switch {
	case r.step == intent:
		r.step = createUnknown
		return
	case !t.m.book.of(*r).watchable:
		return
	}
	if r.step == otpIntent && !t.m.has(restartForgets) {
		// What the intent sealed: a code went out, and nobody heard of it.
		r.doubt, r.indeterminate, r.repeat, r.coded[r.codeLeg()] = unheard, true, false, true
		r.conflict = r.sealed
		r.capped = r.capped && t.m.has(capKept)
	}
	t.recorded(i)
	asked := r.step == qrIntent
	if asked && !t.m.has(announcedForgotten) {
		t.lose(i)
	}
	if t.m.has(claimedOnRestart) && r.step == otpIntent {
		r.state, r.doubt = failed, settled
	}
	polled := r.polled() && !r.capped || r.step == otpIntent
	if t.world.frozen {
		t.ask(i, a) // every open sale is, before the freeze can end
	}
	switch r.step {
	case qrIntent, validateIntent:
		if r.step = session; r.state == pending {
			r.step = created // nothing came of what was announced
		}
	case otpIntent:
		r.step = session
	case created:
		r.route = noRoute
		if !r.denied && !r.lost {
			return // a route is to be picked: nobody can have paid
		}
	}
	if polled && (r.polled() || r.state == waitingPayment) {
		s.memory.polling = true
	}
	if polled || asked || r.capped || r.denied || states[r.state].Ended() || r.watch != unwatched {
		t.watcher(i, a)
	}
}

func (t *turn) backup() bool {
	w := &t.world
	if w.saved || w.put || w.sale[0].record.step == absent {
		return false
	}
	w.saved, w.kept = true, [2]record{w.sale[0].record, w.sale[1].record}
	return true
}

// putBack starts the till with the backup's journal.
func (t *turn) putBack(a [legs]answer) bool {
	w := &t.world
	if !w.saved {
		return false
	}
	for i := range w.sale {
		t.forget(i)
		s := t.sale(i)
		s.heard.gone = s.record.step != absent && w.kept[i].step == absent
		s.record = w.kept[i]
		s.heard.success = s.record.receipt
		// The journal never knew of what came later, and the manager is told so.
		if s.heard.code, s.heard.capped = s.record.doubt, s.record.repeat; s.record.step == otpIntent {
			s.heard.code = unheard
		}
	}
	w.saved, w.put, w.frozen, w.kept = false, true, true, [2]record{}
	for i := range w.sale {
		if r := &t.sale(i).record; t.hand(i) {
			if r.stale = true; t.m.book.of(*r).watchable {
				t.replan(i)
				t.watch(i) // what was done with it since, nobody here knows
			}
		}
	}
	t.start(a)
	return true
}

// confirm is a manager's word that ends the freeze: after every open sale was
// asked about, or the stated time has passed.
func (t *turn) confirm() bool {
	if !t.world.frozen || t.m.has(frozenForEver) {
		return false
	}
	t.world.frozen = false
	return true
}
