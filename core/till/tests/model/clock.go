package model

// tick is one question of the poller.
func (t *turn) tick(i int, a [legs]answer) bool {
	s := t.sale(i)
	if !s.memory.polling {
		return false
	}
	switch got := t.ask(i, a); {
	case got == saidDenied:
		s.memory.polling, s.record.denied = false, true
		if t.m.has(deniedEnds) {
			s.record.watch = done
			return true
		}
		t.watch(i)
	case states[s.record.state].Ended():
		s.memory.polling = false
	}
	return true
}

// limit is the cap of a poller's run.
func (t *turn) limit(i int) bool {
	s := t.sale(i)
	if !s.memory.polling {
		return false
	}
	s.memory.polling, s.record.capped = false, true
	if s.record.doubt != settled {
		s.record.repeat = !t.m.has(neverRepeated)
		s.heard.capped = true
	}
	t.watch(i)
	return true
}

// planned reports whether the watcher will ask about a sale.
func (t *turn) planned(i int) bool {
	s := t.sale(i)
	return t.hand(i) && t.m.book.of(s.record).watchable && s.record.watch == watched && !s.memory.polling
}

// watchOnce is one question of the watcher.
func (t *turn) watchOnce(i int, a [legs]answer) bool {
	if !t.planned(i) {
		return false
	}
	t.watcher(i, a)
	return true
}

// watcher asks and takes the outcome into the plan. Any answer counts; a sale
// that has no plan is given none.
func (t *turn) watcher(i int, a [legs]answer) {
	s := t.sale(i)
	r := &s.record
	before := *r
	got := t.ask(i, a)
	if before.watch == unwatched && !before.denied && got != saidDenied {
		return
	}
	if got.answered() || got == saidDenied {
		r.denied = got == saidDenied
	}
	if r.state != success {
		t.watch(i)
	}
	if r.denied && t.m.has(deniedEnds) {
		r.watch = done
	}
	if before.denied && !r.denied && !r.capped && r.polled() {
		s.memory.polling = true
	}
}

// polled reports whether the sale is in a state in which its SDK polls.
func (r record) polled() bool {
	return r.state == qrGenerated || r.state == waitingPayment || r.state == authorized || r.doubt != settled
}

// watchEnd is as many answered questions as the plan has, none of which
// brought an end. It takes days; no call is under way for so long.
func (t *turn) watchEnd(i int, a [legs]answer) bool {
	if !t.planned(i) || t.sale(i).memory.call != idle {
		return false
	}
	t.watcher(i, a)
	if !t.planned(i) {
		return false
	}
	t.sale(i).record.watch, t.sale(i).heard.fresh = done, false
	return true
}

// check is the cashier's own question.
func (t *turn) check(i int, a [legs]answer) bool {
	r := t.sale(i).record
	if !t.hand(i) || !t.m.book.of(r).watchable {
		return false
	}
	t.ask(i, a)
	return true
}
