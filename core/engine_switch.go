package core

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sanduq/core/wire"
)

// validateAccount names the account or wallet that is to pay. When a QR is
// already on show, or its reply was lost, it can still be paid, so its leg is asked first: money there
// ends the matter, and without an answer nothing is sent.
func (e *engine) validateAccount(ctx context.Context, req ValidateAccountRequest) (PaymentSession, error) {
	if err := checkValidate(req); err != nil {
		return e.current(), err
	}
	end, err := e.waitForCall(ctx)
	if err != nil {
		return e.current(), err
	}
	defer end()
	session, token, err := e.need(ctx)
	if err == nil && session.OTPUnresolved {
		err = notSent(ErrUnresolved)
	}
	if err == nil {
		err = e.permit(TriggerAccountValidated)
	}
	if err != nil {
		return session, err
	}
	if session.State == StateQRGenerated || session.State == StatePending && session.QRLost {
		if settled, err := e.askLegBefore(ctx, session, token, session.ByAccountNumber); settled || err != nil {
			return e.current(), err
		}
	} else if settled, err := e.askStale(ctx, session, token); settled || err != nil {
		return e.current(), err
	}
	if err := e.permit(TriggerAccountValidated); err != nil {
		return e.current(), err // the answer moved the session on
	}
	result, err := renewed(ctx, e, session, token, func(token Secret) (wire.ValidateResult, error) {
		return e.api.ValidateAccount(ctx, wire.ValidateCall{Token: token, Rail: req.Rail, PaymentID: session.PaymentID,
			OrderID: session.OrderID, Account: req.Account, InstitutionCode: req.InstitutionCode})
	})
	e.health.report(err)
	e.lock()
	defer e.unlock()
	if err != nil {
		return e.session, err
	}
	err = e.concludeLocked(OpValidateAccount, session.PaymentID, TriggerAccountValidated, replyInfo{request: result.RequestID}, func(s *PaymentSession) {
		s.pays(req.Rail)
		s.MaskedAccount, s.MaskedCustomer, e.code.name = maskAccount(req.Account), maskName(result.CustomerName), ""
		if result.NameLater {
			s.MaskedCustomer, e.code.name = "", s.MaskedCustomer
		}
		if e.code.sent.TriesLeft == 0 || s.DPHReference != result.DPHReference || result.TriesLeft < e.code.sent.TriesLeft {
			e.code.sent.TriesLeft = result.TriesLeft // else the same code again, of which some tries may be spent
		}
		s.OTPTries = e.code.sent.TriesLeft
		s.InstitutionCode, s.DPHReference = req.InstitutionCode, result.DPHReference
		s.QRUnasked, s.OTPRefusal = s.QROut() && e.statusPath == "", ""
		e.code.account, e.code.mark = req.Account, otpMark{}
	})
	return e.session, err
}

func checkValidate(req ValidateAccountRequest) error {
	switch {
	case !req.Rail.Known():
		return notSent(fmt.Errorf("%w: rail %q", ErrInvalidRequest, req.Rail))
	case strings.TrimSpace(req.Account.Reveal()) == "" || hasControl(req.Account.Reveal()):
		return notSent(fmt.Errorf("%w: account", ErrInvalidRequest))
	case strings.TrimSpace(req.InstitutionCode) == "" || hasControl(req.InstitutionCode):
		return notSent(fmt.Errorf("%w: institution code", ErrInvalidRequest))
	}
	return nil
}

// askLegBefore asks what became of one leg before a step that would take the
// payment another way. settled means that it is being paid or was paid there:
// the step must not be taken. A refusal in words means that no money is known
// there. Any other error means that nobody knows.
func (e *engine) askLegBefore(ctx context.Context, session PaymentSession, token Secret, byAccount bool) (settled bool, err error) {
	e.lock()
	epoch, stale := e.epoch, e.stale
	e.unlock()
	if e.statusPath == "" {
		return false, nil // it cannot be asked about, and the session says so
	}
	if stale {
		return e.askStale(ctx, session, token)
	}
	result, err := e.oneShot(ctx, session, token, byAccount)
	answer := legAnswer{StatusResult: result, byAccount: byAccount, err: err}
	if errors.Is(err, errNoStatus) && !session.OTPIndeterminate && (byAccount || !session.QROut()) && session.State == StateOTPRequired {
		return false, nil // nothing but refused codes went by this leg, and no status is what it has of them
	}
	if answer.silent() {
		return false, notSent(&marked{mark: ErrLegUnanswered, cause: err})
	}
	e.lock()
	defer e.unlock()
	coding := e.session.State == StateOTPRequired
	if answer.refused() || coding && answer.ended() {
		e.hearLocked(session.PaymentID, answer)
		return false, nil // nothing came by this leg; the other is still open
	}
	after, err := e.applyLocked(reading{legAnswer: answer, paymentID: session.PaymentID, epoch: epoch, call: true})
	if err != nil {
		return false, notSent(err)
	}
	return coding && answer.says(StateWaitingPayment) || after.State == StateSuccess, nil
}

// askStale asks for both legs of a session that was restored from an older
// state: what was shown and sent since, nobody here remembers. Unless one of
// them tells of money, both must have answered. It does nothing for any other
// session. See askLegBefore for the results.
func (e *engine) askStale(ctx context.Context, session PaymentSession, token Secret) (settled bool, err error) {
	e.lock()
	epoch, stale := e.epoch, e.stale
	e.unlock()
	if !stale || e.statusPath == "" {
		return false, nil
	}
	var unheard error
	answer := e.askLegs(session, epoch, func(byAccount bool) (wire.StatusResult, error) {
		result, err := e.oneShot(ctx, session, token, byAccount)
		if (legAnswer{err: err}).silent() {
			unheard = err
		}
		return result, err
	})
	answer.call = true
	e.lock()
	defer e.unlock()
	if unheard != nil && !answer.says(StateSuccess, StateWaitingPayment) {
		e.hearLocked(session.PaymentID, append(answer.besides, answer.legAnswer)...)
		return false, notSent(&marked{mark: ErrLegUnanswered, cause: unheard})
	}
	after, err := e.applyLocked(answer)
	if err != nil && !answer.refused() {
		return false, notSent(err)
	}
	return after.State == StateSuccess || answer.says(StateWaitingPayment), nil
}
