package core

import (
	"context"
	"fmt"
)

// restoration is what is put back: all of a snapshot, or a bare session.
type restoration struct {
	session *PaymentSession // nil in a snapshot from before the payment existed
	sent    otpSent
	secret  SecretState
}

// fromSession is a restoration of which nothing but the public half is known:
// by which ways money may come is read off it, on the safe side.
func fromSession(s PaymentSession) (restoration, error) {
	if err := (publicState{Version: snapshotVersion, Session: &s}).check(); err != nil {
		return restoration{}, err
	}
	r := restoration{session: &s}
	if s.OTPUnresolved || s.OTPIndeterminate || !s.Route.Scanned() && (s.State == StateWaitingPayment || s.State == StateAuthorized || s.State.Ended()) {
		rail := s.Route.Rail()
		r.sent.Bank, r.sent.Wallet = rail == RailBank, rail == RailWallet
	}
	return r, nil
}

// RestorePaymentSession is RestoreSession for a program that kept the public
// session alone. The token is Initialize's to give; an account number has to be
// entered again before a code can be submitted.
func (w *WebSDK) RestorePaymentSession(s PaymentSession) error {
	r, err := fromSession(s)
	if err != nil {
		return err
	}
	return w.on().restore(r)
}

func (e *engine) restoreSnapshot(s Snapshot) error {
	open, secret, err := openSnapshot(s)
	if err != nil {
		return err
	}
	return e.restore(restoration{session: open.Session, sent: open.OTPSent, secret: secret})
}

// restore hydrates the engine, once the call that is under way has ended. That
// is no transition: the machine is not asked. Yet nothing that is known of a
// payment is forgotten for something older.
func (e *engine) restore(r restoration) (err error) {
	end, err := e.waitForCall(context.Background())
	if err != nil {
		return err
	}
	defer end()
	if token := r.secret.Token; !token.Empty() {
		defer func() {
			if err == nil {
				e.tokens.save(token)
			}
		}()
	}
	e.lock()
	defer e.unlock()
	if e.closed {
		return notSent(ErrDisposed)
	}
	if err := e.restorableLocked(r); err != nil {
		return err
	}
	if !r.secret.Token.Empty() {
		e.tokens.set(r.secret.Token)
	}
	before := e.session
	e.keys.merge(r.secret.keys)
	e.takeSecretsLocked(r)
	e.epoch++
	if r.session == nil {
		e.session, e.exists = PaymentSession{}, false
		e.stopPollingLocked(errPollStopped)
		e.emitLocked(EventRestored, "", before, replyInfo{})
		return nil
	}
	e.session, e.exists = *r.session, true
	e.session.UpdatedAt = e.session.UpdatedAt.UTC()
	if before.PaymentID == e.session.PaymentID && before.QRLost && e.session.QRPayload == "" {
		e.session.QRLost = true // not forgotten either
	}
	coding := e.session.State == StateOTPRequired && !e.session.OTPUnresolved
	if before.PaymentID != e.session.PaymentID || e.session.State.Ended() || coding {
		e.stopPollingLocked(errPollStopped)
	}
	e.emitLocked(EventRestored, "", before, replyInfo{})
	return nil
}

// takeSecretsLocked takes what a restoration knows besides the session. Of the
// payment that is here already nothing is forgotten that it does not know.
func (e *engine) takeSecretsLocked(r restoration) {
	same := r.session != nil && e.exists && e.session.PaymentID == r.session.PaymentID
	if !same {
		e.code = codeState{account: r.secret.Account, name: r.secret.name, mark: r.secret.otp, sent: r.sent}
		return
	}
	if !r.secret.Account.Empty() || e.session.MaskedAccount != r.session.MaskedAccount {
		e.code.account, e.code.name = r.secret.Account, r.secret.name
	}
	if len(r.secret.otp.Hash) > 0 || !r.session.OTPUnresolved {
		e.code.mark = r.secret.otp
	}
	e.code.sent = otpSent{Bank: e.code.sent.Bank || r.sent.Bank, Wallet: e.code.sent.Wallet || r.sent.Wallet,
		Again: e.code.sent.Again || r.sent.Again, TriesLeft: r.sent.TriesLeft}
}

// restorableLocked reports what would be forgotten by a restoration: a success,
// a code whose outcome is open, or a newer state of the same payment.
func (e *engine) restorableLocked(r restoration) error {
	now, then := e.session, r.session
	if !e.exists {
		return nil
	}
	same := then != nil && then.PaymentID == now.PaymentID
	switch {
	case now.State == StateSuccess && (!same || then.State != StateSuccess):
		return fmt.Errorf("%w: a settled session is not overwritten", ErrSnapshot)
	case now.OTPUnresolved && (!same || then.State == StateOTPRequired && !then.OTPUnresolved):
		return fmt.Errorf("%w: a one-time code is still unresolved", ErrSnapshot)
	case same && then.before(now), then == nil && e.keys.opened(now.PaymentID, r.secret.keys):
		return fmt.Errorf("%w: it is older than what is known of the payment", ErrSnapshot)
	}
	return nil
}

// before reports whether a session is an older state of the same payment. The
// machine tells where it can, since a clock may have been set; what it cannot
// tell apart is ordered by time.
func (s PaymentSession) before(now PaymentSession) bool {
	ahead, behind := reaches(now.State, s.State), reaches(s.State, now.State)
	if ahead != behind {
		return behind
	}
	return s != now && s.UpdatedAt.Before(now.UpdatedAt)
}

// reaches reports whether the machine has a way from one state to another.
func reaches(from, to State) bool {
	seen, open := map[State]bool{from: true}, []State{from}
	for len(open) > 0 && !seen[to] {
		for trigger := range allowed[open[0]] {
			if next := leadsTo[trigger]; !seen[next] {
				seen[next], open = true, append(open, next)
			}
		}
		open = open[1:]
	}
	return seen[to]
}
