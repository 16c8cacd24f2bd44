// Package webhooks sends the events of payments to those who asked for them, until they are taken or given up. Events
// are queued in the transaction that changes the payment. A goroutine sends to each receiver, so that one that hangs
// holds no other up; one mutex guards the receivers and their state.
package webhooks

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

	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/hub"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/secret"
)

// What is assumed of webhooks, none of which the service documents, stands here: a POST of WebhookEvent as JSON, signed
// with X-Webhook-Signature: v1=<hex of HMAC-SHA256 over "v1.<unix seconds>.<body>">, the seconds also in
// X-Webhook-Timestamp and new at each attempt. A change of a payment sends one event for each leg that it gave another
// status. Any 2xx takes it; anything else, silence for webhookTimeout included, has it sent again after each of
// webhookBackoff, and after the last it is given up. An event may come twice and events may come in another order than
// they happened: eventId is the same in every attempt, and the status has to be asked.
const (
	headerWebhookTime      = "X-Webhook-Timestamp"
	headerWebhookSignature = "X-Webhook-Signature"
	webhookTimeout         = 5 * time.Second
	maxWebhooks            = 8 // receivers
)

var webhookBackoff = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, time.Hour}

// Event is the body of a webhook: that a payment took a status. It proves nothing; check-status does.
type Event struct {
	EventID         string    `json:"eventId"`
	PaymentID       string    `json:"paymentId"`
	OrderID         string    `json:"orderId"`
	PaymentStatus   string    `json:"paymentStatus"`
	TransactionID   string    `json:"transactionId,omitempty"`
	ByAccountNumber bool      `json:"byAccountNumber"` // the leg that took it
	CreatedAt       time.Time `json:"createdAt"`
}

// Sender sends events to the receivers that were added.
type Sender struct {
	ledger *ledger.Ledger
	clock  *clock.Clock
	faults *faults.Set
	secret []byte
	client *http.Client

	hub    *hub.Hub
	logger *slog.Logger

	mu      sync.Mutex
	urls    []string
	sending map[string]bool // by receiver
	closed  bool
	running context.Context
	work    sync.WaitGroup // the senders
}

// New sends until ctx ends or close.
func New(ctx context.Context, l *ledger.Ledger, clock *clock.Clock, f *faults.Set, h *hub.Hub, logger *slog.Logger) *Sender {
	mac := hmac.New(sha256.New, []byte(l.TokenKey))
	mac.Write([]byte("webhooks"))
	return &Sender{ledger: l, clock: clock, faults: f, hub: h, logger: logger, running: ctx, sending: make(map[string]bool), secret: []byte(hex.EncodeToString(mac.Sum(nil))),
		client: &http.Client{Timeout: webhookTimeout, Transport: &http.Transport{DisableKeepAlives: true},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

func (w *Sender) receivers() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.urls)
}

// Add has the events of all payments sent to an address from now on. Adding it again changes nothing; it lasts
// until the service ends, and what is on its way by then is sent after the next start.
func (w *Sender) Add(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return contract.Invalid("url", "an http or https address is needed")
	}
	w.mu.Lock()
	known := slices.Contains(w.urls, address)
	full := !known && len(w.urls) >= maxWebhooks
	if !known && !full {
		w.urls = append(w.urls, address)
	}
	w.mu.Unlock()
	if full {
		return contract.Invalid("url", fmt.Sprintf("there are %d receivers already", maxWebhooks))
	}
	w.start(address)
	return nil
}

// Secret is what webhooks are signed with.
func (w *Sender) Secret() secret.Value { return secret.New(string(w.secret)) }

// Pending is an event that its receiver has not taken yet.
type Pending struct {
	Event
	URL      string    `json:"url"`
	Attempts int       `json:"attempts"` // that failed
	Due      time.Time `json:"due"`      // when the next one is made
}

// Pending returns what is still to be sent, soonest first.
func (w *Sender) Pending() (list []Pending, err error) {
	err = w.ledger.View(func(tx *ledger.Tx) error {
		list, err = pendingWebhooks(tx)
		return err
	})
	return list, err
}

// start starts the sender to an address, unless it runs.
func (w *Sender) start(address string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.sending[address] {
		return
	}
	w.sending[address] = true
	w.work.Go(func() { w.loop(address) })
}

// Resume sends on what an earlier run of the service left.
func (w *Sender) Resume() error {
	left, err := w.Pending()
	for _, p := range left {
		w.start(p.URL)
	}
	return err
}

// Close lets nothing new begin; wait waits for what runs, which ends with the context or the hub.
func (w *Sender) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
}

// Wait waits for the senders, which end with their context or with the hub.
func (w *Sender) Wait() { w.work.Wait() }

func (w *Sender) loop(address string) {
	changes, leave := w.hub.Listen()
	defer leave()
	due := make(chan struct{}, 1)
	for w.running.Err() == nil {
		wait, err := w.sendDue(w.running, address)
		if err != nil {
			w.logger.Error("webhooks could not be read", "error", err)
		}
		stop := func() {}
		if !wait.IsZero() {
			stop = w.clock.Schedule(wait, func() {
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

// sendDue sends what is due to an address, one after the other, and returns when the next is; zero when nothing waits.
func (w *Sender) sendDue(ctx context.Context, address string) (next time.Time, err error) {
	for ctx.Err() == nil {
		var key []byte
		var d delivery
		if err := w.ledger.View(func(tx *ledger.Tx) (err error) {
			key, next, err = firstWebhook(tx, address, &d)
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
		if err := w.ledger.Update(func(tx *ledger.Tx) error { return webhookTried(tx, key, d, failed, w.clock.Now()) }); err != nil {
			return time.Time{}, err
		}
	}
	return time.Time{}, nil
}

// send makes one attempt.
func (w *Sender) send(ctx context.Context, d delivery) error {
	body, err := json.Marshal(d.Event)
	if err != nil {
		return err
	}
	secret := w.secret
	if d.Forged {
		secret = []byte("not the secret")
	}
	stamp := strconv.FormatInt(w.clock.Now().Add(w.faults.Skew()).Unix(), 10)
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
