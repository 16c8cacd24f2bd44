// Package service answers the merchant: who is calling, what is asked, what the contract has as the reply, and the
// faults that strike on the way. Requests run on goroutines of net/http; each change is one transaction of package
// ledger.
package service

import (
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/hub"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/payments"
)

// Options configure a service.
type Options struct {
	// ClientID and HMACSecret switch the verification of signed requests on; both or neither.
	ClientID, HMACSecret string

	// StatusRequiresMerchantAuth demands Api-Key and Secret-Key on check-status too.
	StatusRequiresMerchantAuth bool

	TokenTTL  time.Duration                 // how long a payment's JWT is good
	OTPs      func() string                 // the next one-time code
	PageOf    func(paymentID string) string // the page where the customer approves
	NetworkUp func() bool
}

// Service answers the merchant: the operations of the contract. All methods are safe for concurrent use.
type Service struct {
	opts     Options
	ledger   *ledger.Ledger
	payments *payments.Payments
	clock    *clock.Clock
	faults   *faults.Set
	hub      *hub.Hub
	logger   *slog.Logger
	tokens   tokens
	Calls    CallLog
	merchant atomic.Pointer[string]

	pageOf    func(paymentID string) string
	networkUp func() bool
}

// New makes the service over the payments of a ledger.
func New(p *payments.Payments, o Options) *Service {
	return &Service{opts: o, ledger: p.Ledger, payments: p, clock: p.Clock, faults: p.Faults, hub: p.Hub, logger: p.Logger,
		tokens: tokens{key: []byte(p.Ledger.TokenKey), ttl: o.TokenTTL, now: p.Clock.Now}, pageOf: o.PageOf, networkUp: o.NetworkUp}
}

// Handlers returns the operations by their whole path.
func (s *Service) Handlers() map[string]http.HandlerFunc {
	exact := map[string]http.HandlerFunc{}
	for _, op := range operations() {
		for _, path := range op.paths {
			exact[contract.Prefix+path] = s.serve(op)
		}
	}
	return exact
}

// SetMerchant changes the payee of payments opened from now on.
func (s *Service) SetMerchant(name string) { s.merchant.Store(&name) }

// InitiateCount returns how often initiate arrived for an order in the life of the ledger, restarts included, and how
// many payments came of it. Calls that a fault swallowed have arrived too.
func (s *Service) InitiateCount(orderID string) (arrived, opened int, err error) {
	err = s.ledger.View(func(tx *ledger.Tx) error {
		o, err := tx.Order(orderID)
		arrived, opened = o.Arrivals, len(o.Payments)
		return err
	})
	return arrived, opened, err
}
