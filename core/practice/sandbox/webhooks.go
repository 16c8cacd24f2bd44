package sandbox

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
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"
)

// What is assumed of webhooks, none of which the service documents, stands here: a POST of WebhookEvent as JSON, signed
// with X-Webhook-Signature: v1=<hex of HMAC-SHA256 over "v1.<unix seconds>.<body>">, the seconds also in
// X-Webhook-Timestamp and new at each attempt. A change of a payment sends one event for each leg that it gave another
// status. Any 2xx takes it; anything else, silence for webhookTimeout included, has it sent again after each of webhookBackoff, and after
// the last it is given up. An event may come twice and events may come in another order than they happened: eventId is
// the same in every attempt, and the status has to be asked.
const (
	headerWebhookTime      = "X-Webhook-Timestamp"
	headerWebhookSignature = "X-Webhook-Signature"
	webhookTimeout         = 5 * time.Second
	maxWebhooks            = 8 // receivers
)

var webhookBackoff = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour}

// WebhookEvent is the body of a webhook: that a payment took a status. It proves nothing; check-status does.
type WebhookEvent struct {
	EventID         string    `json:"eventId"`
	PaymentID       string    `json:"paymentId"`
	OrderID         string    `json:"orderId"`
	PaymentStatus   string    `json:"paymentStatus"`
	TransactionID   string    `json:"transactionId,omitempty"`
	ByAccountNumber bool      `json:"byAccountNumber"` // the leg that took it
	CreatedAt       time.Time `json:"createdAt"`
}

// webhooks sends events to the receivers that were added.
type webhooks struct {
	ledger *ledger
	clock  *Clock
	faults *faults
	secret []byte
	client *http.Client

	hub    *hub
	logger *slog.Logger

	mu      sync.Mutex
	urls    []string
	sending bool
	closed  bool
	running context.Context
	work    sync.WaitGroup // the sender
}

// newWebhooks sends until ctx ends or close.
func newWebhooks(ctx context.Context, l *ledger, clock *Clock, f *faults, h *hub, logger *slog.Logger) *webhooks {
	mac := hmac.New(sha256.New, []byte(l.TokenKey))
	mac.Write([]byte("webhooks"))
	return &webhooks{ledger: l, clock: clock, faults: f, hub: h, logger: logger, running: ctx, secret: []byte(hex.EncodeToString(mac.Sum(nil))),
		client: &http.Client{Timeout: webhookTimeout, Transport: &http.Transport{DisableKeepAlives: true},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

func (w *webhooks) receivers() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.urls)
}

// Add has the events of all payments sent to an address from now on. Adding it again changes nothing; it lasts
// until the service ends, and what is on its way by then is sent after the next start.
func (w *webhooks) Add(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return invalid("url", "an http or https address is needed")
	}
	w.mu.Lock()
	known := slices.Contains(w.urls, address)
	full := !known && len(w.urls) >= maxWebhooks
	if !known && !full {
		w.urls = append(w.urls, address)
	}
	w.mu.Unlock()
	if full {
		return invalid("url", fmt.Sprintf("there are %d receivers already", maxWebhooks))
	}
	w.start()
	return nil
}

// Secret is what webhooks are signed with.
func (w *webhooks) Secret() Secret { return NewSecret(string(w.secret)) }

// PendingWebhook is an event that its receiver has not taken yet.
type PendingWebhook struct {
	WebhookEvent
	URL      string    `json:"url"`
	Attempts int       `json:"attempts"` // that failed
	Due      time.Time `json:"due"`      // when the next one is made
}

// Pending returns what is still to be sent, soonest first.
func (w *webhooks) Pending() (list []PendingWebhook, err error) {
	err = w.ledger.view(func(tx *ledgerTx) error {
		list, err = pendingWebhooks(tx)
		return err
	})
	return list, err
}

// start starts the sender, unless it runs.
func (w *webhooks) start() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.sending {
		return
	}
	w.sending = true
	w.work.Go(w.loop)
}

// resume sends on what an earlier run of the service left.
func (w *webhooks) resume() error {
	left, err := w.Pending()
	if err == nil && len(left) > 0 {
		w.start()
	}
	return err
}

// close lets nothing new begin; wait waits for what runs, which ends with the context or the hub.
func (w *webhooks) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
}

func (w *webhooks) wait() { w.work.Wait() }

func (w *webhooks) loop() {
	changes, leave := w.hub.listen()
	defer leave()
	due := make(chan struct{}, 1)
	for w.running.Err() == nil {
		wait, err := w.sendDue(w.running)
		if err != nil {
			w.logger.Error("webhooks could not be read", "error", err)
		}
		stop := func() {}
		if !wait.IsZero() {
			stop = w.clock.schedule(wait, func() {
				select {
				case due <- struct{}{}:
				default:
				}
			})
		}
		select {
		case <-due:
		case _, open := <-changes:
			if !open {
				stop()
				return
			}
		case <-w.running.Done():
		}
		stop()
	}
}

// sendDue sends what is due, one after the other, and returns when the next is; zero when nothing waits.
func (w *webhooks) sendDue(ctx context.Context) (next time.Time, err error) {
	for ctx.Err() == nil {
		var key []byte
		var d delivery
		if err := w.ledger.view(func(tx *ledgerTx) (err error) {
			key, next, err = firstWebhook(tx, &d)
			return err
		}); err != nil || key == nil {
			return time.Time{}, err
		}
		if next.After(w.clock.Now()) {
			return next, nil
		}
		failed := w.send(ctx, d)
		if ctx.Err() != nil {
			return time.Time{}, nil // it stays, and is sent again
		}
		if err := w.ledger.update(func(tx *ledgerTx) error { return webhookTried(tx, key, d, failed, w.clock.Now()) }); err != nil {
			return time.Time{}, err
		}
	}
	return time.Time{}, nil
}

// send makes one attempt.
func (w *webhooks) send(ctx context.Context, d delivery) error {
	body, err := json.Marshal(d.WebhookEvent)
	if err != nil {
		return err
	}
	secret := w.secret
	if d.Forged {
		secret = []byte("not the secret")
	}
	stamp := strconv.FormatInt(w.clock.Now().Add(w.faults.skew()).Unix(), 10)
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("v1." + stamp + "."))
	mac.Write(body)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(headerWebhookTime, stamp)
	r.Header.Set(headerWebhookSignature, "v1="+hex.EncodeToString(mac.Sum(nil)))
	answer, err := w.client.Do(r)
	if err != nil {
		return err
	}
	_, _ = io.CopyN(io.Discard, answer.Body, 4<<10)
	_ = answer.Body.Close()
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return errors.New(answer.Status)
	}
	return nil
}
