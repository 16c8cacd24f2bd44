package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/staff"
)

// PickRoute is till.Till.PickRoute.
func (t *Teller) PickRoute(ctx context.Context, id journal.SaleID, route core.Route) error {
	if !slices.Contains(t.cfg.Routes, route) {
		return journal.Refuse(journal.CodeRoute, fmt.Errorf("route %q", route))
	}
	if route.Scanned() {
		return t.OfferQR(ctx, id)
	}
	r, err := t.run(id)
	if err != nil {
		return err
	}
	if !r.op.TryLock() {
		return journal.Refuse(journal.CodeBusy, nil)
	}
	defer r.op.Unlock()
	if s := r.view().Sale; s.Step != journal.StepCreated {
		return journal.Refuse(journal.CodeStep, fmt.Errorf("sale stands at %s", s.Step))
	}
	return r.Update(commit.SaleUpdate{Mutate: func(s *journal.Sale) { s.Route, s.Refusal = route, nil }})
}

// Validate is till.Till.Validate.
func (t *Teller) Validate(_ context.Context, id journal.SaleID, e journal.AccountEntry) error {
	if !slices.Contains(t.cfg.Routes, e.Route) || e.Route.Scanned() {
		return journal.Refuse(journal.CodeRoute, fmt.Errorf("route %q", e.Route))
	}
	return t.step(id, canValidate, func(r *run) { r.validate(e) })
}

// SendCodeAgain is till.Till.SendCodeAgain.
func (t *Teller) SendCodeAgain(_ context.Context, id journal.SaleID) error {
	return t.step(id, func(r *run, s journal.Sale) error {
		if s.Session.State != core.StateOTPRequired {
			return journal.Refuse(journal.CodeStep, errors.New("no code was sent yet"))
		}
		return canValidate(r, s)
	}, func(r *run) {
		s := r.view().Sale
		account, err := r.account()
		if err != nil {
			r.t.cfg.Logger.Error("account not at hand", "sale", r.id, "err", err)
			return
		}
		r.validate(journal.AccountEntry{Route: s.Session.Route, Account: account, InstitutionCode: s.Session.InstitutionCode,
			InstitutionName: s.Institution})
	})
}

func canValidate(_ *run, s journal.Sale) error {
	switch {
	case s.Session.OTPUnresolved || s.Step == journal.StepOTPIntent:
		return journal.Refuse(journal.CodeStep, core.ErrUnresolved)
	case s.Step == journal.StepCreated,
		s.Step == journal.StepSession && (s.Session.State == core.StateQRGenerated || s.Session.State == core.StateOTPRequired):
		return nil
	}
	return journal.Refuse(journal.CodeStep, fmt.Errorf("sale stands at %s, %s", s.Step, s.Session.State))
}

// account is what was captured at the last validation.
func (r *run) account() (core.Secret, error) {
	snap, err := r.sdkNow().Snapshot()
	if err != nil {
		return core.Secret{}, err
	}
	_, state, err := core.DecodeSnapshot(snap)
	if err == nil && state.Account.Empty() {
		err = errors.New("the snapshot holds none")
	}
	return state.Account, err
}

func (r *run) validate(e journal.AccountEntry) {
	before := r.view().Sale
	if r.intent(journal.StepValidateIntent, e.Route, nil) != nil {
		return
	}
	err := r.call(core.OpValidateAccount, func(ctx context.Context, sdk *core.WebSDK) error {
		_, err := sdk.ValidateAccount(ctx, core.ValidateAccountRequest{Rail: e.Route.Rail(), Account: e.Account,
			InstitutionCode: e.InstitutionCode})
		return err
	})
	if err == nil {
		_ = r.Update(commit.SaleUpdate{
			Mutate: func(s *journal.Sale) {
				if s.Refusal = nil; s.Session.InstitutionCode != "" { // else money came by another way meanwhile
					s.Institution = e.InstitutionName
				}
			},
			Insist: commit.UntilDurable,
		})
		return
	}
	if cutOff(r, err) {
		return
	}
	r.t.cfg.Logger.Warn("account not validated", "sale", r.id, "err", err)
	r.refused(core.OpValidateAccount, journal.StepValidateIntent, before, journal.HistoryAccountRefused, err)
	if _, words := errors.AsType[*core.PaymentAPIError](err); words && !errors.Is(err, core.ErrNotSent) {
		_ = r.ask() // the payment may have ended meanwhile, and only a status says so
	}
}

// SubmitOTP is till.Till.SubmitOTP.
func (t *Teller) SubmitOTP(_ context.Context, id journal.SaleID, otp core.Secret, again bool) error {
	if _, signs := t.cfg.Staff.Cashier(); again && signs {
		return journal.Refuse(journal.CodeManager, nil)
	}
	return t.submitOTP(id, core.SubmitOTPRequest{OTP: otp, Again: again}, nil)
}

// RepeatOTP is till.Till.RepeatOTP.
func (t *Teller) RepeatOTP(_ context.Context, id journal.SaleID, otp core.Secret, by string) error {
	g, err := t.cfg.Staff.ClaimNamed(staff.ActRepeatOTP, by)
	if err != nil {
		return err
	}
	if err = t.submitOTP(id, core.SubmitOTPRequest{OTP: otp, Again: true}, g); err != nil {
		g.End(err)
	}
	return err
}

// submitOTP hands a code over in the background; g is on whose right a code is
// repeated, nil for the first time, and is ended with the announcement.
func (t *Teller) submitOTP(id journal.SaleID, req core.SubmitOTPRequest, g *staff.Grant) error {
	return t.step(id, func(_ *run, s journal.Sale) error {
		if s.Session.State != core.StateOTPRequired || s.Session.OTPUnresolved != req.Again {
			return journal.Refuse(journal.CodeStep, fmt.Errorf("sale stands at %s, unresolved %v", s.Session.State, s.Session.OTPUnresolved))
		}
		return nil
	}, func(r *run) { r.submit(req, g) })
}

func (r *run) submit(req core.SubmitOTPRequest, g *staff.Grant) {
	before := r.view().Sale
	var audit []journal.AuditRow
	if g != nil {
		audit = append(audit, g.Row(journal.AuditCodeAgain, ""))
	}
	snap, err := r.sdkNow().SnapshotBeforeOTP(req)
	if err == nil {
		var sealed journal.Secrets
		if sealed, err = sealSnapshot(snap); err == nil {
			err = r.intent(journal.StepOTPIntent, before.Route, &sealed, audit...)
		}
	}
	g.End(err)
	if err != nil {
		r.t.cfg.Logger.Warn("code not submitted", "sale", r.id, "err", err)
		if journal.CodeOf(err) == "" {
			_ = r.Update(commit.SaleUpdate{
				Mutate: func(s *journal.Sale) { s.Refusal = refusalOf(core.OpSubmitOTP, err, r.t.cfg.Now()) },
				Insist: commit.UntilDurable,
			})
		}
		return
	}
	err = r.call(core.OpSubmitOTP, func(ctx context.Context, sdk *core.WebSDK) error {
		_, err := sdk.SubmitOTP(ctx, req)
		return err
	})
	if cutOff(r, err) {
		return
	}
	if err == nil || errors.Is(err, core.ErrOutcomeUnknown) {
		_ = r.Update(commit.SaleUpdate{
			Mutate: func(s *journal.Sale) {
				if s.Step == journal.StepOTPIntent {
					s.Step = journal.StepSession
				}
			},
			Insist: commit.UntilDurable,
		})
		return
	}
	r.t.cfg.Logger.Warn("code refused", "sale", r.id, "err", err)
	r.refused(core.OpSubmitOTP, journal.StepOTPIntent, before, journal.HistoryCodeRefused, err)
	if !errors.Is(err, core.ErrNotSent) && !before.Session.OTPUnresolved {
		_ = r.ask() // a refused code may have ended the payment, and only a status says so
	}
}

// refused takes an announced step back after the gateway, or we ourselves,
// refused it, with the reason.
func (r *run) refused(op core.Operation, at journal.Step, before journal.Sale, event string, err error) {
	_ = r.Update(commit.SaleUpdate{
		Mutate: func(s *journal.Sale) {
			if s.Step != at {
				return
			}
			s.Step, s.Route = before.Step, before.Route
			if before.Step == journal.StepCreated && s.Route.Scanned() {
				s.Route = ""
			}
			s.Refusal = refusalOf(op, err, r.t.cfg.Now())
			if api, words := errors.AsType[*core.PaymentAPIError](err); words && op == core.OpSubmitOTP && api.TriesLeft > 0 {
				s.TriesLeft = api.TriesLeft
			}
			s.Record(s.Refusal.At, event, s.Refusal.Code)
		},
		Insist: commit.UntilDurable,
	})
}

func sealSnapshot(snap core.Snapshot) (journal.Secrets, error) {
	b, err := json.Marshal(snap)
	if err != nil {
		return journal.Secrets{}, fmt.Errorf("encode snapshot: %w", err)
	}
	return journal.NewSecrets(b), nil
}
