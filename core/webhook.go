package core

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"sanduq/core/internal/object"
)

// The service mentions a webhook and documents neither its body nor its
// signature. What is assumed of it stands in this file: a POST whose JSON body
// names eventId, paymentId and orderId, signed as X-Webhook-Signature: v1=<hex of
// HMAC-SHA256 over "v1.<unix seconds>.<body>">, the seconds also in
// X-Webhook-Timestamp.

// The webhook's headers.
const (
	WebhookTimestampHeader = "X-Webhook-Timestamp"
	WebhookSignatureHeader = "X-Webhook-Signature"
)

// Why a webhook is refused.
var (
	// ErrWebhookSignature: it was not signed with the secret that both sides know.
	ErrWebhookSignature = errors.New("core: webhook's signature does not fit")
	// ErrWebhookTime: it was signed too long ago, or in the future.
	ErrWebhookTime = errors.New("core: webhook's time is out of the window")
	// ErrWebhookReplayed: this event was taken before.
	ErrWebhookReplayed = errors.New("core: webhook was taken before")
)

// WebhookWindow is how far a webhook's time may be from this computer's.
const WebhookWindow = 5 * time.Minute

const (
	maxWebhook       = 64 << 10 // bytes of a body
	rememberedEvents = 100_000
)

// WebhookNotice is what a webhook is good for: it names a payment to ask about.
// It says nothing of what became of it, and is never a proof of payment.
type WebhookNotice struct {
	EventID   string
	PaymentID string
	OrderID   string
	At        time.Time // as signed
}

// WebhookVerifier checks webhooks. It remembers the events of two windows, so
// that none is taken twice. Safe for concurrent use.
type WebhookVerifier struct {
	secrets []Secret
	clock   Clock

	mu   sync.Mutex
	seen map[string]time.Time // by event, until when it must be remembered
}

// NewWebhookVerifier returns a verifier for one secret, and for older ones beside it
// while the secret is being changed. None may be blank; a nil clock is the machine's.
func NewWebhookVerifier(secret Secret, clock Clock, older ...Secret) (*WebhookVerifier, error) {
	secrets := append([]Secret{secret}, older...)
	for _, s := range secrets {
		if s.Empty() {
			return nil, fmt.Errorf("%w: a webhook's secret is blank", ErrInvalidRequest)
		}
	}
	if clock == nil {
		clock = SystemClock()
	}
	return &WebhookVerifier{secrets: secrets, clock: clock, seen: make(map[string]time.Time)}, nil
}

// Verify checks one webhook, given its headers and the exact bytes of its body.
// Errors: ErrWebhookSignature, ErrWebhookTime, ErrWebhookReplayed, and
// ErrBadReply for a body that names no payment. Signatures are compared in
// constant time, before anything of the body is looked at.
func (v *WebhookVerifier) Verify(header http.Header, body []byte) (WebhookNotice, error) {
	if v == nil || v.clock == nil {
		return WebhookNotice{}, fmt.Errorf("%w: a verifier that NewWebhookVerifier did not make", ErrInvalidRequest)
	}
	stamps, signatures := header.Values(WebhookTimestampHeader), header.Values(WebhookSignatureHeader)
	if len(stamps) != 1 || len(signatures) != 1 || len(body) > maxWebhook {
		return WebhookNotice{}, ErrWebhookSignature
	}
	genuine := false
	for _, secret := range v.secrets { // all of them, however early one fits
		genuine = hmac.Equal([]byte(signatures[0]), []byte(webhookSignature(secret, stamps[0], body))) || genuine
	}
	if !genuine {
		return WebhookNotice{}, ErrWebhookSignature
	}
	seconds, err := strconv.ParseInt(stamps[0], 10, 64)
	if err != nil {
		return WebhookNotice{}, ErrWebhookTime
	}
	now, at := v.clock.Now(), time.Unix(seconds, 0).UTC()
	if now.Sub(at).Abs() > WebhookWindow {
		return WebhookNotice{}, fmt.Errorf("%w: %v", ErrWebhookTime, now.Sub(at).Round(time.Second))
	}
	notice, err := readWebhook(body)
	if err != nil {
		return WebhookNotice{}, err
	}
	notice.At = at
	return notice, v.take(notice.EventID, now)
}

// take remembers an event for as long as its signature could be used again.
func (v *WebhookVerifier) take(event string, now time.Time) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	for known, until := range v.seen {
		if len(v.seen) < 64 {
			break // not worth looking through yet
		}
		if now.After(until) {
			delete(v.seen, known)
		}
	}
	if _, again := v.seen[event]; again {
		return ErrWebhookReplayed
	}
	if len(v.seen) >= rememberedEvents {
		return fmt.Errorf("%w: too many at once", ErrWebhookReplayed)
	}
	v.seen[event] = now.Add(2 * WebhookWindow)
	return nil
}

// Forget lets an event be taken again. A program that could not act on one calls
// it before it answers with an error, so that the gateway's next attempt is not
// refused as a replay.
func (v *WebhookVerifier) Forget(n WebhookNotice) {
	if v == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.seen, n.EventID)
}

// SignWebhook returns the headers of a webhook, as its sender makes them.
func SignWebhook(secret Secret, at time.Time, body []byte) http.Header {
	stamp := strconv.FormatInt(at.Unix(), 10)
	header := make(http.Header)
	header.Set(WebhookTimestampHeader, stamp)
	header.Set(WebhookSignatureHeader, webhookSignature(secret, stamp, body))
	return header
}

func webhookSignature(secret Secret, stamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret.Reveal()))
	_, _ = mac.Write([]byte("v1." + stamp + "."))
	_, _ = mac.Write(body)
	return "v1=" + hex.EncodeToString(mac.Sum(nil))
}

func readWebhook(body []byte) (n WebhookNotice, err error) {
	o, err := object.Decode(body)
	if err != nil {
		return n, err
	}
	for name, into := range map[string]*string{"eventId": &n.EventID, fieldPaymentID: &n.PaymentID, fieldOrderID: &n.OrderID} {
		if *into, err = o.Need(name); err != nil {
			return n, err
		}
		if len(*into) > maxIdentifier || hasControl(*into) || strings.TrimSpace(*into) == "" {
			return n, object.Malformed("member %s", name)
		}
	}
	return n, nil
}

// Notice asks for the status of the payment that a verified webhook names: all
// that a webhook is a reason for. ErrNoSession for another payment or order than
// this SDK's.
func (w *WebSDK) Notice(ctx context.Context, n WebhookNotice) (PaymentSession, error) {
	if s, exists := w.CurrentSession(); exists && s.OrderID != n.OrderID {
		return s, notSent(fmt.Errorf("%w: the webhook names another order", ErrNoSession))
	}
	return w.RefreshStatus(ctx, n.PaymentID)
}
