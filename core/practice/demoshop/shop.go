// Package demoshop is a merchant's shop that shows the whole redirect flow on
// the practice bank: a basket, an order, the payment opened on the shop's
// server, the customer sent to the payment page, and on the way back the outcome
// asked by the server, never taken from the browser. It knows core and
// core/checkout as any merchant's program would, and nothing of the bank's inside.
package demoshop

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/money"
	"sanduq/core/webhook"
)

//go:embed pages
var pages embed.FS

// Config is what the shop needs. Bank, the address of the customer's practice
// bank, Fonts and Logger are optional.
type Config struct {
	API    core.PaymentAPI
	Dir    string // its orders, its payments and its key
	Bank   string
	Fonts  fs.FS
	Logger *slog.Logger
	// WebhookSecret is what the bank signs webhooks with; without it the shop
	// takes none.
	WebhookSecret core.Secret
}

// WebhookPath is where the shop takes webhooks.
const WebhookPath = "/webhook"

// Shop is the shop with its payment page, an http.Handler for the root of a
// host. Close it.
type Shop struct {
	bank     string
	fonts    fs.FS
	log      *slog.Logger
	orders   *orders
	store    *checkout.FileStore
	checkout *checkout.Checkout
	pages    *template.Template
	mux      http.Handler
	webhooks *webhook.Verifier // nil for none
}

// Open opens the shop with the orders that its folder holds.
func Open(cfg Config) (*Shop, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Shop{bank: cfg.Bank, fonts: cfg.Fonts, log: cfg.Logger}
	var err error
	if s.pages, err = template.ParseFS(pages, "pages/*.html"); err != nil {
		return nil, fmt.Errorf("demoshop: %w", err)
	}
	if !cfg.WebhookSecret.Empty() {
		if s.webhooks, err = webhook.New(cfg.WebhookSecret, nil); err != nil {
			return nil, err
		}
	}
	if s.store, err = checkout.OpenFileStore(filepath.Join(cfg.Dir, "payments")); err != nil {
		return nil, err
	}
	key, err := keyOf(cfg.Dir)
	if err == nil {
		s.orders, err = openOrders(filepath.Join(cfg.Dir, "orders"))
	}
	if err == nil {
		s.checkout, err = checkout.New(checkout.Config{API: cfg.API, Store: s.store, Key: key, Shop: "Al Noor Market", ShopNames: map[string]string{"ar": "سوق النور"},
			Path: "/pay", Practice: true, Lease: shopLease, Fonts: cfg.Fonts, Logger: cfg.Logger, Tell: s.onOutcome, TellTwice: s.onSecond})
	}
	if err != nil {
		_ = s.store.Close()
		return nil, err
	}
	s.mux = s.routes()
	return s, nil
}

// Close ends the shop; what it has is in its folder.
func (s *Shop) Close() error {
	s.checkout.Close()
	return s.store.Close()
}

// ServeHTTP implements http.Handler.
func (s *Shop) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// keyOf is the key that seals the payments, made with the folder.
func keyOf(dir string) ([]byte, error) {
	path := filepath.Join(dir, "key")
	key, err := os.ReadFile(path)
	if err == nil || !errors.Is(err, os.ErrNotExist) {
		return key, err
	}
	key = make([]byte, checkout.KeySize)
	_, _ = rand.Read(key) // never fails
	return key, writeFile(path, key)
}

// shopLease is how long a payment waits for a shop that was killed. There is one shop,
// so that nobody's clock but its own counts.
const shopLease = 8 * time.Second

// place opens the payment of an order, once, however often it is called. An order
// whose opening has no known outcome is never opened again: a new order takes its
// place. While another call is under way the order stays as it is.
func (s *Shop) place(ctx context.Context, id string, total money.Amount) (order, error) {
	o, err := s.orders.get(id)
	if errors.Is(err, os.ErrNotExist) {
		o = order{ID: id, Total: total, State: orderOpening}
		err = s.orders.save(o)
	}
	if err != nil || o.State != orderOpening {
		return o, err
	}
	page, err := s.checkout.Create(ctx, checkout.Order{OrderID: id, Amount: o.Total, ReturnURL: "/order/" + id})
	switch {
	case errors.Is(err, checkout.ErrInProgress):
		return o, nil
	case err != nil:
		s.log.Error("the payment did not open", "order", id, "err", err)
		o.State = orderUnopened
	default:
		o.PaymentID, o.Page, o.State = page.PaymentID, page.Path, orderOpen
	}
	return o, s.orders.save(o)
}

// verify asks for an order's outcome on the server. The order is paid because
// the gateway says so and for no other reason.
func (s *Shop) verify(ctx context.Context, o order) (order, error) {
	if o.State != orderOpen {
		return o, nil
	}
	out, err := s.checkout.Outcome(ctx, o.PaymentID)
	if err != nil {
		s.log.Warn("the outcome could not be asked", "order", o.ID, "err", err)
	}
	o.Payment = string(out.Session.State)
	if out.Session.State != core.StateSuccess {
		return o, nil
	}
	return o, s.onOutcome(ctx, out)
}

// onOutcome is told by the payment page of what was settled.
func (s *Shop) onOutcome(_ context.Context, out checkout.Outcome) error {
	s.orders.mu.Lock()
	defer s.orders.mu.Unlock()
	o, err := s.orders.read(out.Session.OrderID)
	if err != nil {
		return err
	}
	if o.PaymentID != out.Session.PaymentID && o.PaymentID != "" || o.Total != out.Session.Amount {
		return fmt.Errorf("demoshop: order %s was not settled by this payment", o.ID)
	}
	o.State, o.PaymentID, o.Transaction = orderPaid, out.Session.PaymentID, out.Session.TransactionID
	return s.orders.write(o)
}

// onSecond is told of a paid order's second debit: the shop owes that back.
func (s *Shop) onSecond(_ context.Context, out checkout.Outcome) error {
	s.orders.mu.Lock()
	defer s.orders.mu.Unlock()
	o, err := s.orders.read(out.Second.OrderID)
	if err != nil {
		return err
	}
	if o.Twice = orderTwice; out.Second.Uncertain {
		o.Twice = orderMaybeTwice
	}
	return s.orders.write(o)
}

// newOrder is an order's number, that a browser cannot guess of another's.
func newOrder() string { return "SHOP-" + strings.ToUpper(rand.Text()[:12]) }
