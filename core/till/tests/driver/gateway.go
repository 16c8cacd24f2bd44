package driver

import (
	"context"
	"errors"
	"net/http"
	"time"

	"sanduq/core/money"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/bank"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/till/tests/oracle"
	"sanduq/core/wire"
)

// Gateway is a payment service with its customers. It outlives every till.
// Payments are named by the gateway's own names, but where an order is asked for.
type Gateway interface {
	Handler() http.Handler
	BaseURL() string // blank while nothing listens: it is reached through Handler
	Keys() (api, secret string)
	Profile() wire.Profile
	// Plain reports whether replies are the practice bank's, each of which names
	// its payment, and which can be put in another manner and be lied with.
	Plain() bool
	// Advance puts the gateway's clock forward.
	Advance(time.Duration)
	Close(context.Context) error

	// Press does something with the payment of an order whose QR a customer has
	// scanned: one of the three below.
	Press(order string, act func(payment string) error) error
	Approve(payment string) error
	Decline(payment string) error
	Expire(payment string) error
	// Code is the newest that was sent for an order; blank before the first.
	Code(order string) string
	// Inject makes coming calls go wrong, or coming settlements late.
	Inject(faults.Fault)

	Payment(order string) (Payment, bool, error)
	Payments() ([]Payment, error)
	// Initiates returns how often initiate arrived for an order, and how many
	// payments came of it.
	Initiates(order string) (arrived, opened int, err error)
	// Debits are the money that was taken so far.
	Debits() ([]oracle.Debit, error)
	// CheckLedger returns what is wrong with the gateway's own account of itself,
	// or with how it was spoken to.
	CheckLedger() error
}

// Payment is what a gateway knows of one.
type Payment struct {
	ID, Order string
	Status    string // the contract's word for it
	Amount    money.Amount
	QR        string // blank before one was asked for
	Named     bool   // an account or a wallet was, since
}

// Money reports whether the payment is paid.
func (p Payment) Money() bool { return p.Status == contract.StatusSuccess }

// Taken reports whether its customer's confirmation was taken.
func (p Payment) Taken() bool { return p.Money() || p.Status == contract.StatusProcessing }

// Pending reports whether nothing has come of it yet.
func (p Payment) Pending() bool { return p.Status == contract.StatusPending }

// Pending are the payments whose QR a customer can still scan.
func Pending(g Gateway) (open []Payment, err error) {
	all, err := g.Payments()
	for _, p := range all {
		if p.Pending() && p.QR != "" {
			open = append(open, p)
		}
	}
	return open, err
}

// Ledger is the gateway's truth about every order that it knows, and about those
// that are named.
func Ledger(g Gateway, orders ...string) (l oracle.Ledger, err error) {
	if err := g.CheckLedger(); err != nil {
		return l, err
	}
	all, err := g.Payments()
	if err != nil {
		return l, err
	}
	for _, p := range all {
		orders = append(orders, p.Order)
	}
	seen := map[string]bool{}
	for _, id := range orders {
		if seen[id] {
			continue
		}
		seen[id] = true
		o := oracle.Order{ID: id}
		if o.Arrived, o.Opened, err = g.Initiates(id); err != nil {
			return l, err
		}
		l.Orders = append(l.Orders, o)
	}
	l.Debits, err = g.Debits()
	return l, err
}

// practice is the practice bank.
type practice struct {
	*sandbox.Server
	hears bool
}

// Practice opens the practice bank.
func Practice(ctx context.Context, o sandbox.Options) (Gateway, error) {
	server, err := sandbox.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	return practice{server, o.Listener == nil}, nil
}

// BaseURL implements Gateway.
func (p practice) BaseURL() string {
	if !p.hears {
		return ""
	}
	return p.Server.BaseURL()
}

// Keys implements Gateway.
func (p practice) Keys() (api, secret string) {
	a, s := p.Credentials()
	return a.Reveal(), s.Reveal()
}

// Profile implements Gateway: the practice bank names the payment in each
// answer.
func (practice) Profile() wire.Profile { return wire.SandboxProfile() }

// Plain implements Gateway.
func (practice) Plain() bool { return true }

// Advance implements Gateway.
func (p practice) Advance(d time.Duration) { p.Clock().Advance(d) }

// Press implements Gateway.
func (p practice) Press(order string, act func(payment string) error) error {
	return p.Bank().Press(order, act)
}

// Approve implements Gateway.
func (p practice) Approve(payment string) error { return p.Bank().Approve(payment) }

// Decline implements Gateway.
func (p practice) Decline(payment string) error { return p.Bank().Decline(payment) }

// Expire implements Gateway.
func (p practice) Expire(payment string) error { return p.Bank().Expire(payment) }

// Inject implements Gateway.
func (p practice) Inject(f faults.Fault) { p.Faults().Inject(f) }

// Code implements Gateway.
func (p practice) Code(order string) string {
	h, _ := p.Bank().Handset(order)
	return h.Code.Reveal()
}

// Initiates implements Gateway.
func (p practice) Initiates(order string) (arrived, opened int, err error) {
	return p.InitiateCount(order)
}

func paymentOf(x bank.Payment) Payment {
	return Payment{ID: x.ID, Order: x.OrderID, Status: x.Status, Amount: money.Amount{Minor: x.AmountMinor, Currency: x.Currency}, QR: x.QR,
		Named: x.Route == contract.RouteBank || x.Route == contract.RouteWallet}
}

// Payment implements Gateway.
func (p practice) Payment(order string) (Payment, bool, error) {
	x, found, err := p.Bank().PaymentByOrder(order)
	return paymentOf(x), found, err
}

// Payments implements Gateway.
func (p practice) Payments() (all []Payment, err error) {
	list, err := p.Bank().Payments(1_000_000)
	for _, x := range list {
		all = append(all, paymentOf(x))
	}
	return all, err
}

// Debits implements Gateway: one for each payment, whose books say that none was
// settled twice. A payment does not change any more once it is paid.
func (p practice) Debits() (all []oracle.Debit, err error) {
	list, err := p.Bank().Payments(1_000_000)
	for _, x := range list {
		if x.Status == contract.StatusSuccess {
			all = append(all, oracle.Debit{Order: x.OrderID, Payment: x.ID, Transaction: x.TransactionID, At: x.ChangedAt,
				Amount: money.Amount{Minor: x.AmountMinor, Currency: x.Currency}, ByAccount: x.Route == contract.RouteBank})
		}
	}
	return all, err
}

// ErrNoQR matches the error of a customer who has nothing to scan.
var ErrNoQR = errors.New("driver: no QR was shown")
