package checkout

import (
	"context"
	"errors"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/money"
)

// Why a form was not taken. Nothing was sent.
var (
	errUsed       = errors.New("checkout: the form was used before")
	errBusy       = errors.New("checkout: another step is under way")
	errNotStored  = errors.New("checkout: it could not be stored, so nothing was sent")
	errTooSoon    = errors.New("checkout: the last code was sent a moment ago")
	errIncomplete = errors.New("checkout: the form lacks something")
)

const (
	// resendAfter is how long a customer waits for a code before another.
	resendAfter = 30 * time.Second
	// stepLimit ends a step whatever happens; it is above the SDK's own.
	stepLimit = time.Minute
)

// step uses a form up, durably, and then does what it asked for. It does not
// end with the browser's request: what was begun is finished and stored.
func (p *payment) step(ctx context.Context, turn uint64, do func(context.Context) error) error {
	p.mu.Lock()
	switch {
	case p.record.Turn != turn:
		p.mu.Unlock()
		return errUsed
	case p.busy:
		p.mu.Unlock()
		return errBusy
	}
	p.busy = true
	p.mu.Unlock()
	defer p.announce(func() { p.busy = false })
	if p.keep(func(r *record) { r.Turn++ }) != nil {
		return errNotStored
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stepLimit)
	defer cancel()
	var err error
	onOtherStack(func() { err = do(ctx) })
	return err
}

// showQR asks for the QR.
func (p *payment) showQR(ctx context.Context) error {
	p.announce(func() { p.capped = false })
	_, err := p.sdk.GenerateQR(ctx, core.GenerateQRRequest{})
	if err != nil {
		return err
	}
	return p.keep(func(r *record) { r.ShownAt = time.Now().UTC() })
}

// name names the account or wallet, to which the gateway sends a code.
func (p *payment) name(ctx context.Context, req core.ValidateAccountRequest, institution string) error {
	if req.Account.Empty() || req.InstitutionCode == "" {
		return errIncomplete
	}
	if _, err := p.sdk.ValidateAccount(ctx, req); err != nil {
		_ = p.keep(nil) // a refusal is no event, and yet it may have told something
		return err
	}
	return p.keep(func(r *record) { r.SentAt, r.Institution = time.Now().UTC(), institution })
}

// again has a code sent once more, to the same account.
func (p *payment) again(ctx context.Context) error {
	now := p.look()
	if time.Since(now.record.SentAt) < resendAfter {
		return errTooSoon
	}
	snapshot, err := p.sdk.Snapshot()
	if err != nil {
		return err
	}
	_, secret, err := core.DecodeSnapshot(snapshot)
	if err != nil {
		return err
	}
	return p.name(ctx, core.ValidateAccountRequest{Rail: now.session.Rail, Account: secret.Account,
		InstitutionCode: now.session.InstitutionCode}, now.record.Institution)
}

// submit hands the code over. Before it leaves, the Store says that it did.
func (p *payment) submit(ctx context.Context, code string) error {
	req := core.SubmitOTPRequest{OTP: core.NewSecret(code)}
	if err := p.keepBefore(req); err != nil {
		return err
	}
	p.announce(func() { p.capped = false })
	_, err := p.sdk.SubmitOTP(ctx, req)
	p.announce(func() { p.submitting = false })
	_, refused := errors.AsType[*core.PaymentAPIError](err)
	kept := p.keep(func(r *record) {
		if refused || errors.Is(err, core.ErrNotSent) {
			r.TakenAt = time.Time{}
		}
	})
	if err == nil {
		err = kept
	}
	return err
}

// keepBefore stores the session as it will have to be believed if this process
// ends while the code is on its way.
func (p *payment) keepBefore(req core.SubmitOTPRequest) error {
	p.saving.Lock()
	defer p.saving.Unlock()
	snapshot, err := p.sdk.SnapshotBeforeOTP(req)
	if err != nil {
		return err
	}
	now := p.look()
	if p.keepAs(snapshot, now.session, func(r *record) { r.TakenAt = time.Now().UTC() }) != nil {
		return errNotStored
	}
	p.announce(func() { p.submitting = true })
	return nil
}

// check asks once, and has the schedule begin anew where it had ended.
func (p *payment) check(ctx context.Context) error {
	s := p.look().session
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stepLimit)
	defer cancel()
	_, err := p.sdk.RefreshStatus(ctx, s.PaymentID)
	if current, ok := p.sdk.CurrentSession(); ok && waits(current) && !errors.Is(err, core.ErrTokenExpired) {
		p.announce(func() { p.capped, p.denied = false, false })
		p.sdk.StartStatusPolling(s.PaymentID, nil)
	}
	if kept := p.keep(nil); err == nil {
		err = kept
	}
	return err
}

// digits keeps the digits of what a customer typed or pasted, in ASCII.
func digits(typed string) string {
	return strings.Map(func(r rune) rune {
		if d, ok := money.Digit(r); ok {
			return d
		}
		return -1
	}, typed)
}

// number is an account or wallet number as it goes out: digits in ASCII, letters
// kept, what people put between them for reading left out.
func number(typed string) string {
	return strings.Map(func(r rune) rune {
		if d, ok := money.Digit(r); ok {
			return d
		}
		if strings.ContainsRune(" -./\u00a0\u200e\u200f", r) {
			return -1
		}
		return r
	}, typed)
}
