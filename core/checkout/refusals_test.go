package checkout_test

import (
	"context"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/wire"
)

// withoutQR is a gateway that refuses to show a QR.
type withoutQR struct {
	*gateway
	refusal error
}

func (w withoutQR) GenerateQR(context.Context, wire.QRCall) (wire.QRResult, error) {
	return wire.QRResult{}, w.refusal
}

// A refused QR is said, whatever the code: it is the merchant that it is about.
func TestARefusedQRIsSaid(t *testing.T) {
	for _, code := range []string{"MERCHANT_BLOCKED", "MERCHANT_LIMIT_EXCEEDED", "NO_MERCHANT_ACCOUNT", "TOO_MANY_ATTEMPTS", "QR_OFF"} {
		g := withoutQR{new(gateway), &core.PaymentAPIError{Operation: core.OpGenerateQR, HTTPStatus: 422, Code: code}}
		c := serve(t, g.gateway, new(checkout.MemoryStore), func(c *checkout.Config) { c.API = g }).customer()
		if c.post("qr"); c.kind() != "choose" || !strings.Contains(c.html, "The bank refused. Nothing was taken.") {
			t.Errorf("%s: the page %q at %s says nothing", code, c.kind(), c.at)
		}
	}
}

// A gateway that is busy or broken says nothing of the customer's account.
func TestABusyGatewayBlamesNoAccount(t *testing.T) {
	for code, status := range map[string]int{"RATE_LIMIT_EXCEEDED": 429, "WALLET_SERVICE_DOWN": 503, "ACCOUNT_SERVICE_BLOCKED": 500} {
		api := &gateway{validErr: &core.PaymentAPIError{Operation: core.OpValidateAccount, HTTPStatus: status, Code: code}}
		c := serve(t, api, new(checkout.MemoryStore)).customer()
		c.get("?way=account")
		c.post("account", "rail", "bank", "bank", "FPB", "number", accountNumber)
		if !strings.Contains(c.html, "The bank refused. Nothing was taken.") {
			t.Errorf("%d %s: the page says %s", status, code, c.at[strings.Index(c.at, "?"):])
		}
	}
}

// The reply to a question for a code or a QR is lost. The page says so, and does not come back without a word.
func TestALostReplyIsSaid(t *testing.T) {
	const said = "The bank did not answer. Try again."
	api := &gateway{validErr: core.ErrOutcomeUnknown}
	g := withoutQR{api, core.ErrOutcomeUnknown}
	c := serve(t, api, new(checkout.MemoryStore), func(c *checkout.Config) { c.API = g }).customer()
	if c.post("qr"); c.kind() != "choose" || !strings.Contains(c.html, said) {
		t.Errorf("a QR: the page %q at %s says nothing", c.kind(), c.at)
	}
	c.get("?way=account")
	if c.post("account", "rail", "bank", "bank", "FPB", "number", accountNumber); c.kind() != "account" || !strings.Contains(c.html, said) {
		t.Errorf("a code: the page %q at %s says nothing", c.kind(), c.at)
	}
}

// Of a customer's code whose reply is lost the page says that nobody knows, and never "try again".
func TestACodeWithoutAReplyIsNotTriedAgain(t *testing.T) {
	c := serve(t, &gateway{submitErr: core.ErrOutcomeUnknown}, new(checkout.MemoryStore)).customer()
	c.toCode()
	if c.post("code", "code", code); c.kind() != "unknown" || strings.Contains(c.at, "note=") {
		t.Errorf("the page %q at %s", c.kind(), c.at)
	}
}

// Whoever presses "check" while this server has no line hears so on every page that has the button, and does not read
// of something that was not sent where a payment may be under way.
func TestACheckWithoutALineIsSaid(t *testing.T) {
	api := &gateway{submitErr: core.ErrOutcomeUnknown, statusErr: core.ErrNotSent}
	c := serve(t, api, new(checkout.MemoryStore)).customer()
	c.toCode()
	c.post("code", "code", code)
	c.on("unknown")
	if c.post("check"); !strings.Contains(c.html, "The bank did not answer.") || strings.Contains(c.html, "Nothing was sent") {
		t.Errorf("the page %q at %s says nothing", c.kind(), c.at)
	}
}

// A question about a payment that the gateway refuses to answer is no refusal of the payment: a QR that is out may have
// been paid.
func TestARefusedCheckIsNoRefusedPayment(t *testing.T) {
	for code, status := range map[string]int{"RATE_LIMIT_EXCEEDED": 429, "UNAVAILABLE": 503, "FORBIDDEN": 403} {
		api := &gateway{statusErr: &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: status, Code: code}}
		c := serve(t, api, new(checkout.MemoryStore)).customer()
		c.post("qr")
		c.on("qr")
		if c.post("check"); strings.Contains(c.html, "Nothing was taken") || !strings.Contains(c.html, "The bank did not answer.") {
			t.Errorf("%d %s: the page %q says %s", status, code, c.kind(), c.at[strings.LastIndex(c.at, "/"):])
		}
	}
}

// A QR is out, and the gateway refuses the question that comes before another way. That refuses no account.
func TestAnUnansweredLegIsNoRefusedPayment(t *testing.T) {
	api := &gateway{statusErr: &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: 503, Code: "UNAVAILABLE"}}
	c := serve(t, api, new(checkout.MemoryStore)).customer()
	c.post("qr")
	c.on("qr")
	c.get("?way=account")
	c.post("account", "rail", "bank", "bank", "FPB", "number", accountNumber)
	if !strings.Contains(c.at, "note=legUnanswered") || strings.Contains(c.html, "Nothing was taken") {
		t.Errorf("the page %q says %s", c.kind(), c.at[strings.LastIndex(c.at, "/"):])
	}
}
