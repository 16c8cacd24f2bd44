package model

// model is the law, with the scope in which it is explored.
type model struct {
	scope
	fault fault
	book  book
}

func newModel(s scope) *model { return &model{scope: s, book: book{}} }

// do takes one transition; false when it cannot happen.
func (m *model) do(w world, l label) (*turn, bool) {
	t := &turn{m: m, world: w}
	if !t.act(int(l.sale), l) {
		return nil, false
	}
	for i := range t.world.sale {
		if r := &t.sale(i).record; r.step != otpIntent {
			r.sealed = false
		}
		if !t.hand(i) {
			t.sale(i).memory = memory{} // the till has let go of it
		}
	}
	t.remember(w)
	return t, true
}

func (t *turn) act(i int, l label) bool {
	switch a := l.act; {
	case a == actCharge:
		return t.charge(i, l.arg)
	case a == actLink:
		return i == 1 && t.link()
	case a == actOfferQR:
		return t.offerQR(i, l.ask)
	case a == actValidate:
		return t.validate(i, route(l.arg), l.ask)
	case a == actSubmit, a == actRepeat:
		return t.submit(i, a == actRepeat, l.ask)
	case a == actCheck:
		return t.check(i, l.ask)
	case a >= actSetAside && a <= actReadAlert:
		return t.decide(i, a)
	case a == actConfirm:
		return t.confirm()
	case a >= actOpened && a <= actElsewhere:
		return t.reply(i, l)
	case a >= actExecute && a <= actExpire:
		return t.atBank(i, a, int(l.arg))
	case a == actTick:
		return t.tick(i, l.ask)
	case a == actCap:
		return t.limit(i)
	case a == actWatch:
		return t.watchOnce(i, l.ask)
	case a == actWatchEnd:
		return t.watchEnd(i, l.ask)
	case a == actRestart:
		return t.restart(l.ask)
	case a == actBackup:
		return t.backup()
	case a == actPutBack:
		return t.putBack(l.ask)
	}
	return false
}

// each calls yield for every transition out of a world.
func (m *model) each(w world, yield func(label, *turn)) {
	try := func(l label) {
		if t, ok := m.do(w, l); ok {
			yield(l, t)
		}
	}
	for i := range m.sales {
		m.labels(w, uint8(i), try)
	}
	for _, a := range m.answers {
		for _, start := range []act{actRestart, actPutBack} {
			l := label{act: start, ask: [legs]answer{a, a}}
			if start == actPutBack && !m.backup {
				continue
			}
			if t, ok := m.do(w, l); ok && (a == own || t.asked != [2][legs]bool{}) {
				yield(l, t)
			}
		}
	}
	if m.backup {
		try(label{act: actBackup})
		try(label{act: actConfirm})
	}
}

func (m *model) labels(w world, i uint8, try func(label)) {
	if w.sale[i].record.step == absent {
		if w.sale[i].heard.gone {
			for a := actExecute; a <= actExpire; a++ {
				for leg := range uint8(legs) {
					try(label{act: a, sale: i, arg: leg})
				}
			}
		}
		for _, r := range m.routes {
			try(label{act: actCharge, sale: i, arg: uint8(r)})
			if i == 1 {
				try(label{act: actCharge, sale: i, arg: uint8(r) | withManager})
			}
		}
		return
	}
	try(label{act: actLink, sale: i})
	for a := actSetAside; a <= actReadAlert && m.people && w.sale[i].memory.call != linking; a++ {
		try(label{act: a, sale: i})
	}
	for a := actExecute; a <= actExpire; a++ {
		for leg := range uint8(legs) {
			try(label{act: a, sale: i, arg: leg})
		}
	}
	try(label{act: actCap, sale: i})
	if w.sale[i].memory.call != idle {
		for a := actOpened; a <= actElsewhere; a++ {
			if a != actTaken && a != actFailed && a != actDefinite {
				try(label{act: a, sale: i})
			}
		}
	}
	m.questions(w, i, try)
}

// questions tries what brings answers.
func (m *model) questions(w world, i uint8, try func(label)) {
	for _, a := range []answer{own, words} { // in a plan's length the legs answer alike
		if m.sales > 1 {
			break // the other sale's time would pass too
		}
		l := label{act: actWatchEnd, sale: i, ask: [legs]answer{a, a}}
		if t, ok := m.do(w, l); ok {
			for leg := range legs {
				if !t.asked[i][leg] {
					l.ask[leg] = own
				}
			}
			try(l)
		}
	}
	for _, a := range []act{actOfferQR, actCheck, actTick, actWatch, actSubmit, actRepeat, actTaken, actFailed, actDefinite} {
		m.spread(w, label{act: a, sale: i}, try)
	}
	for _, r := range m.rails {
		m.spread(w, label{act: actValidate, sale: i, arg: uint8(r)}, try)
	}
}

// spread tries a label with every answer that makes a difference: a leg that is
// not asked has none.
func (m *model) spread(w world, l label, try func(label)) {
	var seen [answers][answers]bool
	var visit func(a [legs]answer)
	visit = func(a [legs]answer) {
		if seen[a[0]][a[1]] {
			return
		}
		seen[a[0]][a[1]] = true
		l.ask = a
		t, ok := m.do(w, l)
		var asked [legs]bool
		if ok {
			asked = t.asked[l.sale]
			if (asked[0] || a[0] == own) && (asked[1] || a[1] == own) {
				try(l)
			}
		}
		for leg := range legs {
			for _, next := range m.answers {
				if b := a; asked[leg] {
					if b[leg] = next; !m.mixed && asked[1-leg] {
						b[1-leg] = next
					}
					visit(b)
				}
			}
		}
	}
	visit([legs]answer{})
}
