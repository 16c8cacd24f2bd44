package sandbox

import (
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"
)

// serviceOptions configure a service.
type serviceOptions struct {
	// ClientID and HMACSecret switch the verification of signed requests on; both or neither.
	ClientID, HMACSecret string

	// StatusRequiresMerchantAuth demands Api-Key and Secret-Key on check-status too.
	StatusRequiresMerchantAuth bool

	TokenTTL  time.Duration                 // how long a payment's JWT is good
	OTPs      func() string                 // the next one-time code
	PageOf    func(paymentID string) string // the page where the customer approves
	NetworkUp func() bool
}

// service answers the merchant: the operations of the contract. All methods are safe for concurrent use.
type service struct {
	opts     serviceOptions
	ledger   *ledger
	payments *payments
	clock    *Clock
	faults   *faults
	hub      *hub
	logger   *slog.Logger
	tokens   tokens
	calls    callLog
	merchant atomic.Pointer[string]

	pageOf    func(paymentID string) string
	networkUp func() bool
}

func newService(p *payments, o serviceOptions) *service {
	return &service{opts: o, ledger: p.ledger, payments: p, clock: p.clock, faults: p.faults, hub: p.hub, logger: p.logger,
		tokens: tokens{key: []byte(p.ledger.TokenKey), ttl: o.TokenTTL, now: p.clock.Now}, pageOf: o.PageOf, networkUp: o.NetworkUp}
}

// handlers returns the operations by their whole path.
func (s *service) handlers() map[string]http.HandlerFunc {
	exact := map[string]http.HandlerFunc{}
	for _, op := range operations() {
		for _, path := range op.paths {
			exact[Prefix+path] = s.serve(op)
		}
	}
	return exact
}

// setMerchant changes the payee of payments opened from now on.
func (s *service) setMerchant(name string) { s.merchant.Store(&name) }

// initiateCount returns how often initiate arrived for an order in the life of the ledger, restarts included, and how
// many payments came of it. Calls that a fault swallowed have arrived too.
func (s *service) initiateCount(orderID string) (arrived, opened int, err error) {
	err = s.ledger.view(func(tx *ledgerTx) error {
		o, err := tx.order(orderID)
		arrived, opened = o.Arrivals, len(o.Payments)
		return err
	})
	return arrived, opened, err
}
