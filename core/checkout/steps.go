package checkout

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/pause"
)

// Why a form was not taken. Nothing was sent.
var (
	errUsed         = errors.New("checkout: the form was used before")
	errBusy         = errors.New("checkout: another step is under way")
	errNotStored    = errors.New("checkout: it could not be stored, so nothing was sent")
	errNotYetStored = errors.New("checkout: the gateway answered, and it is not stored yet") // it was sent
	errTooSoon      = errors.New("checkout: the last code was sent a moment ago")
	errIncomplete   = errors.New("checkout: the form lacks something")
)

const (
	// resendAfter is how long a customer waits for a code before another.
	resendAfter = 30 * time.Second
	// stepLimit ends a step whatever happens; it is above the SDK's own.
	stepLimit = time.Minute
)

// step uses a form up, durably and for all processes, and then does what it asked for. It does not end with the
// browser's request: what was begun is finished and stored. do returns what is to be stored with its end.
func (p *payment) step(ctx context.Context, turn uint64, do func(context.Context, *core.WebSDK) (func(*record), error)) error {
	id := rand.Text()
	if err := p.spendTurn(turn, id); err != nil {
		return err
	}
	defer p.steps.Done()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stepLimit)
	defer cancel()
	var change func(*record)
	var err error
	onOtherStack(func() { change, err = do(ctx, p.current()) })
	lost := false
	p.announce(func() {
		lost = p.form.id != id
		p.form.finishing, p.form.calling, p.form.coding = !lost, false, false
	})
	if lost {
		return errors.Join(err, errUsed)
	}
	if kept := p.save(change); kept != nil {
		p.endLater(change)
		return storedOr(err, kept)
	}
	p.announce(func() { p.form.id, p.form.finishing = "", false })
	return err
}

// spendTurn uses the turn up.
func (p *payment) spendTurn(turn uint64, id string) (err error) {
	onOtherStack(func() {
		p.saving.Lock()
		defer p.saving.Unlock()
		now := time.Now().UTC()
		err = p.write(func(r record) error {
			p.mu.Lock()
			busy, closed := p.form.id != "", p.closed || p.released
			p.mu.Unlock()
			switch {
			case r.Turn != turn:
				return errUsed
			case busy, r.Step != nil && p.c.spans.goesOn(r.Step.Until, now):
				return errBusy
			case closed:
				return errClosed
			}
			return nil
		}, func(r *record) { r.Turn, r.Step = turn+1, &underway{ID: id, Until: now.Add(p.c.stepLease)} }, nil)
		if err != nil {
			return
		}
		p.announce(func() {
			p.form.id = id
			p.steps.Add(1)
		})
	})
	if err != nil && !errors.Is(err, errUsed) && !errors.Is(err, errBusy) {
		return errors.Join(errNotStored, err)
	}
	return err
}

// showQR asks for the QR.
func (p *payment) showQR(ctx context.Context, sdk *core.WebSDK) (func(*record), error) {
	p.announce(func() { p.form.calling = true })
	if _, err := sdk.GenerateQR(ctx, core.GenerateQRRequest{}); err != nil {
		return nil, err
	}
	return func(r *record) { r.ShownAt = time.Now().UTC() }, nil
}

// name names the account or wallet, to which the gateway sends a code.
func (p *payment) name(ctx context.Context, sdk *core.WebSDK, req core.ValidateAccountRequest, institution string) (func(*record), error) {
	if req.Account.Empty() || req.InstitutionCode == "" {
		return nil, errIncomplete
	}
	if err := p.c.limits.code(p.snapshot().record, req); err != nil {
		return nil, err
	}
	p.announce(func() { p.form.calling = true })
	_, err := sdk.ValidateAccount(ctx, req)
	if errors.Is(err, core.ErrNotSent) {
		return nil, err
	}
	return func(r *record) { // a refusal that was lost on the way may have sent one, too
		r.Codes++
		if err == nil {
			r.SentAt, r.Institution = time.Now().UTC(), institution
		}
	}, err
}

// again has a code sent once more, to the same account.
func (p *payment) again(ctx context.Context, sdk *core.WebSDK) (func(*record), error) {
	now := p.snapshot()
	if pause.Left(now.record.SentAt.Add(resendAfter), time.Now(), 2*resendAfter) > 0 {
		return nil, errTooSoon
	}
	snapshot, err := sdk.Snapshot()
	if err != nil {
		return nil, err
	}
	_, secret, err := core.DecodeSnapshot(snapshot)
	if err != nil {
		return nil, err
	}
	return p.name(ctx, sdk, core.ValidateAccountRequest{Rail: now.session.Rail, Account: secret.Account,
		InstitutionCode: now.session.InstitutionCode}, now.record.Institution)
}

// submit hands the code over. Before it leaves, the Store says that it did.
func (p *payment) submit(ctx context.Context, sdk *core.WebSDK, code string) (func(*record), error) {
	req := core.SubmitOTPRequest{OTP: core.NewSecret(code)}
	before := p.snapshot().record
	if err := p.c.limits.guess(before); err != nil {
		return nil, err
	}
	if err := p.keepBefore(req); err != nil {
		return nil, err
	}
	_, err := sdk.SubmitOTP(ctx, req)
	_, refused := errors.AsType[*core.PaymentAPIError](err)
	return func(r *record) {
		if errors.Is(err, core.ErrNotSent) {
			r.TakenAt, r.Guesses = time.Time{}, before.Guesses
		} else if refused {
			r.TakenAt = time.Time{}
		}
	}, err
}

// keepBefore stores the session as it will have to be believed if this process ends while the code is on its way.
func (p *payment) keepBefore(req core.SubmitOTPRequest) error {
	p.saving.Lock()
	defer p.saving.Unlock()
	var refused error
	err := p.write(nil, func(r *record) { r.TakenAt, r.Guesses = time.Now().UTC(), r.Guesses+1 },
		func(sdk *core.WebSDK) (s core.Snapshot, err error) {
			s, refused = sdk.SnapshotBeforeOTP(req)
			return s, refused
		})
	switch {
	case refused != nil:
		return refused
	case err != nil:
		return errors.Join(errNotStored, err)
	}
	p.announce(func() { p.form.calling, p.form.coding = true, true })
	return nil
}

// check asks once, and has the schedule begin again where it had ended.
func (p *payment) check(ctx context.Context) error {
	sdk := p.current()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stepLimit)
	defer cancel()
	change, err := p.question(ctx)
	if current, ok := sdk.CurrentSession(); ok && waits(current) && !errors.Is(err, core.ErrTokenExpired) {
		sdk.StartStatusPolling(current.PaymentID, nil)
	}
	return storedOr(err, p.save(change))
}

// storedOr is what became of a step whose answer was stored, or not.
func storedOr(err, kept error) error {
	if err == nil && kept != nil {
		return errors.Join(errNotYetStored, kept)
	}
	return err
}

// checkFor is check for one who waits no longer than ctx lasts. What is answered later is stored all the same.
func (p *payment) checkFor(ctx context.Context) error {
	done := make(chan error, 1)
	p.mu.Lock()
	begun := p.spawn(func() { done <- p.check(ctx) })
	p.mu.Unlock()
	if !begun {
		return errClosed
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
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

// number is an account number or a wallet's ID as it goes out. Letters of account numbers
// become capitals; a wallet's ID that is a name keeps what is in it.
func number(typed string, rail core.Rail) string {
	const parts = "-./"
	letter := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '@' }
	switch {
	case rail == core.RailBank:
		return strings.ToUpper(money.Plain(typed, parts))
	case strings.ContainsFunc(typed, letter):
		return money.Plain(typed, "")
	}
	return money.Plain(typed, parts)
}
