package alerts

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"sanduq/core"
)

// Header carries a webhook's signature, as in "t=1700000000,v1=5257a8…": the seconds
// at which it was signed, and HMAC-SHA256 over those, a dot and the body.
const Header = "Sanduq-Signature"

// sendTime is how long one delivery may take.
const sendTime = 10 * time.Second

func mac(secret core.Secret, at string, body []byte) []byte {
	h := hmac.New(sha256.New, []byte(secret.Reveal()))
	h.Write([]byte(at + "."))
	h.Write(body)
	return h.Sum(nil)
}

// ErrSignature matches the error of a webhook that nobody who knows the secret has signed, or not lately.
var ErrSignature = errors.New("alerts: the signature does not fit")

// Verify is for who receives: it reports whether a body was signed by the secret, not
// longer ago than tolerance. Error: ErrSignature.
func Verify(secret core.Secret, header string, body []byte, now time.Time, tolerance time.Duration) error {
	at, signed, ok := strings.Cut(strings.TrimPrefix(header, "t="), ",v1=")
	seconds, err := strconv.ParseInt(at, 10, 64)
	sum, err2 := hex.DecodeString(signed)
	if !ok || err != nil || err2 != nil || now.Sub(time.Unix(seconds, 0)).Abs() > tolerance || !hmac.Equal(sum, mac(secret, at, body)) {
		return ErrSignature
	}
	return nil
}

// Webhook posts alerts as JSON.
type Webhook struct {
	url    string
	secret core.Secret
	client *http.Client
}

// NewWebhook returns a webhook. The address has https, but for this machine itself.
func NewWebhook(address string, secret core.Secret, transport http.RoundTripper) (*Webhook, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, errors.New("alerts: the webhook's address is none")
	}
	if ip := net.ParseIP(u.Hostname()); u.Scheme != "https" && (u.Scheme != "http" || ip == nil || !ip.IsLoopback()) {
		return nil, errors.New("alerts: a webhook needs https")
	}
	if len(secret.Reveal()) < 16 {
		return nil, errors.New("alerts: a webhook's secret has 16 characters at least")
	}
	return &Webhook{u.String(), secret, &http.Client{Timeout: sendTime, Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}, nil
}

// Way is the way's name in the database.
func (*Webhook) Way() string { return "webhook" }

// message is what a webhook posts: an alert, and those that go with it.
type message struct {
	Alert
	More []Alert `json:"more,omitempty"`
}

// Send posts alerts of one kind. Whatever is not answered with 2xx is an error, in words
// without the address, which may hold something secret.
func (w *Webhook) Send(ctx context.Context, group []Alert, now time.Time) error {
	body, err := json.Marshal(message{group[0], group[1:]})
	if err != nil {
		return errors.New("not encoded")
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url, bytes.NewReader(body))
	if err != nil {
		return errors.New("no request can be made")
	}
	at := strconv.FormatInt(now.Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Sanduq-Alert-Id", url.PathEscape(group[0].ID))
	r.Header.Set(Header, "t="+at+",v1="+hex.EncodeToString(mac(w.secret, at, body)))
	resp, err := w.client.Do(r)
	if err != nil {
		return errors.New("no answer")
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.CopyN(io.Discard, resp.Body, 64<<10)
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("answered with %d", resp.StatusCode)
	}
	return nil
}
