package core

import (
	"net/http"
	"testing"
	"time"
)

const notice = `{"eventId":"E1","paymentId":"P1","orderId":"ORDER-1","paymentStatus":"SUCCESS"}`

func TestAWebhookIsVerified(t *testing.T) {
	bubble(t, func(t *testing.T) {
		secret := NewSecret(secretHMAC)
		verifier, err := NewWebhookVerifier(secret, nil)
		if err != nil {
			t.Fatal(err)
		}
		now := time.Now()
		sign := func(at time.Time, body string) http.Header { return SignWebhook(secret, at, []byte(body)) }
		twice := sign(now, notice)
		twice.Add(WebhookSignatureHeader, twice.Get(WebhookSignatureHeader))
		moved := sign(now, notice)
		moved.Set(WebhookTimestampHeader, "17")
		words := sign(now, notice)
		words.Set(WebhookTimestampHeader, "now")
		for name, c := range map[string]struct {
			header http.Header
			body   string
			want   error
		}{
			"unsigned":        {http.Header{}, notice, ErrWebhookSignature},
			"another secret":  {SignWebhook(NewSecret("x"), now, []byte(notice)), notice, ErrWebhookSignature},
			"another body":    {sign(now, notice), notice + " ", ErrWebhookSignature},
			"two signatures":  {twice, notice, ErrWebhookSignature},
			"another time":    {moved, notice, ErrWebhookSignature},
			"no time":         {words, notice, ErrWebhookSignature},
			"old":             {sign(now.Add(-WebhookWindow-time.Second), notice), notice, ErrWebhookTime},
			"of tomorrow":     {sign(now.Add(24*time.Hour), notice), notice, ErrWebhookTime},
			"no JSON":         {sign(now, "x"), "x", ErrBadReply},
			"no payment":      {sign(now, `{"eventId":"E","orderId":"O"}`), `{"eventId":"E","orderId":"O"}`, ErrBadReply},
			"a payment twice": {sign(now, `{"eventId":"E","paymentId":"P","paymentId":"Q","orderId":"O"}`), `{"eventId":"E","paymentId":"P","paymentId":"Q","orderId":"O"}`, ErrBadReply},
		} {
			if _, err := verifier.Verify(c.header, []byte(c.body)); !errorsIs(err, c.want) {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		}
		n, err := verifier.Verify(sign(now, notice), []byte(notice))
		if err != nil || n.PaymentID != "P1" || n.OrderID != "ORDER-1" || n.EventID != "E1" || !n.At.Equal(now.Truncate(time.Second)) {
			t.Fatalf("%+v, %v", n, err)
		}
		for range 3 { // a duplicate, and one signed anew
			time.Sleep(WebhookWindow / 2)
			_, err = verifier.Verify(sign(now, notice), []byte(notice))
			if err == nil {
				t.Error("a replay was taken")
			}
			_, err = verifier.Verify(sign(time.Now(), notice), []byte(notice))
			isAll(t, err, ErrWebhookReplayed)
		}
		verifier.Forget(n)
		if _, err := verifier.Verify(sign(time.Now(), notice), []byte(notice)); err != nil {
			t.Errorf("what was forgotten is not taken again: %v", err)
		}
		(*WebhookVerifier)(nil).Forget(n)
		if _, err := NewWebhookVerifier(Secret{}, nil); !errorsIs(err, ErrInvalidRequest) {
			t.Error(err)
		}
		if _, err := new(WebhookVerifier).Verify(nil, nil); !errorsIs(err, ErrInvalidRequest) {
			t.Error(err)
		}
	})
}

// What a webhook says of a payment moves nothing: the status is asked.
func TestAWebhookIsAReasonToAskAndNoMore(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		d.StopStatusPolling()
		d.events()
		n := WebhookNotice{EventID: "E1", PaymentID: "P1", OrderID: "ORDER-1"}
		d.must(StateQRGenerated)(d.Notice(t.Context(), n)) // whatever it said, the gateway says PENDING
		d.expectEvents("call fetchStatus")
		for _, other := range []WebhookNotice{{PaymentID: "P2", OrderID: "ORDER-1"}, {PaymentID: "P1", OrderID: "ORDER-2"}} {
			_, err := d.Notice(t.Context(), other)
			isAll(t, err, ErrNoSession, ErrNotSent)
		}
		if len(d.g.seen(pathStatus)) != 1 {
			t.Error("asked for another payment")
		}
	})
}
