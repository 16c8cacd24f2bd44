package model

import "sanduq/core"

// reply ends the call under way. It returns false when the call is another, or
// when the bank's truth does not allow the reply.
func (t *turn) reply(i int, l label) bool {
	switch t.sale(i).memory.call {
	case initiating:
		return t.opened(i, l.act)
	case drawing:
		return t.drawn(i, l.act)
	case validating:
		return t.validated(i, l.act)
	case submitting, repeating:
		return t.codeAnswered(i, l)
	}
	return false
}

func (t *turn) opened(i int, a act) bool {
	s := t.sale(i)
	r := &s.record
	switch a {
	case actOpened:
		r.step, r.state = created, pending
	case actRejected:
		r.step = rejected
	case actNotSent:
		r.step = notSent
	case actUnanswered:
		r.step = createUnknown
	default:
		return false
	}
	s.memory = memory{}
	if a == actOpened && r.route == qr && !t.otherPaid(i) { // else the order has its money
		t.announce(i, qrIntent, qr, drawing)
	}
	return true
}

// drawn is the reply to the question for a QR.
func (t *turn) drawn(i int, a act) bool {
	s := t.sale(i)
	r := &s.record
	switch {
	case a == actRefused:
	case a == actLost:
		t.handOut(i)
		t.lose(i)
	case a != actDrawn:
		return false
	case t.move(i, core.TriggerQRGenerated):
		t.handOut(i)
		r.shown, r.lost, r.step, r.rail, s.memory.polling = true, false, session, noRoute, true
		t.renew(i)
	default: // it came too late for the session
		t.handOut(i)
		t.lose(i)
	}
	t.undrawn(i, false)
	return true
}

// handOut is that the bank makes a QR, no matter which caller hears of it.
func (t *turn) handOut(i int) {
	b := &t.sale(i).bank
	if leg := &b.leg[byQR]; *leg != confirmed && *leg != debited {
		*leg = open
	}
	b.shown = true
}

// lose notes that no reply told of a QR that was asked for.
func (t *turn) lose(i int) {
	r := &t.sale(i).record
	if r.state == success || t.m.has(lostForgotten) {
		return
	}
	r.lost = !r.shown
	t.replan(i)
	t.recorded(i)
}

func (t *turn) validated(i int, a act) bool {
	s := t.sale(i)
	r := &s.record
	rail := s.memory.rail
	switch {
	case a == actRefused:
		t.end(i, validateIntent, true)
		return true
	case a != actAccepted:
		return false
	case t.move(i, core.TriggerAccountValidated):
		r.rail, r.byAccount, r.repeat, r.step = rail, rail == account, false, session
		if leg := &s.bank.leg[r.codeLeg()]; *leg != confirmed && *leg != debited {
			*leg = open
		}
		t.renew(i)
		t.recorded(i)
	}
	s.memory = memory{polling: s.memory.polling}
	return true
}

// codeAnswered is the reply to a code.
func (t *turn) codeAnswered(i int, l label) bool {
	s := t.sale(i)
	leg := legOf(s.memory.rail)
	atBank, at := &s.bank.code[leg], s.bank.leg[leg]
	isWallet := leg == byQR
	switch l.act {
	case actTaken:
		if *atBank != taken {
			return false
		}
		t.codeTaken(i, core.TriggerOTPAcknowledged, l.ask)
	case actPaid:
		if !isWallet || at != debited {
			return false
		}
		s.heard.success = true
		t.codeTaken(i, core.TriggerOTPSucceeded, l.ask)
	case actFailed:
		if !isWallet || at != refused || *atBank != taken {
			return false
		}
		t.told[i][leg] = true
		t.codeTaken(i, core.TriggerOTPFailed, l.ask)
	case actDefinite:
		if *atBank != loose {
			return false
		}
		if !s.record.indeterminate { // else an earlier one may still be carried out
			*atBank = unsent
		}
		first := s.memory.call == submitting
		t.codeDone(i, settled)
		if first {
			t.ask(i, l.ask) // it may have ended the payment, and only a status says so
			t.unsure(i)
		}
	case actUnlisted:
		t.codeDone(i, misspoken)
	case actAmbiguous, actLost:
		t.codeDone(i, unheard)
	case actElsewhere:
		if !isWallet {
			return false
		}
		s.record.conflict = s.record.conflict || s.record.state != success
		t.codeDone(i, unheard)
	default:
		return false
	}
	return true
}

// unsure keeps the pad shut after a refused code of which a leg has not said since that
// nothing was paid: somebody on the way may have delivered it twice.
func (t *turn) unsure(i int) {
	s := t.sale(i)
	r := &s.record
	if r.state != otpRequired || r.doubt != settled || t.notYet {
		return
	}
	if s.heard.code, s.heard.capped = unasked, false; t.m.has(refusalUnasked) {
		return
	}
	t.renew(i)
	r.doubt, r.indeterminate, r.repeat, s.memory.polling = unasked, true, false, true
	t.recorded(i)
}

// codeTaken: the gateway took the code, or says what came of it.
func (t *turn) codeTaken(i int, trigger core.Trigger, a [legs]answer) {
	s := t.sale(i)
	r := &s.record
	leg := legOf(s.memory.rail)
	if leg == byQR {
		switch {
		case trigger == core.TriggerOTPAcknowledged, trigger == core.TriggerOTPFailed && t.twoLegs(i):
			trigger = core.TriggerOTPAuthorized
		case trigger == core.TriggerOTPSucceeded && r.state != otpRequired:
			trigger = core.TriggerStatusSuccess
		}
	}
	t.replan(i)
	moved := t.move(i, trigger)
	if !moved { // a status answer has overtaken the reply
		t.recorded(i)
	}
	r.coded[leg] = r.coded[leg] || moved
	s.heard.wire, s.heard.code = false, settled
	t.end(i, otpIntent, false)
	switch {
	case leg == byAccount && r.state == waitingPayment:
		s.memory.polling = true
	case moved && r.state == authorized:
		t.ask(i, a)
		if r.state == authorized && !t.m.has(authorizedUnpolled) {
			s.memory.polling = true
		}
	}
}

// codeDone: the gateway refused the code, or nobody knows.
func (t *turn) codeDone(i int, d doubt) {
	s := t.sale(i)
	r := &s.record
	if d == settled || r.state == otpRequired {
		r.coded[legOf(s.memory.rail)] = true
	}
	if d != settled && r.state == otpRequired {
		t.renew(i)
	}
	repeated := r.doubt != settled
	again := s.memory.call == repeating
	s.heard.wire = false
	if d == settled && !again {
		s.heard.code = settled
	}
	if d != settled {
		s.heard.code, s.heard.capped = d, false
		if repeated {
			s.heard.code = unheard
		}
	}
	t.end(i, otpIntent, false)
	t.recorded(i)
	if d == settled || t.m.has(refusalResolves) && d == misspoken {
		return
	}
	if r.state != otpRequired {
		r.indeterminate = r.state != success && (r.indeterminate || !t.m.has(lateMark))
		return // a status answer has told more meanwhile
	}
	r.indeterminate = true
	if repeated {
		d = unheard // a refused repetition proves nothing about the first
	}
	r.doubt, r.repeat, s.memory.polling = d, false, true
}
