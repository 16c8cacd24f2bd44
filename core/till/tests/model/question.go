package model

import "sanduq/core"

// asks reports which legs a question of a sale goes to: the session's own,
// and the other one where money may come by it too, or where nobody remembers.
func (t *turn) twoLegs(i int) bool {
	r := t.sale(i).record
	switch {
	case t.m.has(oneLeg):
		return false
	case r.stale:
		return true
	}
	account := r.byAccount || r.coded[byAccount]
	rest := !r.byAccount || r.shown || r.lost || r.coded[byQR]
	return account && rest
}

// askLeg puts the question to one leg.
func (t *turn) askLeg(i, leg int, a [legs]answer) said {
	s := t.sale(i).bank.ask(leg, a[leg])
	t.asked[i][leg], t.heard[i][leg] = true, s
	if s == saidSuccess {
		t.sale(i).heard.success = true
	}
	if s == saidForeign && t.m.has(foreignBelieved) {
		return saidSuccess
	}
	return s
}

func (r record) ownLeg() int {
	if r.byAccount {
		return byAccount
	}
	return byQR
}

// ask puts one status question to every leg by which money may come, and takes
// the answer in.
func (t *turn) ask(i int, a [legs]answer) said {
	own := t.sale(i).record.ownLeg()
	leg, got := own, t.askLeg(i, own, a)
	noMoney, notYet := got.noMoney(), got.notYet()
	if t.twoLegs(i) && got != saidSuccess && got != saidDenied {
		other := t.askLeg(i, 1-leg, a)
		noMoney, notYet = noMoney && other.noMoney(), notYet && other.notYet()
		if t.m.has(endByOne) && got.end() && other.mute() {
			other = saidRefused
		}
		var second bool
		if got, second = join(got, other); second {
			leg = 1 - leg
		}
	}
	t.reopen(i, noMoney, notYet)
	t.notYet = notYet
	if leg == own || got != saidSuccess || !t.m.has(otherUnsaid) {
		t.applyAnswer(i, leg, got)
	}
	return got
}

// reopen ends the doubt about a code that was refused: in unlisted words, once every
// leg has answered that it knows no money, else once each has that nothing was paid
// so far.
func (t *turn) reopen(i int, noMoney, notYet bool) {
	s := t.sale(i)
	r := &s.record
	worded := r.doubt == misspoken || r.doubt == unheard && t.m.has(silenceReopens)
	if r.state == otpRequired && (worded && noMoney || r.doubt == unasked && notYet) {
		r.doubt, r.repeat, r.capped, s.memory.polling = settled, false, false, false
		t.recorded(i)
	}
}

// applyAnswer applies one answer to the session.
func (t *turn) applyAnswer(i, leg int, got said) {
	r := &t.sale(i).record
	if got.mute() || got == saidRefused {
		return
	}
	if got == saidForeign {
		r.conflict = true
		t.recorded(i)
		return
	}
	if r.state == success {
		return
	}
	if got == saidSuccess || got == saidProcessing {
		t.credit(i, leg)
	}
	r.conflict = false // it names this payment
	t.recorded(i)
	if got == saidProcessing && leg == byQR && r.state == pending && r.lost { // so it is out
		t.move(i, core.TriggerQRGenerated)
		t.sale(i).memory.polling = true
	}
	if trigger := got.news(); trigger != "" {
		t.move(i, trigger)
	}
}

// askBoth is askFirst where nobody remembers by which leg money may come: both
// must have answered.
func (t *turn) askBoth(i int, a [legs]answer) (goOn, clean bool) {
	leg := t.sale(i).record.ownLeg()
	got := t.askLeg(i, leg, a)
	all := got.answered()
	if got != saidSuccess && got != saidDenied {
		other := t.askLeg(i, 1-leg, a)
		all = all && other.answered()
		var second bool
		if got, second = join(got, other); second {
			leg = 1 - leg
		}
	}
	t.applyAnswer(i, leg, got)
	clean = got == saidProcessing || t.sale(i).record.state == success
	return all && !clean && got != saidForeign, clean
}

// credit notes by which leg the money came, or is coming.
func (t *turn) credit(i, leg int) {
	r := &t.sale(i).record
	switch {
	case leg == byQR && (r.shown || r.lost) && !r.coded[byQR]:
		r.byAccount = false
	case leg == r.ownLeg():
	case leg == byAccount:
		r.byAccount, r.rail = true, account
	default:
		r.byAccount, r.rail = false, wallet
	}
}

// askFirst asks one leg before a step that would take the payment another way.
// go on: the step may be taken. clean: the step is over without a refusal, the
// money is there or on its way.
func (t *turn) askFirst(i, leg int, a [legs]answer) (goOn, clean bool) {
	coding := t.sale(i).record.state == otpRequired
	if t.sale(i).record.stale && !t.m.has(staleOneLeg) {
		return t.askBoth(i, a)
	}
	got := t.askLeg(i, leg, a)
	switch {
	case got.mute():
		return false, false
	case got == saidRefused, coding && got.end():
		return true, false
	}
	t.applyAnswer(i, leg, got)
	r := t.sale(i).record
	settled := coding && got == saidProcessing || r.state == success
	return !settled && got != saidForeign, settled
}
