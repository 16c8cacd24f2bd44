package checkout

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"sanduq/core"
)

var errNoSuchStep = errors.New("checkout: no such step")

// handleForm does what a form asks for. to is where the browser goes next: after a
// refusal back to the form it came from.
func (c *Checkout) handleForm(r *http.Request, p *payment, turn uint64, to url.Values) error {
	ctx := r.Context()
	if err := c.limits.form(p.ref, c.cfg.ClientAddress(r)); err != nil {
		return err
	}
	switch r.PathValue("step") {
	case "qr":
		return p.step(ctx, turn, p.showQR)
	case "account":
		return c.takeAccount(r, p, turn, to)
	case "code":
		code := digits(r.PostForm.Get("code"))
		return p.step(ctx, turn, func(ctx context.Context, sdk *core.WebSDK) (func(*record), error) { return p.submit(ctx, sdk, code) })
	case "again":
		return p.step(ctx, turn, p.again)
	case "check":
		return p.check(ctx)
	}
	return errNoSuchStep
}

func (c *Checkout) takeAccount(r *http.Request, p *payment, turn uint64, to url.Values) error {
	rail, way := core.RailBank, "account"
	if r.PostForm.Get("rail") == string(core.RailWallet) {
		rail, way = core.RailWallet, "wallet"
	}
	code := r.PostForm.Get("bank")
	req := core.ValidateAccountRequest{Rail: rail, InstitutionCode: code, Account: core.NewSecret(number(r.PostForm.Get("number"), rail))}
	list, _ := c.banks.get(r.Context(), p.current())
	err := p.step(r.Context(), turn, func(ctx context.Context, sdk *core.WebSDK) (func(*record), error) {
		return p.name(ctx, sdk, req, list.name(rail, code))
	})
	if err != nil && !errors.Is(err, errUsed) && !errors.Is(err, errBusy) {
		to.Set("way", way)
		if code != "" {
			to.Set("bank", code)
		}
	}
	return err
}

// noteOf is the sentence that belongs to an error; blank when the page itself says what there is to say.
func noteOf(step string, err error) string {
	switch {
	case err == nil, errors.Is(err, core.ErrUnresolved), errors.Is(err, errNotYetStored):
		return ""
	case errors.Is(err, errUsed):
		return "used"
	case errors.Is(err, errBusy):
		return "busy"
	case errors.Is(err, errNotStored):
		return "notStored"
	case errors.Is(err, errTooSoon):
		return "tooSoon"
	case errors.Is(err, errTooMany):
		return "tooMany"
	case errors.Is(err, errNoMoreCodes):
		return "noMoreCodes"
	case errors.Is(err, errNoMoreGuesses):
		return "noMoreGuesses"
	case errors.Is(err, errIncomplete):
		return "incomplete"
	case step == "code" && errors.Is(err, core.ErrOutcomeUnknown):
		return ""
	case errors.Is(err, core.ErrTokenExpired):
		return "denied"
	case errors.Is(err, core.ErrLegUnanswered):
		return "legUnanswered"
	}
	if refusal, refused := errors.AsType[*core.PaymentAPIError](err); refused && step != "check" {
		return refusalNote(refusal)
	}
	switch {
	case errors.Is(err, core.ErrInvalidRequest):
		return "invalid"
	case errors.Is(err, core.ErrNotSent) && step != "check":
		return "notSent"
	}
	return "noAnswer"
}

// refusalNote finds what a gateway's code means by the words in it: deployments spell them differently.
func refusalNote(refusal *core.PaymentAPIError) string {
	op, code := refusal.Operation, strings.ToUpper(refusal.Code)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(code, w) {
				return true
			}
		}
		return false
	}
	switch {
	case op == core.OpGenerateQR, refusal.HTTPStatus == http.StatusTooManyRequests, refusal.HTTPStatus >= http.StatusInternalServerError:
		return "refused" // no account of the customer's was looked at
	case has("BLOCKED", "FROZEN", "SUSPENDED", "INACTIVE", "CLOSED") && !has("OTP"):
		return "blocked"
	case has("FUNDS", "BALANCE"):
		return "funds"
	case has("LIMIT"):
		return "limit"
	case has("EXPIRED") && op == core.OpSubmitOTP:
		return "codeExpired"
	case has("ATTEMPTS", "TRIES", "LOCKED"):
		return "tries"
	case op == core.OpSubmitOTP && has("OTP", "CODE"):
		return "wrongCode"
	case has("ACCOUNT", "WALLET"):
		return "account"
	}
	return "refused"
}
