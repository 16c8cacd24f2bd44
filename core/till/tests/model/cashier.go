package model

import (
	"sanduq/core"
	"sanduq/core/journal"
)

const withManager = 4 // in the argument of a charge

// hand reports whether the till has the sale in hand.
func (t *turn) hand(i int) bool {
	r := t.sale(i).record
	return r.step != absent && (t.m.book.of(r).openNow || t.sale(i).memory.call != idle)
}

// free reports whether a step of the cashier's may begin: no other sale of the
// order was paid.
func (t *turn) free(i int) bool {
	return t.hand(i) && !t.world.frozen && t.sale(i).memory.call == idle && !t.sale(i).record.resolved && !t.otherPaid(i)
}

// charge opens a sale; the second one instead of the first.
func (t *turn) charge(i int, arg uint8) bool {
	s := t.sale(i)
	if s.record.step != absent || s.heard.gone || t.world.frozen {
		return false
	}
	if i == 1 && !t.mayReplace(arg&withManager != 0, true) {
		return false
	}
	s.record = record{step: intent, route: route(arg & 3)}
	s.memory = memory{call: linking, manager: arg&withManager != 0}
	if i == 0 {
		t.send(0)
	}
	return true
}

// mayReplace reports whether a new payment may be opened instead of the first
// sale. exactly leaves out a manager's word where none is needed.
func (t *turn) mayReplace(manager, exactly bool) bool {
	old := t.sale(0).record
	d := t.m.book.of(old)
	if old.step == absent || d.status == journal.StatusPaid || d.manager && !manager {
		return false
	}
	return !exactly || manager == d.manager
}

// link tells the old sale that a new one is opened instead, looks once more
// whether that may be, and sends.
func (t *turn) link() bool {
	s := t.sale(1)
	if s.memory.call != linking {
		return false
	}
	if !t.m.has(unchecked) && !t.mayReplace(s.memory.manager, false) {
		s.record.step = notSent
		s.memory = memory{}
		return true
	}
	old := &t.sale(0).record
	old.linked = !t.m.has(unlinked)
	if !old.setAside && t.m.book.of(*old).group == journal.GroupOpen {
		old.setAside = true
	}
	t.send(1)
	return true
}

func (t *turn) send(i int) {
	t.initiated[i] = true
	t.sale(i).memory = memory{call: initiating}
}

// announce writes an intent down and begins the call.
func (t *turn) announce(i int, at step, by route, c call) {
	s := t.sale(i)
	s.memory.back, s.memory.from = s.record.step, s.record.route
	s.record.step, s.record.route = at, by
	s.memory.call = c
}

// offerQR asks for the QR. A journal that was put back does not know what was
// shown and sent since: then both legs are asked first.
func (t *turn) offerQR(i int, a [legs]answer) bool {
	r := t.sale(i).record
	if !t.free(i) || r.step != created && (r.step != session || r.state != qrGenerated) {
		return false
	}
	t.announce(i, qrIntent, qr, drawing)
	if r.stale && !t.m.has(staleOneLeg) {
		goOn, clean := t.askBoth(i, a)
		if _, err := machine.Next(states[t.sale(i).record.state], core.TriggerQRGenerated); !goOn || err != nil {
			t.undrawn(i, clean)
		}
	}
	return true
}

// undrawn ends the question for a QR without one: the announcement is taken
// back, unless the money is there or on its way.
func (t *turn) undrawn(i int, clean bool) {
	s := t.sale(i)
	if s.record.step == qrIntent && !clean {
		s.record.step = s.memory.back
	}
	s.memory = memory{polling: s.memory.polling}
}

// validate names an account. A QR that may be out is asked about first.
func (t *turn) validate(i int, rail route, a [legs]answer) bool {
	r := t.sale(i).record
	open := r.step == created || r.step == session && (r.state == qrGenerated || r.state == otpRequired)
	if !t.free(i) || !open || r.doubt != settled {
		return false
	}
	t.announce(i, validateIntent, rail, validating)
	t.sale(i).memory.rail = rail
	out := r.state == qrGenerated || r.state == pending && r.lost
	if (out || r.stale && !t.m.has(staleOneLeg)) && !t.m.has(unaskedSwitch) {
		goOn, clean := t.askFirst(i, r.ownLeg(), a)
		if _, err := machine.Next(states[t.sale(i).record.state], core.TriggerAccountValidated); !goOn || err != nil {
			t.end(i, validateIntent, !clean)
			return true
		}
	}
	t.switched[i] = out
	return true
}

// end ends a call; refused takes its announcement back, if nothing else has.
func (t *turn) end(i int, at step, refused bool) {
	s := t.sale(i)
	if refused && s.record.step == at {
		s.record.step, s.record.route = s.memory.back, s.memory.from
		if s.memory.back == created && s.record.route == qr {
			s.record.route = noRoute
		}
	}
	if !refused && s.record.step == at && s.record.state != pending {
		s.record.step = session
	}
	s.memory = memory{polling: s.memory.polling}
}

// submit hands over a code, after every leg was asked by which money may have
// come already.
func (t *turn) submit(i int, again bool, a [legs]answer) bool {
	r := t.sale(i).record
	if !t.free(i) || r.state != otpRequired || r.step != session || again != (r.doubt != settled) || again && !r.repeat && !t.m.has(repeatedAtOnce) {
		return false
	}
	c := submitting
	if again {
		c = repeating
	}
	t.announce(i, otpIntent, r.route, c)
	t.sale(i).record.sealed = r.conflict
	for _, leg := range t.legsBefore(r) {
		if goOn, clean := t.askFirst(i, leg, a); !goOn {
			t.end(i, otpIntent, !clean)
			return true
		}
	}
	s := t.sale(i)
	if s.record.state != otpRequired { // an answer has ended the payment
		t.end(i, otpIntent, true)
		return true
	}
	leg := r.codeLeg()
	t.coded[i], s.heard.wire = true, true
	s.memory.rail = r.rail
	s.record.coded[leg] = s.record.coded[leg] || !t.m.has(lateMark)
	if s.bank.code[leg] == unsent {
		s.bank.code[leg] = loose
	}
	return true
}

// codeLeg is the leg by which a code would move money.
func (r record) codeLeg() int { return legOf(r.rail) }

func legOf(rail route) int {
	if rail == wallet {
		return byQR
	}
	return byAccount
}

func (t *turn) legsBefore(r record) (ask []int) {
	if t.m.has(unaskedCode) {
		return nil
	}
	if r.stale && !t.m.has(staleOneLeg) {
		return []int{r.ownLeg()}
	}
	if r.shown || r.lost || r.coded[byQR] {
		ask = append(ask, byQR)
	}
	if r.coded[byAccount] {
		ask = append(ask, byAccount)
	}
	return ask
}

// decide is what a person writes down about a sale.
func (t *turn) decide(i int, a act) bool {
	r := &t.sale(i).record
	if !t.hand(i) {
		return false
	}
	d := t.m.book.of(*r)
	unsettled := d.group == journal.GroupOpen
	switch a {
	case actSetAside:
		if !unsettled || r.setAside || r.step == intent {
			return false
		}
		r.setAside = true
	case actToManager:
		if !unsettled || r.withManager {
			return false
		}
		r.withManager = true
	case actResolve:
		if !unsettled || !r.withManager || r.step == otpIntent || t.m.has(unresolvable) && r.doubt != settled {
			return false
		}
		r.resolved = true
		t.sale(i).memory.polling = false
	case actAcknowledge:
		if !d.status.Ended() || r.acked {
			return false
		}
		r.acked = true
	case actReadAlert:
		if !d.late && !d.twice {
			return false
		}
		r.alertRead = true
	}
	return true
}
