package sim

import (
	"context"
	"net/http"
	"time"

	"sanduq/core"
	"sanduq/core/sandbox"
)

// bank is the payment service of a day with its customers, as far as the
// simulation asks for it. Payments are named by the bank's own names, but where
// an order is asked for.
type bank interface {
	Handler() http.Handler
	Keys() (api, secret string)
	Profile() core.WireProfile
	// Plain reports whether replies are the practice bank's, which can be put in
	// another manner and be lied with.
	Plain() bool
	Close(context.Context) error

	// Press does something with the payment of an order: one of the three below.
	Press(order string, act func(payment string) error) error
	Approve(payment string) error
	Decline(payment string) error
	Expire(payment string) error
	// Code is the newest that was sent for an order; blank before the first.
	Code(order string) string
	// Inject makes coming calls go wrong, or coming settlements late.
	Inject(sandbox.Fault)

	InitiateCount(order string) (arrived, opened int, err error)
	Payment(order string) (payment, bool, error)
	CheckLedger() error
}

// payment is what a bank knows of one.
type payment struct {
	ID, Status, Transaction string
	Minor                   int64
	Currency                string
	Settled                 time.Time // or later, while it is paid
}

// openBank opens the bank of a day; a test file may put another one here.
var openBank = openPractice

// practice is the practice bank.
type practice struct{ *sandbox.Server }

func openPractice(o Options, idle time.Duration, codes func() string) (bank, error) {
	server, err := sandbox.Start(context.Background(), sandbox.Options{Dir: o.Room, Listener: &nowhere{gone: make(chan struct{})},
		Seed: o.Seed, Clock: sandbox.NewClock(), TokenTTL: never, AutoDelay: never, IdleExpiry: idle, OTPs: codes})
	if err != nil {
		return nil, err
	}
	return practice{server}, nil
}

// Keys implements bank.
func (p practice) Keys() (api, secret string) {
	a, s := p.Credentials()
	return a.Reveal(), s.Reveal()
}

// Profile implements bank: the practice bank names the payment in each answer.
func (practice) Profile() core.WireProfile { return core.SandboxProfile() }

// Plain implements bank.
func (practice) Plain() bool { return true }

// Code implements bank.
func (p practice) Code(order string) string {
	h, _ := p.Handset(order)
	return h.Code.Reveal()
}

// Inject implements bank.
func (p practice) Inject(f sandbox.Fault) { p.Server.Inject(f) }

// Payment implements bank.
func (p practice) Payment(order string) (payment, bool, error) {
	x, found, err := p.PaymentByOrder(order)
	return payment{ID: x.ID, Status: string(x.Status), Transaction: x.TransactionID, Minor: x.AmountMinor, Currency: x.Currency,
		Settled: x.ChangedAt}, found, err
}
