package core

import (
	"errors"

	"sanduq/core/wire"
)

// A status call answers for one leg of the session: the bank account
// (byAccountNumber true), or QR and wallet (false). Money may come by a leg as
// soon as its QR was asked for or a code left for it, and each is asked on its own:
// what one says, or that it says nothing, never hides the other.

// legAnswer is what one leg said.
type legAnswer struct {
	wire.StatusResult
	byAccount bool
	err       error // no answer; or a refusal, see refused
}

// refused reports whether the leg answered in words that it knows no money.
func (a legAnswer) refused() bool { return noMoneyKnown(a.err) }

// silent reports whether the leg gave no answer at all.
func (a legAnswer) silent() bool { return a.err != nil && !a.refused() }

// says reports whether the leg answered with a state, and without a conflict.
func (a legAnswer) says(states ...State) bool {
	if a.err != nil || a.Conflict != "" {
		return false
	}
	for _, state := range states {
		if a.State == state {
			return true
		}
	}
	return false
}

func (a legAnswer) ended() bool { return a.says(StateFailed, StateExpired) }

// conclusive reports whether the leg alone tells all there is to know.
func (a legAnswer) conclusive() bool { return a.says(StateSuccess) }

// noMoney reports whether the leg answered that no payment is under way by it. A
// payment that is pending is under way: a code may be what it waits for, or what
// it carries out.
func (a legAnswer) noMoney() bool { return a.refused() || a.ended() }

// notYet reports whether the leg answered, and not that money came or is coming by
// it. A word that nobody knows is such an answer too, and so is none at all.
func (a legAnswer) notYet() bool {
	return a.noMoney() || a.says(StatePending, "") || errors.Is(a.err, errNoStatus)
}

// join makes one answer out of two: own is the leg of the session's route.
// Success on either is success. Somebody's confirmation on either is worth
// more than the other's end. An end needs an answer from both.
func join(own, other legAnswer) legAnswer {
	for _, tells := range []func(legAnswer) bool{
		func(a legAnswer) bool { return a.says(StateSuccess) },
		func(a legAnswer) bool { return a.says(StateWaitingPayment) },
		func(a legAnswer) bool { return a.err == nil && a.Conflict != "" },
	} {
		for _, a := range []legAnswer{own, other} {
			if tells(a) {
				return a
			}
		}
	}
	switch {
	case own.silent():
		return own
	case other.silent() && (own.ended() || own.refused()):
		return legAnswer{err: &marked{mark: ErrLegUnanswered, cause: other.err}}
	case other.silent():
		return own
	case own.ended() && other.says(""): // in a word that nobody knows: not an end
		return other
	case own.refused():
		return other
	}
	return own
}

// twoLegs reports whether money may come by both legs of a session.
func (o otpSent) twoLegs(s PaymentSession) bool {
	account := s.ByAccountNumber || o.Bank
	rest := !s.ByAccountNumber || s.QROut() || o.Wallet
	return account && rest
}

// askLegs asks for the session's own leg, and for the other where money may
// come by it too. ask makes one question. The result is of the payment and the
// epoch of the question.
func (e *engine) askLegs(s PaymentSession, epoch uint64, ask func(byAccount bool) (wire.StatusResult, error)) reading {
	one := func(byAccount bool) legAnswer {
		result, err := ask(byAccount)
		return legAnswer{StatusResult: result, byAccount: byAccount, err: err}
	}
	own := one(s.ByAccountNumber)
	r := reading{legAnswer: own, noMoney: own.noMoney(), notYet: own.notYet(), paymentID: s.PaymentID, epoch: epoch}
	e.lock()
	both := e.stale || e.code.sent.twoLegs(s) // stale: nobody remembers by which leg it went
	e.unlock()
	if !both || own.conclusive() || TokenRefused(own.err) {
		return r
	}
	other := one(!s.ByAccountNumber)
	r.legAnswer = join(own, other)
	r.noMoney, r.notYet = own.noMoney() && other.noMoney(), own.notYet() && other.notYet()
	for _, a := range []legAnswer{own, other} {
		if a.err == nil && a.Conflict == "" && (r.err != nil || r.byAccount != a.byAccount) {
			r.besides = append(r.besides, a)
		}
	}
	return r
}

// creditLocked notes by which way the money came, or is coming, when it is not
// by the session's route.
func (e *engine) creditLocked(answer legAnswer) {
	s := &e.session
	if !answer.says(StateSuccess, StateWaitingPayment) || s.State == StateSuccess {
		return
	}
	switch {
	case !answer.byAccount && s.QROut() && !e.code.sent.Wallet:
		s.Route, s.ByAccountNumber = RouteQR, false
		return
	case answer.byAccount == s.ByAccountNumber:
		return
	case answer.byAccount:
		s.pays(RailBank)
	default:
		s.pays(RailWallet)
	}
	// The account on show is the other leg's, and the earlier one is not kept.
	s.MaskedAccount, s.MaskedCustomer, s.InstitutionCode, e.code.name = "", "", "", ""
}
