// Package webhook checks the messages by which a gateway says that something happened
// to a payment. What such a message says of the payment is not even read: it is a
// reason to ask for the status and nothing else. The package knows the SDK's words and
// imports core alone; a Verifier holds one lock, for its own memory of events.
//
// # Assumptions
//
// The service mentions a webhook and documents neither its body nor its signature. What
// is assumed is a POST whose JSON body names eventId, paymentId and orderId, signed as
// X-Webhook-Signature: v1=<hex of HMAC-SHA256 over "v1.<unix seconds>.<body>">, the
// seconds also in X-Webhook-Timestamp.
package webhook

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
	"unicode"

	"sanduq/core"
	"sanduq/core/internal/object"
)

// The webhook's headers.
const (
	TimestampHeader = "X-Webhook-Timestamp"
	SignatureHeader = "X-Webhook-Signature"
)

// Why a webhook is refused.
var (
	// ErrSignature: it was not signed with the secret that both sides know.
	ErrSignature = errors.New("webhook: the signature does not fit")
	// ErrTime: it was signed too long ago, or in the future.
	ErrTime = errors.New("webhook: its time is out of the window")
	// ErrReplayed: this event was taken before.
	ErrReplayed = errors.New("webhook: it was taken before")
)

// Window is how far a webhook's time may be from this computer's.
const Window = 5 * time.Minute

const (
	maxBody          = 64 << 10 // bytes of a body
	maxIdentifier    = 512      // bytes of an id, as in the SDK
	rememberedEvents = 100_000
)

// Notice is what a webhook is good for: it names a payment to ask about.
// It says nothing of what became of it, and is never a proof of payment.
type Notice struct {
	EventID   string
	PaymentID string
	OrderID   string
	At        time.Time // as signed
}

// Verifier checks webhooks. It remembers the events of two windows, so
// that none is taken twice. Safe for concurrent use.
type Verifier struct {
	secrets []core.Secret
	clock   core.Clock

	mu   sync.Mutex
	seen map[string]time.Time // by event, until when it must be remembered
}

// New returns a verifier for one secret, and for older ones beside it
// while the secret is being changed. None may be blank; a nil clock is the machine's.
func New(secret core.Secret, clock core.Clock, older ...core.Secret) (*Verifier, error) {
	secrets := append([]core.Secret{secret}, older...)
	for _, s := range secrets {
		if s.Empty() {
			return nil, fmt.Errorf("%w: a webhook's secret is blank", core.ErrInvalidRequest)
		}
	}
	if clock == nil {
		clock = core.SystemClock()
	}
	return &Verifier{secrets: secrets, clock: clock, seen: make(map[string]time.Time)}, nil
}

// Verify checks one webhook, given its headers and the exact bytes of its body.
// Errors: ErrSignature, ErrTime, ErrReplayed, and core.ErrBadReply for a body that
// names no payment. Signatures are compared in constant time, before anything of the
// body is looked at.
func (v *Verifier) Verify(header http.Header, body []byte) (Notice, error) {
	if v == nil || v.clock == nil {
		return Notice{}, fmt.Errorf("%w: a verifier that New did not make", core.ErrInvalidRequest)
	}
	stamps, signatures := header.Values(TimestampHeader), header.Values(SignatureHeader)
	if len(stamps) != 1 || len(signatures) != 1 || len(body) > maxBody {
		return Notice{}, ErrSignature
	}
	genuine := false
	for _, secret := range v.secrets { // all of them, however early one fits
		genuine = hmac.Equal([]byte(signatures[0]), []byte(signature(secret, stamps[0], body))) || genuine
	}
	if !genuine {
		return Notice{}, ErrSignature
	}
	seconds, err := strconv.ParseInt(stamps[0], 10, 64)
	if err != nil {
		return Notice{}, ErrTime
	}
	now, at := v.clock.Now(), time.Unix(seconds, 0).UTC()
	if now.Sub(at).Abs() > Window {
		return Notice{}, fmt.Errorf("%w: %v", ErrTime, now.Sub(at).Round(time.Second))
	}
	notice, err := read(body)
	if err != nil {
		return Notice{}, err
	}
	notice.At = at
	return notice, v.take(notice.EventID, now)
}

// take remembers an event for as long as its signature could be used again.
func (v *Verifier) take(event string, now time.Time) error {
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
		return ErrReplayed
	}
	if len(v.seen) >= rememberedEvents {
		return fmt.Errorf("%w: too many at once", ErrReplayed)
	}
	v.seen[event] = now.Add(2 * Window)
	return nil
}

// Forget lets an event be taken again. A program that could not act on one calls
// it before it answers with an error, so that the gateway's next attempt is not
// refused as a replay.
func (v *Verifier) Forget(n Notice) {
	if v == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.seen, n.EventID)
}

// Sign returns the headers of a webhook, as its sender makes them.
func Sign(secret core.Secret, at time.Time, body []byte) http.Header {
	stamp := strconv.FormatInt(at.Unix(), 10)
	header := make(http.Header)
	header.Set(TimestampHeader, stamp)
	header.Set(SignatureHeader, signature(secret, stamp, body))
	return header
}

func signature(secret core.Secret, stamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret.Reveal()))
	_, _ = mac.Write([]byte("v1." + stamp + "."))
	_, _ = mac.Write(body)
	return "v1=" + hex.EncodeToString(mac.Sum(nil))
}

func read(body []byte) (n Notice, err error) {
	o, err := object.Decode(body)
	if err != nil {
		return n, err
	}
	for name, into := range map[string]*string{"eventId": &n.EventID, "paymentId": &n.PaymentID, "orderId": &n.OrderID} {
		if *into, err = o.Need(name); err != nil {
			return n, err
		}
		if len(*into) > maxIdentifier || strings.ContainsFunc(*into, unicode.IsControl) || strings.TrimSpace(*into) == "" {
			return n, object.Malformed("member %s", name)
		}
	}
	return n, nil
}

// Ask asks for the status of the payment that a verified webhook names: all that a
// webhook is a reason for. core.ErrNoSession for another payment or order than the SDK's;
// otherwise as core.WebSDK.RefreshStatus.
func (n Notice) Ask(ctx context.Context, sdk *core.WebSDK) (core.PaymentSession, error) {
	if s, exists := sdk.CurrentSession(); exists && s.OrderID != n.OrderID {
		return s, fmt.Errorf("%w, %w: the webhook names another order", core.ErrNotSent, core.ErrNoSession)
	}
	return sdk.RefreshStatus(ctx, n.PaymentID)
}
