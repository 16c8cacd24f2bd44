package core

import (
	"context"
	"errors"
	"fmt"

	"sanduq/core/wire"
)

// submission is one code on its way. It is the dangerous call: what it sent may move
// money although no reply came. Whatever is not a clear yes or no leaves the session
// unresolved.
type submission struct {
	e       *engine
	req     SubmitOTPRequest
	session PaymentSession // as it was before
	token   Secret
	mark    otpMark // of this code
}

func (e *engine) submitOTP(ctx context.Context, req SubmitOTPRequest) (PaymentSession, error) {
	if err := checkOTP(req.OTP); err != nil {
		return e.current(), err
	}
	end, err := e.waitForCall(ctx)
	if err != nil {
		return e.current(), err
	}
	defer end()
	session, token, err := e.need(ctx)
	if err != nil {
		return session, err
	}
	o := submission{e: e, req: req, session: session, token: token}
	account, err := o.admit()
	if err != nil {
		return e.current(), err
	}
	for _, byAccount := range o.legsBefore() {
		if settled, err := e.askLegBefore(ctx, session, token, byAccount); settled || err != nil {
			return e.current(), err
		}
		if _, err := o.admit(); err != nil {
			return e.current(), err // a status answer moved the session on
		}
	}
	o.mark = newOTPMark(req.OTP, session.DPHReference)
	return o.send(ctx, account)
}

// send lets the code out and takes in whatever comes back.
func (o *submission) send(ctx context.Context, account Secret) (PaymentSession, error) {
	e, session := o.e, o.session
	earlier := o.codeLeaves()
	result, err := e.api.SubmitOTP(ctx, wire.OTPCall{Token: o.token, Rail: session.Rail, PaymentID: session.PaymentID,
		OrderID: session.OrderID, OTP: o.req.OTP, Amount: session.Amount, Account: account,
		InstitutionCode: session.InstitutionCode, DPHReference: session.DPHReference,
		Permit: func() error { _, err := o.admit(); return err }})
	e.health.report(err)
	if errors.Is(err, ErrNotSent) {
		o.codeStayed(earlier)
	}
	if err != nil {
		after, err := o.unanswered(err)
		if e.statusPath != "" && after.State == StateOTPRequired && !after.OTPUnresolved && refusedBeyondDoubt(err) {
			return o.askAfterRefusal(ctx, after, err)
		}
		return after, err
	}
	result, err = o.verify(ctx, result)
	if err != nil || result.Conflict != "" {
		return o.elsewhere(result, err)
	}
	after, err := o.answered(result)
	if err == nil && after.State == StateAuthorized {
		return o.askOnce(ctx, after)
	}
	return after, err
}

// codeLeaves notes the rail of a code before it goes out, so that every status
// answer from then on is asked of its leg too, and returns what was noted.
func (o *submission) codeLeaves() (earlier otpSent) {
	e := o.e
	e.lock()
	defer e.unlock()
	earlier = e.code.sent
	e.code.sent.mark(o.session)
	return earlier
}

// codeStayed takes that back: nothing of the code left this machine.
func (o *submission) codeStayed(earlier otpSent) {
	e := o.e
	e.lock()
	defer e.unlock()
	e.code.sent = earlier
}

// legsBefore are the legs to ask before a code goes out: those by which
// money may have come already. A QR that was shown can still be paid, and an
// earlier code may have gone through in spite of its reply, whatever that said.
func (o *submission) legsBefore() (legs []bool) {
	e, s := o.e, o.session
	if e.statusPath == "" {
		return nil
	}
	e.lock()
	sent, stale := e.code.sent, e.stale
	e.unlock()
	if stale {
		return []bool{false} // which then means both: nobody here remembers what was shown and sent
	}
	if s.QROut() || sent.Wallet {
		legs = append(legs, false)
	}
	if sent.Bank {
		legs = append(legs, true)
	}
	return legs
}

// verify is the engine's verifyAnswer for the reply to a code.
func (o *submission) verify(ctx context.Context, result wire.OTPResult) (wire.OTPResult, error) {
	answer, err := verifyAnswer(ctx, o.e.verify, o.session, wire.StatusResult{State: result.State, TransactionID: result.TransactionID, Conflict: result.Conflict})
	result.Conflict = answer.Conflict
	return result, err
}

// elsewhere takes in a reply to a code that speaks of another payment: it
// tells nothing of what became of this one's.
func (o *submission) elsewhere(result wire.OTPResult, err error) (PaymentSession, error) {
	e, session := o.e, o.session
	if err == nil {
		err = fmt.Errorf("%s: %w", OpSubmitOTP, ErrConflict)
		e.lock()
		if before := e.session; before.PaymentID == session.PaymentID && before.Conflict != result.Conflict && before.State != StateSuccess {
			e.session.Conflict = result.Conflict
			e.emitLocked(EventConflict, OpSubmitOTP, before, replyInfo{result.RawStatus, result.RequestID})
		}
		e.unlock()
	}
	return o.unanswered(outcomeUnknown(err))
}

// admit asks whether the code may be sent at this moment.
func (o *submission) admit() (account Secret, err error) {
	e := o.e
	e.lock()
	defer e.unlock()
	return e.code.account, e.admitOTPLocked(o.req)
}

// answered takes the reply in: a bank acknowledges, a wallet may already be
// final.
func (o *submission) answered(result wire.OTPResult) (PaymentSession, error) {
	e, session := o.e, o.session
	trigger := TriggerOTPAcknowledged
	if session.Rail == RailWallet {
		switch result.State {
		case StateSuccess:
			trigger = TriggerOTPSucceeded
		case StateFailed:
			if trigger = TriggerOTPFailed; o.otherWays() {
				trigger = TriggerOTPAuthorized // an end needs an answer about all of them
			}
		default:
			trigger = TriggerOTPAuthorized
		}
	}
	e.lock()
	defer e.unlock()
	e.epoch++ // answers to questions from before the code say nothing about it
	if trigger == TriggerOTPSucceeded && e.session.State != StateOTPRequired {
		trigger = TriggerStatusSuccess // a status answer came first; paid is paid all the same
	}
	err := e.concludeLocked(OpSubmitOTP, session.PaymentID, trigger, replyInfo{result.RawStatus, result.RequestID}, func(s *PaymentSession) {
		if result.RawStatus != "" {
			s.RawStatus = result.RawStatus
		}
		if result.State == StateSuccess || result.TransactionID != "" {
			s.TransactionID = result.TransactionID
		}
		e.code.mark = otpMark{}
		s.OTPRefusal = ""
	})
	var step *PaymentStateTransitionError
	if errors.As(err, &step) {
		// A status answer overtook the reply; it is the newer word.
		e.emitLocked(EventCall, OpSubmitOTP, e.session, replyInfo{result.RawStatus, result.RequestID})
		err = nil
	}
	if err == nil && trigger == TriggerOTPAcknowledged && e.session.State == StateWaitingPayment {
		e.startPollingLocked(session.PaymentID, nil, true)
	}
	return e.session, err
}

// unanswered sorts what is not a success. A request that never left changes
// nothing, a definite refusal nothing but that a code left; see askAfterRefusal. A
// refused repetition proves nothing about the first submission, which stays
// unresolved.
func (o *submission) unanswered(err error) (PaymentSession, error) {
	e, session := o.e, o.session
	e.lock()
	defer e.unlock()
	if errors.Is(err, ErrNotSent) || e.session.PaymentID != session.PaymentID {
		return e.session, err
	}
	refusal, refused := errors.AsType[*PaymentAPIError](err)
	if refusedBeyondDoubt(err) {
		e.epoch++ // an answer to an earlier question says nothing about this code
		e.code.sent.count(refusal)
		return e.session, err
	}
	words, worded := errors.AsType[*UnlistedRefusal](err)
	err = outcomeUnknown(err)
	before := e.session
	if before.State != StateOTPRequired { // a status answer has told more meanwhile
		if e.session.OTPIndeterminate = before.State != StateSuccess; e.session != before {
			e.emitLocked(EventState, OpSubmitOTP, before, replyInfo{request: RequestIDOf(err)})
		}
		return e.session, err
	}
	repeated := before.OTPUnresolved
	e.session.OTPUnresolved, e.session.OTPIndeterminate, e.session.OTPRefusal, e.code.mark = true, true, "", o.mark
	if refused {
		e.session.OTPRefusal = refusal.Code
	}
	if worded && !repeated {
		e.session.OTPRefusal, e.code.mark.Worded = words.Code, true
	}
	e.epoch++
	e.emitLocked(EventOTPUnresolved, OpSubmitOTP, before, replyInfo{request: RequestIDOf(err)})
	e.startPollingLocked(session.PaymentID, nil, true)
	return e.session, err
}

// refusedBeyondDoubt reports whether the reply to a code was a definite refusal.
func refusedBeyondDoubt(err error) bool {
	refusal, refused := errors.AsType[*PaymentAPIError](err)
	return refused && !errors.Is(err, ErrOutcomeUnknown) && wire.InWords(refusal.HTTPStatus)
}

// askAfterRefusal asks every leg once a code was refused beyond doubt: somebody on
// the way may have delivered it twice. When all have answered that nothing was paid
// so far, the refusal is returned and another code may be entered. Money that was
// found is returned instead. Without an answer the outcome is open, and polling
// asks on.
func (o *submission) askAfterRefusal(ctx context.Context, session PaymentSession, refusal error) (PaymentSession, error) {
	e := o.e
	e.lock()
	epoch := e.epoch
	e.unlock()
	answer := e.askLegs(session, epoch, func(byAccount bool) (wire.StatusResult, error) {
		return e.oneShot(ctx, session, o.token, byAccount)
	})
	answer.call = true // its caller reads the session
	e.lock()
	defer e.unlock()
	_, _ = e.applyLocked(answer) // what it says stands in the session
	switch s := e.session; {
	case s.PaymentID != session.PaymentID:
		return s, refusal
	case s.State == StateSuccess:
		return s, nil
	case s.State == StateWaitingPayment:
		e.startPollingLocked(s.PaymentID, nil, true)
		return s, nil
	case s.State != StateOTPRequired || s.OTPUnresolved || answer.notYet:
		return s, refusal
	}
	before := e.session
	e.session.OTPUnresolved, e.session.OTPIndeterminate = true, true
	if words, worded := errors.AsType[*PaymentAPIError](refusal); worded {
		e.session.OTPRefusal = words.Code
	}
	o.mark.Definite = true
	e.code.mark = o.mark
	err := outcomeUnknown(refusal)
	e.emitLocked(EventOTPUnresolved, OpSubmitOTP, before, replyInfo{request: RequestIDOf(err)})
	e.startPollingLocked(before.PaymentID, nil, true)
	return e.session, err
}

// askOnce is the one-shot check after a wallet's code. The code was taken, so
// a check without an answer is no error. A session that stays authorized is
// polled from here on: a cashier must not wait minutes for money that comes
// after two seconds.
func (o *submission) askOnce(ctx context.Context, session PaymentSession) (PaymentSession, error) {
	e := o.e
	e.lock()
	epoch := e.epoch
	e.unlock()
	answer := e.askLegs(session, epoch, func(byAccount bool) (wire.StatusResult, error) {
		return e.oneShot(ctx, session, o.token, byAccount)
	})
	answer.call = true // its caller waits for the reply
	e.lock()
	defer e.unlock()
	after, err := e.applyLocked(answer)
	if answer.err != nil {
		err = nil
	}
	if e.session.State == StateAuthorized && e.session.PaymentID == session.PaymentID {
		e.startPollingLocked(session.PaymentID, nil, false)
	}
	return after, err
}

// otherWays reports whether money may come by another way than the code that has
// left: by the other leg, or by a QR that is out, of which the reply to a code says
// nothing.
func (o *submission) otherWays() bool {
	e := o.e
	e.lock()
	defer e.unlock()
	return e.stale || o.session.QROut() || e.code.sent.twoLegs(o.session)
}
