package core

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
)

const otpDigits = 6

// otpMark recognises a code that was submitted without keeping it. A hash of
// six digits hides little from someone who has both, so it is treated as a
// secret and leaves the engine only in a snapshot's secret half.
type otpMark struct {
	Salt      []byte `json:"salt,omitempty"`
	Hash      []byte `json:"hash,omitempty"`
	Reference string `json:"reference,omitempty"`
	// Capped is true once polling ended without an answer: the same code may
	// then be sent again.
	Capped bool `json:"capped,omitempty"`
	// Worded is true when the gateway refused the code in words that are not
	// on the list: a status answer that knows of no payment under way ends the
	// doubt then.
	Worded bool `json:"worded,omitempty"`
	// Definite is true when the gateway refused the code beyond doubt, but has
	// given no status since: somebody on the way may have delivered the code
	// twice, and the bank may have carried out the other one.
	Definite bool `json:"definite,omitempty"`
}

// otpSent says for which rails a one-time code left, whatever was answered:
// money may come by that leg from then on.
type otpSent struct {
	Bank   bool `json:"bank,omitempty"`
	Wallet bool `json:"wallet,omitempty"`
}

func (o *otpSent) mark(rail Rail) {
	if rail == RailWallet {
		o.Wallet = true
		return
	}
	o.Bank = true
}

func newOTPMark(otp Secret, reference string) otpMark {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	return otpMark{Salt: salt, Hash: hashOTP(salt, otp), Reference: reference}
}

func hashOTP(salt []byte, otp Secret) []byte {
	sum := sha256.Sum256(append(salt[:len(salt):len(salt)], otp.Reveal()...))
	return sum[:]
}

// same reports whether a code and reference are those of the mark.
func (m otpMark) same(otp Secret, reference string) bool {
	return len(m.Hash) > 0 && m.Reference == reference && subtle.ConstantTimeCompare(m.Hash, hashOTP(m.Salt, otp)) == 1
}

func checkOTP(otp Secret) error {
	code := otp.Reveal()
	valid := len(code) == otpDigits
	for _, c := range []byte(code) {
		valid = valid && c >= '0' && c <= '9'
	}
	if !valid {
		return notSent(fmt.Errorf("%w: a one-time code has %d digits", ErrInvalidRequest, otpDigits))
	}
	return nil
}

// admitOTPLocked decides whether a code may be sent now.
func (e *engine) admitOTPLocked(req SubmitOTPRequest) error {
	s := e.session
	switch {
	case !s.OTPUnresolved:
	case !req.Again || !e.repeatableLocked() || !e.otp.same(req.OTP, s.DPHReference):
		return notSent(ErrUnresolved)
	}
	if _, err := e.machine.Next(s.State, TriggerOTPAcknowledged); err != nil {
		return notSent(err)
	}
	if e.account.Empty() {
		return notSent(fmt.Errorf("%w: the account number is not known any more", ErrInvalidRequest))
	}
	return nil
}

// repeatableLocked reports whether a code whose outcome is open had as long for
// an answer as polling lasts: polling came to its cap, or nobody polls and the
// cap has passed since. A session of many that were restored is not polled, nor
// is one whose token was refused, or that has no status to ask for.
func (e *engine) repeatableLocked() bool {
	return e.otp.Capped || !e.poll.running() && e.now.Sub(e.session.UpdatedAt) >= e.schedule.normal().Cap
}

// submitOTP is the dangerous call: what it sent may move money although no
// reply came. Whatever is not a clear yes or no leaves the session unresolved.
func (e *engine) submitOTP(ctx context.Context, req SubmitOTPRequest) (PaymentSession, error) {
	if err := checkOTP(req.OTP); err != nil {
		return e.current(), err
	}
	end, err := e.begin(ctx)
	if err != nil {
		return e.current(), err
	}
	defer end()
	session, token, err := e.need(ctx)
	if err != nil {
		return session, err
	}
	account, err := e.admitOTP(req)
	if err != nil {
		return e.current(), err
	}
	for _, byAccount := range e.legsBeforeOTP(session) {
		if settled, err := e.askLegBefore(ctx, session, token, byAccount); settled || err != nil {
			return e.current(), err
		}
		if _, err := e.admitOTP(req); err != nil {
			return e.current(), err // a status answer moved the session on
		}
	}
	mark := newOTPMark(req.OTP, session.DPHReference)
	earlier := e.codeLeaves(session.Rail)
	result, err := e.api.SubmitOTP(ctx, OTPCall{Token: token, Rail: session.Rail, PaymentID: session.PaymentID,
		OrderID: session.OrderID, OTP: req.OTP, Amount: session.Amount, Account: account,
		InstitutionCode: session.InstitutionCode, DPHReference: session.DPHReference,
		Permit: func() error { _, err := e.admitOTP(req); return err }})
	e.health.report(err)
	if errors.Is(err, ErrNotSent) {
		e.codeStayed(earlier)
	}
	if err != nil {
		after, err := e.otpUnanswered(session, mark, err)
		if e.statusPath != "" && after.State == StateOTPRequired && !after.OTPUnresolved && refusedBeyondDoubt(err) {
			return e.askAfterRefusal(ctx, after, token, mark, err)
		}
		return after, err
	}
	result, err = e.verifyOTPAnswer(ctx, session, result)
	if err != nil || result.Conflict != "" {
		return e.otpElsewhere(session, mark, result, err)
	}
	after, err := e.otpAnswered(session, result)
	if err == nil && after.State == StateAuthorized {
		return e.askOnce(ctx, after, token)
	}
	return after, err
}

// codeLeaves notes the rail of a code before it goes out, so that every status
// answer from then on is asked of its leg too, and returns what was noted.
func (e *engine) codeLeaves(rail Rail) (earlier otpSent) {
	e.lock()
	defer e.unlock()
	earlier = e.sent
	e.sent.mark(rail)
	return earlier
}

// codeStayed takes that back: nothing of the code left this machine.
func (e *engine) codeStayed(earlier otpSent) {
	e.lock()
	defer e.unlock()
	e.sent = earlier
}

// legsBeforeOTP are the legs to ask before a code goes out: those by which
// money may have come already. A QR that was shown can still be paid, and an
// earlier code may have gone through in spite of its reply, whatever that said.
func (e *engine) legsBeforeOTP(s PaymentSession) (legs []bool) {
	if e.statusPath == "" {
		return nil
	}
	e.lock()
	sent, behind := e.sent, e.behind
	e.unlock()
	if behind {
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

// verifyOTPAnswer is verifyAnswer for the reply to a code.
func (e *engine) verifyOTPAnswer(ctx context.Context, s PaymentSession, result OTPResult) (OTPResult, error) {
	answer, err := e.verifyAnswer(ctx, s, StatusResult{State: result.State, TransactionID: result.TransactionID, Conflict: result.Conflict})
	result.Conflict = answer.Conflict
	return result, err
}

// otpElsewhere takes in a reply to a code that speaks of another payment: it
// tells nothing of what became of this one's.
func (e *engine) otpElsewhere(session PaymentSession, mark otpMark, result OTPResult, err error) (PaymentSession, error) {
	if err == nil {
		err = fmt.Errorf("%s: %w", OpSubmitOTP, ErrConflict)
		e.lock()
		if before := e.session; before.PaymentID == session.PaymentID && before.Conflict != result.Conflict && before.State != StateSuccess {
			e.session.Conflict = result.Conflict
			e.emitLocked(EventConflict, OpSubmitOTP, before, replyInfo{result.RawStatus, result.RequestID})
		}
		e.unlock()
	}
	return e.otpUnanswered(session, mark, outcomeUnknown(err))
}

func (e *engine) admitOTP(req SubmitOTPRequest) (account Secret, err error) {
	e.lock()
	defer e.unlock()
	return e.account, e.admitOTPLocked(req)
}

// otpAnswered takes the reply in: a bank acknowledges, a wallet may already be
// final.
func (e *engine) otpAnswered(session PaymentSession, result OTPResult) (PaymentSession, error) {
	trigger := TriggerOTPAcknowledged
	if session.Rail == RailWallet {
		switch result.State {
		case StateSuccess:
			trigger = TriggerOTPSucceeded
		case StateFailed:
			if trigger = TriggerOTPFailed; e.twoLegs(session) {
				trigger = TriggerOTPAuthorized // an end needs an answer from both legs
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
		e.otp = otpMark{}
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

// otpUnanswered sorts what is not a success. A request that never left changes
// nothing, a definite refusal nothing but that a code left; see askAfterRefusal. A
// refused repetition proves nothing about the first submission, which stays
// unresolved.
func (e *engine) otpUnanswered(session PaymentSession, mark otpMark, err error) (PaymentSession, error) {
	e.lock()
	defer e.unlock()
	if errors.Is(err, ErrNotSent) || e.session.PaymentID != session.PaymentID {
		return e.session, err
	}
	refusal, refused := errors.AsType[*PaymentAPIError](err)
	if refusedBeyondDoubt(err) {
		e.epoch++ // an answer to an earlier question says nothing about this code
		return e.session, err
	}
	words, worded := errors.AsType[*UnlistedRefusal](err)
	err = outcomeUnknown(err)
	before := e.session
	if before.State != StateOTPRequired { // a status answer has told more meanwhile
		if e.session.OTPDoubtful = before.State != StateSuccess; e.session != before {
			e.emitLocked(EventState, OpSubmitOTP, before, replyInfo{request: RequestIDOf(err)})
		}
		return e.session, err
	}
	repeated := before.OTPUnresolved
	e.session.OTPUnresolved, e.session.OTPDoubtful, e.session.OTPRefusal, e.otp = true, true, "", mark
	if refused {
		e.session.OTPRefusal = refusal.Code
	}
	if worded && !repeated {
		e.session.OTPRefusal, e.otp.Worded = words.Code, true
	}
	e.epoch++
	e.emitLocked(EventOTPUnresolved, OpSubmitOTP, before, replyInfo{request: RequestIDOf(err)})
	e.startPollingLocked(session.PaymentID, nil, true)
	return e.session, err
}

// refusedBeyondDoubt reports whether the reply to a code was a definite refusal.
func refusedBeyondDoubt(err error) bool {
	refusal, refused := errors.AsType[*PaymentAPIError](err)
	return refused && !errors.Is(err, ErrOutcomeUnknown) && InWords(refusal.HTTPStatus)
}

// askAfterRefusal asks every leg once a code was refused beyond doubt: somebody on
// the way may have delivered it twice. When all have answered that nothing was paid
// so far, the refusal is returned and another code may be entered. Money that was
// found is returned instead. Without an answer the outcome is open, and polling
// asks on.
func (e *engine) askAfterRefusal(ctx context.Context, session PaymentSession, token Secret, mark otpMark, refusal error) (PaymentSession, error) {
	e.lock()
	epoch := e.epoch
	e.unlock()
	answer := e.askLegs(session, epoch, func(byAccount bool) (StatusResult, error) {
		return e.oneShot(ctx, session, token, byAccount)
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
	e.session.OTPUnresolved, e.session.OTPDoubtful = true, true
	if words, worded := errors.AsType[*PaymentAPIError](refusal); worded {
		e.session.OTPRefusal = words.Code
	}
	mark.Definite = true
	e.otp = mark
	err := outcomeUnknown(refusal)
	e.emitLocked(EventOTPUnresolved, OpSubmitOTP, before, replyInfo{request: RequestIDOf(err)})
	e.startPollingLocked(before.PaymentID, nil, true)
	return e.session, err
}

// askOnce is the one-shot check after a wallet's code. The code was taken, so
// a check without an answer is no error. A session that stays authorized is
// polled from here on: a cashier must not wait minutes for money that comes
// after two seconds.
func (e *engine) askOnce(ctx context.Context, session PaymentSession, token Secret) (PaymentSession, error) {
	e.lock()
	epoch := e.epoch
	e.unlock()
	answer := e.askLegs(session, epoch, func(byAccount bool) (StatusResult, error) {
		return e.oneShot(ctx, session, token, byAccount)
	})
	answer.call = true // its caller waits for the reply
	e.lock()
	defer e.unlock()
	after, err := e.applyLocked(answer)
	if answer.err != nil {
		err = nil
	}
	if e.session.State == StateAuthorized && e.session.PaymentID == session.PaymentID && e.pollAuthorized {
		e.startPollingLocked(session.PaymentID, nil, false)
	}
	return after, err
}
