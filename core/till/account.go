package till

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"sanduq/core"
	"sanduq/core/journal"
)

func railOf(route core.Route) core.Rail {
	if route == core.RouteWallet {
		return core.RailWallet
	}
	return core.RailBank
}

// PickRoute changes the route of an open payment before anything of the new
// route was sent: from the offered routes to a form, and back. For the QR it is
// OfferQR. Errors: CodeNoSale, CodeBusy, CodeRoute, CodeStep, CodeStore.
func (t *Till) PickRoute(ctx context.Context, id journal.SaleID, route core.Route) error {
	if !slices.Contains(t.cfg.Routes, route) {
		return journal.Refuse(journal.CodeRoute, fmt.Errorf("route %q", route))
	}
	if route == core.RouteQR {
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
	return r.change(func(s *journal.Sale) { s.Route, s.Refusal = route, nil })
}

// Validate names the account and lets the gateway send a code. The result
// arrives as notices: StatusCode, or the sale as it was with a Refusal. A sale
// whose QR turns out to be paid becomes paid instead, and nothing is sent.
// While a submitted code has no known outcome it is refused with CodeStep.
// Errors: CodeNoSale, CodeBusy, CodeRoute, CodeStep.
func (t *Till) Validate(_ context.Context, id journal.SaleID, e journal.AccountEntry) error {
	if !slices.Contains(t.cfg.Routes, e.Route) || e.Route == core.RouteQR {
		return journal.Refuse(journal.CodeRoute, fmt.Errorf("route %q", e.Route))
	}
	return t.step(id, canValidate, func(r *run) { r.validate(e) })
}

// SendCodeAgain asks for another code for the account that was named before.
func (t *Till) SendCodeAgain(_ context.Context, id journal.SaleID) error {
	return t.step(id, func(r *run, s journal.Sale) error {
		if s.Session.State != core.StateOTPRequired {
			return journal.Refuse(journal.CodeStep, errors.New("no code was sent yet"))
		}
		return canValidate(r, s)
	}, func(r *run) {
		s := r.view().Sale
		account, err := r.account()
		if err != nil {
			r.t.log.Error("account not at hand", "sale", r.id, "err", err)
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
		_, err := sdk.ValidateAccount(ctx, core.ValidateAccountRequest{Rail: railOf(e.Route), Account: e.Account,
			InstitutionCode: e.InstitutionCode})
		return err
	})
	if err == nil {
		_ = r.keep(func(s *journal.Sale) { s.Institution, s.Refusal = e.InstitutionName, nil })
		return
	}
	if r.t.ctx.Err() != nil { // closed over the call: the announcement stays
		return
	}
	r.t.log.Warn("account not validated", "sale", r.id, "err", err)
	r.refused(core.OpValidateAccount, journal.StepValidateIntent, before, journal.HistoryAccountRefused, err)
	if _, words := errors.AsType[*core.PaymentAPIError](err); words && !errors.Is(err, core.ErrNotSent) {
		_ = r.ask() // the payment may have ended meanwhile, and only a status says so
	}
}

// SubmitOTP hands over the customer's code. The intent, which holds no code, is
// durable first; if the machine stops then, the code counts as submitted with
// an unknown outcome. Results arrive as notices. again repeats the same code
// after polling ended without an answer; any other repetition is refused. Where
// people sign in a repetition is a manager's, by RepeatOTP. Errors: CodeNoSale,
// CodeBusy, CodeStep, CodeManager.
func (t *Till) SubmitOTP(_ context.Context, id journal.SaleID, otp core.Secret, again bool) error {
	if _, signs := t.staff.cashier(); again && signs {
		return journal.Refuse(journal.CodeManager, nil)
	}
	return t.submitOTP(id, core.SubmitOTPRequest{OTP: otp, Again: again}, nil)
}

// RepeatOTP is SubmitOTP with again, and with the manager who wishes it: the
// name is in the book of decisions before anything is sent. A code other than
// the one that was submitted is refused and not sent: RefusalOtherCode. It needs
// RightDecide, and a name. Errors: as SubmitOTP, and CodeManager.
func (t *Till) RepeatOTP(_ context.Context, id journal.SaleID, otp core.Secret, by string) error {
	g, err := t.claimNamed(actRepeatOTP, by)
	if err != nil {
		return err
	}
	if err = t.submitOTP(id, core.SubmitOTPRequest{OTP: otp, Again: true}, g); err != nil {
		g.end(err)
	}
	return err
}

// submitOTP hands a code over in the background; g is on whose right a code is
// repeated, nil for the first time, and is ended with the announcement.
func (t *Till) submitOTP(id journal.SaleID, req core.SubmitOTPRequest, g *grant) error {
	return t.step(id, func(_ *run, s journal.Sale) error {
		if s.Session.State != core.StateOTPRequired || s.Session.OTPUnresolved != req.Again {
			return journal.Refuse(journal.CodeStep, fmt.Errorf("sale stands at %s, unresolved %v", s.Session.State, s.Session.OTPUnresolved))
		}
		return nil
	}, func(r *run) { r.submit(req, g) })
}

func (r *run) submit(req core.SubmitOTPRequest, g *grant) {
	before := r.view().Sale
	var audit []journal.AuditRow
	if g != nil {
		audit = append(audit, g.row(journal.AuditCodeAgain, ""))
	}
	snap, err := r.sdkNow().SnapshotBeforeOTP(req)
	if err == nil {
		var sealed journal.Secrets
		if sealed, err = sealSnapshot(snap); err == nil {
			err = r.intent(journal.StepOTPIntent, before.Route, &sealed, audit...)
		}
	}
	g.end(err)
	if err != nil {
		r.t.log.Warn("code not submitted", "sale", r.id, "err", err)
		if journal.CodeOf(err) == "" {
			_ = r.keep(func(s *journal.Sale) { s.Refusal = refusalOf(core.OpSubmitOTP, err, r.t.Now()) })
		}
		return
	}
	err = r.call(core.OpSubmitOTP, func(ctx context.Context, sdk *core.WebSDK) error {
		_, err := sdk.SubmitOTP(ctx, req)
		return err
	})
	if r.t.ctx.Err() != nil {
		return // the till closed over the call: the announcement stays, and the next start asks
	}
	if err == nil || errors.Is(err, core.ErrOutcomeUnknown) {
		_ = r.keep(func(s *journal.Sale) {
			if s.Step == journal.StepOTPIntent {
				s.Step = journal.StepSession
			}
		})
		return
	}
	r.t.log.Warn("code refused", "sale", r.id, "err", err)
	r.refused(core.OpSubmitOTP, journal.StepOTPIntent, before, journal.HistoryCodeRefused, err)
	if !errors.Is(err, core.ErrNotSent) && !before.Session.OTPUnresolved {
		_ = r.ask() // a refused code may have ended the payment, and only a status says so
	}
}

// refused takes an announced step back after the gateway, or we ourselves,
// refused it, with the reason.
func (r *run) refused(op core.Operation, at journal.Step, before journal.Sale, event string, err error) {
	_ = r.keep(func(s *journal.Sale) {
		if s.Step != at {
			return
		}
		s.Step, s.Route = before.Step, before.Route
		if before.Step == journal.StepCreated && s.Route == core.RouteQR {
			s.Route = ""
		}
		s.Refusal = refusalOf(op, err, r.t.Now())
		s.Record(s.Refusal.At, event, s.Refusal.Code)
	})
}

func sealSnapshot(snap core.Snapshot) (journal.Secrets, error) {
	b, err := json.Marshal(snap)
	if err != nil {
		return journal.Secrets{}, fmt.Errorf("encode snapshot: %w", err)
	}
	return journal.NewSecrets(b), nil
}
