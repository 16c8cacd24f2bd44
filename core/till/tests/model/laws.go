package model

import (
	"sanduq/core/journal"
)

// verdict names a law that was broken, and how.
type verdict struct{ name, what string }

// The laws of a single step, of a world, and of the calm after it. The last two
// are judged on the whole graph, see deadEnds.
const (
	lawReplace = "no initiate for a replacement after PAID is durable"
	lawCode    = "no second code on the wire while one is open"
	lawAsked   = "no code or account leaves while money is there that nobody asked about"
	lawPaid    = "PAID only after a SUCCESS of this sale's"
	lawNotPaid = "not paid is not said over a debited leg that nobody asked"
	lawOpened  = "what is called not opened cannot be paid"
	lawRestart = "a restart makes nobody more sure"
	lawSaid    = "what the gateway said was paid is PAID"
	lawHeard   = "in calm every debit is heard of"
	lawTwice   = "in calm two debits are told as PAID TWICE"
	lawWayOut  = "from every world the till can be done with the order"
	lawPad     = "no code pad stays locked"
)

var laws = []string{lawReplace, lawCode, lawAsked, lawPaid, lawNotPaid, lawOpened, lawRestart, lawSaid, lawHeard, lawTwice, lawWayOut, lawPad}

// remember is what the laws note for themselves of a turn.
func (t *turn) remember(world) {
	for i := range t.world.sale {
		s := t.sale(i)
		if s.heard.code == misspoken && t.knows(i, said.noMoney) || s.heard.code == unasked && t.knows(i, said.notYet) || s.record.state != otpRequired {
			s.heard.code = settled
		}
		if s.heard.code == settled {
			s.heard.capped = false
		}
	}
}

// knows reports whether the gateway, asked about a code that it had refused, answered
// for every leg in a way that allows another.
func (t *turn) knows(i int, allows func(said) bool) bool {
	if !t.asked[i][t.sale(i).record.codeLeg()] || t.coded[i] {
		return false
	}
	for leg := range legs {
		if t.asked[i][leg] && !allows(t.heard[i][leg]) {
			return false
		}
	}
	return true
}

// checkStep holds one transition against the laws.
func (m *model) checkStep(before world, l label, t *turn) (broken []verdict) {
	find := func(law, what string) { broken = append(broken, verdict{law, what}) }
	if t.initiated[1] && m.book.of(before.sale[0].record).status == journal.StatusPaid {
		find(lawReplace, "initiate leaves for the second sale, and the first is PAID on disk")
	}
	for i := range before.sale {
		old, now := before.sale[i], t.world.sale[i]
		if t.coded[i] {
			again := l.act == actRepeat && old.heard.capped
			if old.heard.wire || old.heard.code != settled && !again {
				find(lawCode, "another code leaves")
			}
			if t.unaskedMoney(i) {
				find(lawAsked, "a code leaves")
			}
		}
		if t.switched[i] && t.unaskedMoney(i) {
			find(lawAsked, "an account is sent")
		}
		if now.record.receipt && !now.heard.success {
			find(lawPaid, "a receipt is written")
		}
		if ends(now.record) && !ends(old.record) && l.act != actPutBack && t.unaskedMoney(i) {
			find(lawNotPaid, "the sale is called "+string(m.book.of(now.record).status))
		}
		if l.act == actRestart && l.ask == [legs]answer{silent, silent} {
			if gained := m.claims(t.world, i) &^ m.claims(before, i); gained != 0 {
				find(lawRestart, "after the restart the till is surer than before")
			}
		}
	}
	return broken
}

func notPaid(s journal.Status) bool { return s == journal.StatusFailed || s == journal.StatusExpired }

func ends(r record) bool { return r.state == failed || r.state == ended }

// unaskedMoney reports whether the bank has debited by a leg that was not asked
// in this turn, or gave no answer.
func (t *turn) unaskedMoney(i int) bool {
	for leg := range legs {
		answered := t.told[i][leg] || t.asked[i][leg] && t.heard[i][leg].answered()
		if t.sale(i).bank.leg[leg] == debited && !answered {
			return true
		}
	}
	return false
}

// What a till may be sure of, as far as a cashier acts upon it.
const (
	surePaid = 1 << iota
	sureNotPaid
	sureCode    // another code may be entered
	sureReplace // a new payment may be opened without a manager
)

// claims are what the till says of a sale. That a payment whose initiate was
// announced counts as not opened after a restart is the restart table's word:
// no QR was shown and no code left.
func (m *model) claims(w world, i int) (sure uint8) {
	s := w.sale[i]
	d := m.book.of(s.record)
	switch {
	case d.status == journal.StatusPaid:
		sure |= surePaid
	case notPaid(d.status):
		sure |= sureNotPaid
	}
	if s.record.state == otpRequired && s.record.doubt == settled && s.memory.call != submitting && s.memory.call != repeating && !w.frozen {
		sure |= sureCode
	}
	if s.record.step != absent && !d.manager && !w.frozen {
		sure |= sureReplace
	}
	return sure
}

// check holds a world, and the calm after it, against the laws.
func (m *model) check(w world) (broken []verdict) {
	for i := range m.sales {
		s := w.sale[i]
		never := s.bank == bank{} || s.bank.leg == [legs]truth{}
		if s.record.step != absent && m.book.of(s.record).status == journal.StatusNotOpened && !never {
			broken = append(broken, verdict{lawOpened, "the sale is called not opened"})
		}
	}
	for i := range m.sales {
		if s := w.sale[i]; s.heard.success && m.book.of(s.record).status != journal.StatusPaid {
			broken = append(broken, verdict{lawSaid, "a SUCCESS was heard"})
		}
	}
	if w.owes() {
		calm := m.calm(w)
		for i := range m.sales {
			if s := calm.sale[i]; s.debited() && !s.excused() && m.book.of(s.record).status != journal.StatusPaid {
				broken = append(broken, verdict{lawHeard, "the sale was debited, and in calm the till does not learn it"})
			}
		}
		first, second := calm.sale[0], calm.sale[1]
		both := first.debited() && second.debited() && !first.excused() && !second.excused()
		if both && !first.record.twice && !second.record.twice {
			broken = append(broken, verdict{lawTwice, "both sales were debited, and in calm nobody says so"})
		}
	}
	return broken
}

func (s sale) debited() bool { return s.bank.leg[byQR] == debited || s.bank.leg[byAccount] == debited }

func (w world) owes() bool { return w.sale[0].debited() || w.sale[1].debited() }

// excused reports whether the till may miss the money: a manager closed the
// sale, its watch has used its plan up, it was lost with the journal, or its
// payment never came to the journal.
func (s sale) excused() bool {
	return s.record.resolved || s.record.watch == done && !s.heard.fresh && !s.memory.polling && s.record.state != success ||
		s.heard.gone || s.record.state == noSession
}
