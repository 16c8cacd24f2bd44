package model

// class is all that the outcome of a transition depends on, as far as the till
// can tell: where the sale stands, what happens, what is heard, and of the
// other sale what the law looks at. Every class that the model has is taken
// through the real till once.
type class struct {
	record record
	memory memory
	act    act
	arg    uint8
	said   [legs]said
	asked  [legs]bool
	frozen bool
	other  uint8 // see context
}

// classes returns those that a transition belongs to: one for each sale that
// it may touch. What the bank does is no matter of the till's.
func (m *model) classes(before world, l label, t *turn) (all []class) {
	of := func(i int) class {
		c := class{record: before.sale[i].record, memory: before.sale[i].memory, act: l.act, arg: l.arg,
			asked: t.asked[i], frozen: before.frozen}
		for leg := range legs {
			if c.asked[leg] {
				c.said[leg] = t.heard[i][leg]
			}
		}
		settles := t.world.sale[i].record.receipt && !before.sale[i].record.receipt
		if settles || l.act == actLink || l.act == actCharge {
			c.other = m.context(before.sale[1-i])
		}
		return c
	}
	switch l.act {
	case actExecute, actScan, actDebit, actRefuse, actExpire, actBackup:
		return nil
	case actRestart, actPutBack:
		for i := range m.sales {
			c := of(i)
			if l.act == actPutBack {
				c.record = before.kept[i]
			}
			if c.record.step != absent {
				all = append(all, c)
			}
		}
		return all
	}
	return []class{of(int(l.sale))}
}

// context is what a sale matters to the other one.
func (m *model) context(s sale) (facts uint8) {
	d := m.book.of(s.record)
	for n, fact := range []bool{s.record.step != absent, s.record.receipt, d.manager, s.record.linked,
		s.record.setAside, d.group == "open", s.memory.call != idle} {
		if fact {
			facts |= 1 << n
		}
	}
	return facts
}
