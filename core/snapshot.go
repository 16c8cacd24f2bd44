package core

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

const snapshotVersion = 1

// publicState is a snapshot's public half.
type publicState struct {
	Version int             `json:"version"`
	Session *PaymentSession `json:"session,omitempty"` // nil before the payment exists
	Keys    []keyRecord     `json:"keys,omitempty"`
	OTPSent otpSent         `json:"otpSent,omitzero"`
}

// secretState is a snapshot's secret half, in clear: it is the store that
// seals it.
type secretState struct {
	Version int     `json:"version"`
	Token   string  `json:"token,omitempty"`
	Account string  `json:"account,omitempty"`
	Name    string  `json:"name,omitempty"`
	OTP     otpMark `json:"otp"`
}

// SecretState is what a snapshot keeps besides the public session.
type SecretState struct {
	Token   Secret
	Account Secret
	name    string
	otp     otpMark
	keys    []keyRecord
}

// snapshotLocked puts the engine down. It holds every idempotency key that was
// used, so that a restored SDK opens no second payment for the order. A QR that
// is asked for at this moment counts as lost.
func (e *engine) snapshotLocked(token Secret) (Snapshot, error) {
	if !e.exists && len(e.keys.records) == 0 {
		return Snapshot{}, ErrNoSession
	}
	open := publicState{Version: snapshotVersion, Keys: e.keys.copies(), OTPSent: e.code.sent}
	if e.exists {
		session := e.session
		session.QRLost = session.QRLost || e.asksQR && session.QRPayload == ""
		open.Session = &session
	}
	closed := secretState{Version: snapshotVersion, Token: token.Reveal(), Account: e.code.account.Reveal(), Name: e.code.name, OTP: e.code.mark}
	public, err := json.Marshal(open)
	if err != nil {
		return Snapshot{}, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	secret, err := json.Marshal(closed)
	if err != nil {
		return Snapshot{}, fmt.Errorf("%w: the secret half", ErrSnapshot)
	}
	return Snapshot{Public: public, Secret: secret}, nil
}

func (e *engine) snapshot() (Snapshot, error) {
	token, _ := e.tokens.load(context.Background())
	e.lock()
	defer e.unlock()
	return e.snapshotLocked(token)
}

// SnapshotBeforeCreate returns the snapshot to make durable before CreateInvoice
// is called with the same request. If the machine stops before the outcome is
// stored, an SDK that restores it sends nothing for the key or the order: the
// payment may have been opened. It returns the error that CreateInvoice would
// return without sending anything, and ErrInvalidRequest for a key that was used
// before.
func (w *WebSDK) SnapshotBeforeCreate(req CreateInvoiceRequest) (Snapshot, error) {
	return w.on().snapshotBeforeCreate(req)
}

func (e *engine) snapshotBeforeCreate(req CreateInvoiceRequest) (Snapshot, error) {
	if err := checkCreate(req); err != nil {
		return Snapshot{}, err
	}
	if e.ctx.Err() != nil {
		return Snapshot{}, notSent(ErrDisposed)
	}
	token, _ := e.tokens.load(context.Background())
	e.lock()
	defer e.unlock()
	record, first, err := e.claimLocked(req)
	if err != nil {
		return Snapshot{}, err
	}
	if !first {
		return Snapshot{}, notSent(fmt.Errorf("%w: the key was used before", ErrInvalidRequest))
	}
	defer e.keys.release(record)
	return e.snapshotLocked(token)
}

// snapshotBeforeOTP is the snapshot as it will have to be believed if the
// machine stops while the code is on its way: unresolved.
func (e *engine) snapshotBeforeOTP(req SubmitOTPRequest) (Snapshot, error) {
	if err := checkOTP(req.OTP); err != nil {
		return Snapshot{}, err
	}
	if e.ctx.Err() != nil {
		return Snapshot{}, notSent(ErrDisposed)
	}
	token, _ := e.tokens.load(context.Background())
	e.lock()
	defer e.unlock()
	if !e.exists {
		return Snapshot{}, notSent(ErrNoSession)
	}
	if err := e.admitOTPLocked(req); err != nil {
		return Snapshot{}, err
	}
	session, code := e.session, e.code
	defer func() { e.session, e.code = session, code }()
	e.session.OTPUnresolved, e.session.OTPIndeterminate, e.code.mark = true, true, newOTPMark(req.OTP, session.DPHReference)
	e.session.UpdatedAt = e.now.UTC().Round(0) // from when on its answer is waited for
	e.code.sent.mark(session)
	return e.snapshotLocked(token)
}

// DecodeSnapshot opens a snapshot without an engine. Errors match ErrSnapshot:
// another version, a state that is not ours, a session without identity, text
// that is no JSON. A blank Secret half means that token and account are not
// known. The session is zero in a snapshot from before the payment existed.
func DecodeSnapshot(s Snapshot) (PaymentSession, SecretState, error) {
	open, secret, err := openSnapshot(s)
	if err != nil || open.Session == nil {
		return PaymentSession{}, secret, err
	}
	return *open.Session, secret, nil
}

func openSnapshot(s Snapshot) (publicState, SecretState, error) {
	var open publicState
	if err := json.Unmarshal(s.Public, &open); err != nil {
		return publicState{}, SecretState{}, fmt.Errorf("%w: the public half is damaged", ErrSnapshot)
	}
	closed := secretState{Version: snapshotVersion}
	if len(s.Secret) > 0 {
		closed.Version = 0
		if json.Unmarshal(s.Secret, &closed) != nil {
			return publicState{}, SecretState{}, fmt.Errorf("%w: the secret half is damaged", ErrSnapshot)
		}
	}
	if open.Version != snapshotVersion || closed.Version != snapshotVersion {
		return publicState{}, SecretState{}, fmt.Errorf("%w: versions %d and %d, not %d",
			ErrSnapshot, open.Version, closed.Version, snapshotVersion)
	}
	if err := open.check(); err != nil {
		return publicState{}, SecretState{}, err
	}
	return open, SecretState{Token: NewSecret(closed.Token), Account: NewSecret(closed.Account),
		name: closed.Name, otp: closed.OTP, keys: open.Keys}, nil
}

// check refuses what the engine could never have written.
func (p publicState) check() error {
	for _, k := range p.Keys {
		if k.Key == "" || k.Fingerprint == "" || !k.Outcome.known() || (k.Outcome == keyCreated) != (k.Session != nil) {
			return fmt.Errorf("%w: an idempotency record is incomplete", ErrSnapshot)
		}
	}
	s := p.Session
	if s == nil {
		if len(p.Keys) == 0 {
			return fmt.Errorf("%w: it is empty", ErrSnapshot)
		}
		return nil
	}
	switch {
	case !slices.Contains(PaymentStateMachine{}.States(), s.State):
		return fmt.Errorf("%w: state %q", ErrSnapshot, s.State)
	case s.PaymentID == "" || s.OrderID == "":
		return fmt.Errorf("%w: the session has no identity", ErrSnapshot)
	case s.Amount.Valid() != nil:
		return fmt.Errorf("%w: the amount's currency", ErrSnapshot)
	case s.Rail != "" && !s.Rail.Known():
		return fmt.Errorf("%w: rail %q", ErrSnapshot, s.Rail)
	case s.Route != "" && !s.Route.Known():
		return fmt.Errorf("%w: route %q", ErrSnapshot, s.Route)
	case s.OTPUnresolved && s.State != StateOTPRequired:
		return fmt.Errorf("%w: an unresolved code in state %q", ErrSnapshot, s.State)
	}
	return nil
}
