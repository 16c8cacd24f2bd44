package model

// packed is a world in few bits, to be kept by the million. Two worlds are the
// same exactly when they pack to the same value.
type packed [5]uint64

// bits writes or reads small fields one after the other.
type bits struct {
	word  uint64
	at    uint
	write bool
}

func field[T ~uint8](b *bits, v *T, wide uint) {
	if b.write {
		if uint64(*v)>>wide != 0 {
			panic("model: a value does not fit its field")
		}
		b.word |= uint64(*v) << b.at
	} else {
		*v = T(b.word >> b.at & (1<<wide - 1))
	}
	if b.at += wide; b.at > 64 {
		panic("model: a word is too narrow")
	}
}

func flags(b *bits, all ...*bool) {
	for _, f := range all {
		var v uint8
		if *f {
			v = 1
		}
		field(b, &v, 1)
		*f = v == 1
	}
}

func (r *record) bits(b *bits) {
	field(b, &r.step, 4)
	field(b, &r.route, 2)
	field(b, &r.state, 4)
	field(b, &r.rail, 2)
	field(b, &r.doubt, 2)
	field(b, &r.watch, 2)
	flags(b, &r.shown, &r.lost, &r.byAccount, &r.indeterminate, &r.repeat, &r.conflict, &r.sealed, &r.late, &r.capped, &r.stale, &r.denied,
		&r.coded[byQR], &r.coded[byAccount], &r.setAside, &r.withManager, &r.resolved, &r.acked,
		&r.receipt, &r.twice, &r.alertRead, &r.linked)
}

func (s *sale) rest(b *bits) {
	for i := range legs {
		field(b, &s.bank.leg[i], 3)
		field(b, &s.bank.code[i], 2)
	}
	field(b, &s.memory.call, 3)
	field(b, &s.memory.rail, 2)
	field(b, &s.memory.back, 4)
	field(b, &s.memory.from, 2)
	field(b, &s.heard.code, 2)
	flags(b, &s.bank.shown, &s.memory.polling, &s.memory.manager, &s.heard.success, &s.heard.wire, &s.heard.capped, &s.heard.fresh, &s.heard.gone)
}

// layout runs the whole world through five words: each record, what else
// belongs to the two sales, and each record of the backup.
func (w *world) layout(p *packed, write bool) {
	var b [5]bits
	for i := range b {
		b[i] = bits{write: write}
		if !write {
			b[i].word = p[i]
		}
	}
	for i := range w.sale {
		w.sale[i].record.bits(&b[i])
		w.sale[i].rest(&b[2])
		w.kept[i].bits(&b[3+i])
	}
	flags(&b[4], &w.frozen, &w.put, &w.saved)
	if write {
		for i := range b {
			p[i] = b[i].word
		}
	}
}

func (w world) pack() (p packed) {
	w.layout(&p, true)
	return p
}

func (p packed) world() (w world) {
	w.layout(&p, false)
	return w
}
