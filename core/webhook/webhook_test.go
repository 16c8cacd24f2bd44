package webhook_test

import (
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/coretest"
	"sanduq/core/money"
	"sanduq/core/webhook"
)

const notice = `{"eventId":"E1","paymentId":"P1","orderId":"ORDER-1","paymentStatus":"SUCCESS"}`

func TestAWebhookIsVerified(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		secret := core.NewSecret("shared")
		verifier, err := webhook.New(secret, nil)
		if err != nil {
			t.Fatal(err)
		}
		now := time.Now()
		sign := func(at time.Time, body string) http.Header { return webhook.Sign(secret, at, []byte(body)) }
		twice := sign(now, notice)
		twice.Add(webhook.SignatureHeader, twice.Get(webhook.SignatureHeader))
		moved := sign(now, notice)
		moved.Set(webhook.TimestampHeader, "17")
		words := sign(now, notice)
		words.Set(webhook.TimestampHeader, "now")
		for name, c := range map[string]struct {
			header http.Header
			body   string
			want   error
		}{
			"unsigned":        {http.Header{}, notice, webhook.ErrSignature},
			"another secret":  {webhook.Sign(core.NewSecret("x"), now, []byte(notice)), notice, webhook.ErrSignature},
			"another body":    {sign(now, notice), notice + " ", webhook.ErrSignature},
			"two signatures":  {twice, notice, webhook.ErrSignature},
			"another time":    {moved, notice, webhook.ErrSignature},
			"no time":         {words, notice, webhook.ErrSignature},
			"old":             {sign(now.Add(-webhook.Window-time.Second), notice), notice, webhook.ErrTime},
			"of tomorrow":     {sign(now.Add(24*time.Hour), notice), notice, webhook.ErrTime},
			"no JSON":         {sign(now, "x"), "x", core.ErrBadReply},
			"no payment":      {sign(now, `{"eventId":"E","orderId":"O"}`), `{"eventId":"E","orderId":"O"}`, core.ErrBadReply},
			"a payment twice": {sign(now, `{"eventId":"E","paymentId":"P","paymentId":"Q","orderId":"O"}`), `{"eventId":"E","paymentId":"P","paymentId":"Q","orderId":"O"}`, core.ErrBadReply},
		} {
			if _, err := verifier.Verify(c.header, []byte(c.body)); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		}
		n, err := verifier.Verify(sign(now, notice), []byte(notice))
		if err != nil || n.PaymentID != "P1" || n.OrderID != "ORDER-1" || n.EventID != "E1" || !n.At.Equal(now.Truncate(time.Second)) {
			t.Fatalf("%+v, %v", n, err)
		}
		for range 3 { // a duplicate, and one signed again
			time.Sleep(webhook.Window / 2)
			_, err = verifier.Verify(sign(now, notice), []byte(notice))
			if err == nil {
				t.Error("a replay was taken")
			}
			_, err = verifier.Verify(sign(time.Now(), notice), []byte(notice))
			if !errors.Is(err, webhook.ErrReplayed) {
				t.Error(err)
			}
		}
		verifier.Forget(n)
		if _, err := verifier.Verify(sign(time.Now(), notice), []byte(notice)); err != nil {
			t.Errorf("what was forgotten is not taken again: %v", err)
		}
		(*webhook.Verifier)(nil).Forget(n)
		if _, err := webhook.New(core.Secret{}, nil); !errors.Is(err, core.ErrInvalidRequest) {
			t.Error(err)
		}
		if _, err := new(webhook.Verifier).Verify(nil, nil); !errors.Is(err, core.ErrInvalidRequest) {
			t.Error(err)
		}
	})
}

// While a webhook's secret is changed, the new one and the old one are valid.
func TestAWebhooksSecretIsChanged(t *testing.T) {
	for secret, want := range map[string]error{"new": nil, "old": nil, "another": webhook.ErrSignature} {
		v, err := webhook.New(core.NewSecret("new"), nil, core.NewSecret("old"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.Verify(webhook.Sign(core.NewSecret(secret), time.Now(), []byte(notice)), []byte(notice)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", secret, err, want)
		}
	}
	if _, err := webhook.New(core.NewSecret("new"), nil, core.Secret{}); !errors.Is(err, core.ErrInvalidRequest) {
		t.Error(err)
	}
}

// What a webhook says of a payment moves nothing: the status is asked.
func TestAWebhookIsAReasonToAskAndNoMore(t *testing.T) {
	api := new(coretest.API)
	sdk := core.NewWebSDK(api, nil)
	defer sdk.Close()
	amount := money.Amount{Minor: 12500, Currency: "LYD"}
	s, err := sdk.CreateInvoice(t.Context(), core.CreateInvoiceRequest{OrderID: "ORDER-1", Amount: amount, IdempotencyKey: "k"})
	if err != nil {
		t.Fatal(err)
	}
	n := webhook.Notice{EventID: "E1", PaymentID: s.PaymentID, OrderID: "ORDER-1"}
	if s, err = n.Ask(t.Context(), sdk); err != nil || s.State != core.StatePending || api.Statuses.Calls() != 1 {
		t.Fatalf("%+v, %v after %d questions", s, err, api.Statuses.Calls())
	}
	for _, other := range []webhook.Notice{{PaymentID: "P2", OrderID: "ORDER-1"}, {PaymentID: s.PaymentID, OrderID: "ORDER-2"}} {
		_, err := other.Ask(t.Context(), sdk)
		if !errors.Is(err, core.ErrNoSession) || !errors.Is(err, core.ErrNotSent) {
			t.Error(err)
		}
	}
	if api.Statuses.Calls() != 1 {
		t.Error("asked for another payment")
	}
}
